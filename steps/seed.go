// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cucumber/godog"
	"github.com/google/uuid"
	"github.com/segmentio/ksuid"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// seedDocument is what the scenario has said about the platform so far and has
// not been put there yet. Its JSON is a seed document of the platform.
type seedDocument struct {
	Projects []seedThing `json:"projects,omitempty"`
	Agents   []seedThing `json:"agents,omitempty"`
	Sessions []seedThing `json:"sessions,omitempty"`
	// project is the first project, in which things are unless said otherwise.
	project string
}

// seedThing is one project, agent or session by the keys of a seed document.
type seedThing map[string]any

// standing is the time at which the clock of a scenario's platform stands, when it says that it does.
var standing = time.Date(2026, 3, 21, 10, 0, 0, 0, time.UTC)

func addSeed(sc *godog.ScenarioContext) {
	sc.Given(`^a project "([^"]*)"$`, func(ctx context.Context, name string) error {
		return From(ctx).addProject(map[string]string{"name": name})
	})
	sc.Given(`^the projects:$`, func(ctx context.Context, t *godog.Table) error {
		return eachRow(t, From(ctx).addProject)
	})
	sc.Given(`^an agent "([^"]*)"(?: in project "([^"]*)")?(?: owned by "([^"]*)")?(?: with prompt "([^"]*)")?$`,
		func(ctx context.Context, name, project, owner, prompt string) error {
			return From(ctx).addAgent(map[string]string{"name": name, "project": project, "owner": owner, "prompt": prompt})
		})
	sc.Given(`^the agents:$`, func(ctx context.Context, t *godog.Table) error {
		return eachRow(t, From(ctx).addAgent)
	})
	sc.Given(`^a session "([^"]*)"(?: in project "([^"]*)")?(?: in phase "([^"]*)")?$`,
		func(ctx context.Context, name, project, phase string) error {
			return From(ctx).addSession(map[string]string{"name": name, "project": project, "phase": phase})
		})
	sc.Given(`^the session "([^"]*)" in phase "([^"]*)" with the messages:$`, func(ctx context.Context, name, phase string, t *godog.Table) error {
		return From(ctx).addTalk(map[string]string{"name": name, "phase": phase}, t)
	})
	sc.When(`^the session "([^"]*)" is deleted$`, func(ctx context.Context, name string) error {
		w := From(ctx)
		id, err := w.names.id(name)
		if err != nil {
			return err
		}
		return w.env.Platform().DeleteSession(ctx, id)
	})
	sc.Given(`^the sessions:$`, func(ctx context.Context, t *godog.Table) error {
		return eachRow(t, From(ctx).addSession)
	})
	sc.Given(`^the (session|agent|project) "([^"]*)" has the stored (labels|annotations) (?:text )?(.*)$`, giveStored)
	sc.Given(`^the platform's clock stands still$`, func(ctx context.Context) error {
		return From(ctx).stopClock(ctx)
	})
	sc.Given(`^a minute passes on the platform$`, func(ctx context.Context) error {
		w := From(ctx)
		if err := w.arrange(ctx); err != nil {
			return err
		}
		return w.env.Platform().Advance(ctx, time.Minute)
	})
	sc.Given(`^(\d+) sessions in project "([^"]*)"$`, func(ctx context.Context, n int, project string) error {
		for i := range n {
			row := map[string]string{"name": fmt.Sprintf("s%03d", i+1), "project": project}
			if err := From(ctx).addSession(row); err != nil {
				return err
			}
		}
		return nil
	})
	sc.Given(`^(\d+) projects$`, func(ctx context.Context, n int) error {
		for i := range n {
			if err := From(ctx).addProject(map[string]string{"name": fmt.Sprintf("p%03d", i+1)}); err != nil {
				return err
			}
		}
		return nil
	})
	sc.Given(`^(\d+) agents in project "([^"]*)"$`, func(ctx context.Context, n int, project string) error {
		for i := range n {
			row := map[string]string{"name": fmt.Sprintf("a%03d", i+1), "project": project}
			if err := From(ctx).addAgent(row); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *World) addProject(row map[string]string) error {
	thing, err := w.thing(row)
	if err != nil {
		return err
	}
	if w.seed.project == "" {
		w.seed.project = row["name"]
	}
	w.seed.Projects = append(w.seed.Projects, thing)
	return nil
}

func (w *World) addAgent(row map[string]string) error {
	thing, err := w.thing(row)
	if err != nil {
		return err
	}
	name := row["name"]
	w.defaults(thing, map[string]string{
		"id": uuid.NewString(), "owner": defaultClient, "project": w.seed.project,
		"prompt": "You are " + name + ".",
	})
	if thing["project"] == "none" {
		delete(thing, "project")
	}
	id := fmt.Sprint(thing["id"])
	w.names.set("agent:"+name+"/"+fmt.Sprint(thing["owner"]), id)
	w.names.set("agent:"+name, id)
	w.seed.Agents = append(w.seed.Agents, thing)
	return nil
}

func (w *World) addSession(row map[string]string) error {
	thing, err := w.thing(row)
	if err != nil {
		return err
	}
	w.defaults(thing, map[string]string{
		"id": ksuid.New().String(), "owner": defaultClient, "project": w.seed.project,
	})
	w.names.set(row["name"], fmt.Sprint(thing["id"]))
	w.seed.Sessions = append(w.seed.Sessions, thing)
	return nil
}

// addTalk adds a session with messages in it.
func (w *World) addTalk(row map[string]string, messages *godog.Table) error {
	if err := w.addSession(row); err != nil {
		return err
	}
	rows, err := tableRows(messages)
	if err != nil {
		return err
	}
	w.seed.Sessions[len(w.seed.Sessions)-1]["messages"] = rows
	return nil
}

// thing takes the cells that are not empty; labels and annotations that are a JSON object become one.
func (w *World) thing(row map[string]string) (seedThing, error) {
	thing := seedThing{}
	for key, cell := range row {
		if cell == "" {
			continue
		}
		cell, err := w.names.expand(cell)
		if err != nil {
			return nil, err
		}
		switch pairs := (map[string]string{}); {
		case (key == "labels" || key == "annotations") && json.Unmarshal([]byte(cell), &pairs) == nil:
			thing[key] = pairs
		case key == "versions":
			thing[key] = json.Number(cell)
		default:
			thing[key] = cell
		}
	}
	return thing, nil
}

func (w *World) defaults(thing seedThing, values map[string]string) {
	for key, value := range values {
		if _, given := thing[key]; !given && value != "" {
			thing[key] = value
		}
	}
}

// giveStored puts text into the labels or annotations of a thing that is not yet on the platform.
func giveStored(ctx context.Context, kind, name, field, text string) error {
	w := From(ctx)
	text, err := w.names.expand(text)
	if err != nil {
		return err
	}
	if text == "of no characters" {
		text = ""
	}
	for _, thing := range map[string][]seedThing{"session": w.seed.Sessions, "agent": w.seed.Agents, "project": w.seed.Projects}[kind] {
		if thing["name"] == name {
			thing[field] = text
			return nil
		}
	}
	return fmt.Errorf("the scenario has no %s %q that is not on the platform yet", kind, name)
}

// arrange puts on the platform what the scenario has said about it.
func (w *World) arrange(ctx context.Context) error {
	s := w.seed
	if len(s.Projects)+len(s.Agents)+len(s.Sessions) == 0 {
		return nil
	}
	document, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	if err := w.env.Platform().Seed(ctx, string(document)); err != nil {
		return err
	}
	w.seed = seedDocument{project: s.project}
	return nil
}

// stopClock makes the platform's clock stand until the scenario moves it.
func (w *World) stopClock(ctx context.Context) error {
	return w.env.Platform().SetClock(ctx, control.ClockState{Mode: "frozen", Now: standing})
}
