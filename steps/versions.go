// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// agentState returns what the platform stores of an agent, its prompts included.
func (w *World) agentState(ctx context.Context, name string) (control.AgentState, error) {
	id, err := w.thingID("agent", name)
	if err != nil {
		return control.AgentState{}, err
	}
	state, err := w.env.Platform().State(ctx)
	if err != nil {
		return control.AgentState{}, err
	}
	for _, a := range state.Agents {
		thing, err := object(string(a.Agent))
		if err != nil {
			return control.AgentState{}, err
		}
		if thing["id"] == id {
			return a, nil
		}
	}
	return control.AgentState{}, fmt.Errorf("the platform stores no agent %q", name)
}

// storedPrompt compares a prompt with a JSON string.
func storedPrompt(ctx context.Context, name string, text *godog.DocString) error {
	expected, err := decode(text.Content)
	if err != nil {
		return fmt.Errorf("the scenario's prompt: %w", err)
	}
	a, err := From(ctx).agentState(ctx, name)
	if err != nil {
		return err
	}
	return same(expected, any(a.Prompt))
}

// storedVersions compares all versions of an agent, the oldest first.
func storedVersions(ctx context.Context, name string, t *godog.Table) error {
	rows, err := tableRows(t)
	if err != nil {
		return err
	}
	a, err := From(ctx).agentState(ctx, name)
	if err != nil {
		return err
	}
	var expected, got []string
	for _, row := range rows {
		expected = append(expected, row["version"]+": "+row["prompt"])
	}
	for _, v := range a.Versions {
		got = append(got, fmt.Sprintf("%d: %s", v.Version, v.Prompt))
	}
	return sameStrings(expected, got)
}
