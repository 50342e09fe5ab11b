// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"

	"github.com/cucumber/godog"
)

// plainCalls are the calls of the matrices, in which it matters which tool is
// called and not with what. They need what the step "one of each" arranges.
var plainCalls = map[string]string{
	"list_sessions":             `{}`,
	"get_session":               `{"session_id": "{work}"}`,
	"create_session":            `{"project_id": "demo", "prompt": "Do the work"}`,
	"push_message":              `{"session_id": "{work}", "text": "Go on"}`,
	"patch_session_labels":      `{"session_id": "{work}", "labels": {"env": "prod"}}`,
	"watch_session_messages":    `{"session_id": "{work}"}`,
	"list_agents":               `{}`,
	"get_agent":                 `{"agent_id": "{agent:planner}"}`,
	"create_agent":              `{"name": "fresh", "prompt": "You are fresh."}`,
	"update_agent":              `{"agent_id": "{agent:planner}", "prompt": "You are better now."}`,
	"patch_session_annotations": `{"session_id": "{work}", "annotations": {"myapp.io/step": "2"}}`,
	"patch_agent_annotations":   `{"project_id": "demo", "agent_id": "{agent:planner}", "annotations": {"myapp.io/step": "2"}}`,
	"patch_project_annotations": `{"project_id": "demo", "annotations": {"myapp.io/step": "2"}}`,
	"list_projects":             `{}`,
	"get_project":               `{"project_id": "demo"}`,
}

func addPlain(sc *godog.ScenarioContext) {
	sc.Given(`^a project "demo" with an agent "planner" and a running session "work"$`, func(ctx context.Context) error {
		w := From(ctx)
		if err := w.addProject(map[string]string{"name": "demo", "annotations": `{"myapp.io/kept": "yes"}`}); err != nil {
			return err
		}
		if err := w.addAgent(map[string]string{"name": "planner", "prompt": "You plan.", "annotations": `{"myapp.io/kept": "yes"}`}); err != nil {
			return err
		}
		return w.addSession(map[string]string{
			"name": "work", "phase": "Running", "labels": `{"kept": "yes"}`, "annotations": `{"myapp.io/kept": "yes"}`,
		})
	})
	sc.When(`^the caller calls "([^"]*)" plainly$`, func(ctx context.Context, tool string) error {
		args, ok := plainCalls[tool]
		if !ok {
			return fmt.Errorf("there is no plain call of %q", tool)
		}
		return From(ctx).callText(ctx, tool, args)
	})
}
