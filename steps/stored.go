// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func addStored(sc *godog.ScenarioContext) {
	sc.Then(`^the answer is the stored (session|agent|project) "([^"]*)"$`, func(ctx context.Context, kind, name string) error {
		return From(ctx).answerIsStored(ctx, kind, name)
	})
	sc.Then(`^the stored (session|agent|project) "([^"]*)" has the (labels|annotations) (\{.*\})$`, storedPairs)
	sc.Then(`^the stored (session|agent|project) "([^"]*)" has the (labels|annotations) text (.+)$`,
		func(ctx context.Context, kind, name, field, text string) error {
			w := From(ctx)
			thing, err := w.stored(ctx, kind, name)
			if err != nil {
				return err
			}
			if text == "of no characters" {
				text = ""
			}
			if got, ok := thing[field].(string); !ok || got != text {
				return fmt.Errorf("expected the %s text %q, got %s", field, text, encode(thing[field]))
			}
			return nil
		})
	sc.Then(`^the stored (session|agent|project) "([^"]*)" has no "([^"]*)"$`, func(ctx context.Context, kind, name, field string) error {
		thing, err := From(ctx).stored(ctx, kind, name)
		if err != nil {
			return err
		}
		if v, ok := thing[field]; ok {
			return fmt.Errorf("expected no %s, got %s", field, encode(v))
		}
		return nil
	})
	sc.Then(`^the stored (session|agent|project) "([^"]*)" has the "([^"]*)" ([\["{\d-].*|true|false|null)$`,
		func(ctx context.Context, kind, name, field, literal string) error {
			w := From(ctx)
			thing, err := w.stored(ctx, kind, name)
			if err != nil {
				return err
			}
			return w.has(thing, field, literal)
		})
	sc.Then(`^the stored agent "([^"]*)" has the versions:$`, storedVersions)
	sc.Then(`^the stored (session|agent|project) "([^"]*)" has these (labels|annotations):$`,
		func(ctx context.Context, kind, name, field string, text *godog.DocString) error {
			return storedPairs(ctx, kind, name, field, text.Content)
		})
	sc.Then(`^the stored (session|agent|project) "([^"]*)" has the (label|annotation) "([^"]*)" with the value "([^"]*)"$`, storedPair)
	sc.Then(`^the stored agent "([^"]*)" has the prompt:$`, storedPrompt)
	sc.Then(`^nothing stored has changed$`, func(ctx context.Context) error {
		return From(ctx).unchangedBut(ctx, "", "")
	})
	sc.Then(`^nothing stored has changed but the (session|agent|project) "([^"]*)"$`, func(ctx context.Context, kind, name string) error {
		return From(ctx).unchangedBut(ctx, kind, name)
	})
	sc.Then(`^the platform stores exactly the (sessions|agents|projects) ("[^"]*"(?:, "[^"]*")*)$`,
		func(ctx context.Context, kind, list string) error {
			things, err := From(ctx).things(ctx, strings.TrimSuffix(kind, "s"))
			if err != nil {
				return err
			}
			var got []string
			for _, thing := range things {
				got = append(got, cellOf(thing["name"], true))
			}
			return sameStrings(sorted(quoted(list)), sorted(got))
		})
	sc.Then(`^the platform stores the messages of "([^"]*)":$`, storedMessages)
	sc.Then(`^the platform stores no message in "([^"]*)"$`, func(ctx context.Context, name string) error {
		messages, err := From(ctx).messages(ctx, name)
		if err == nil && len(messages) > 0 {
			err = fmt.Errorf("expected no message, got %s", encode(messages))
		}
		return err
	})
}

// things returns what the platform stores of a kind, as JSON objects.
func (w *World) things(ctx context.Context, kind string) ([]map[string]any, error) {
	if err := w.arrange(ctx); err != nil {
		return nil, err
	}
	state, err := w.env.Platform().State(ctx)
	if err != nil {
		return nil, err
	}
	var out []map[string]any
	for _, raw := range rawThings(state, kind) {
		thing, err := object(string(raw))
		if err != nil {
			return nil, err
		}
		out = append(out, thing)
	}
	return out, nil
}

func rawThings(state control.State, kind string) []json.RawMessage {
	switch kind {
	case "session":
		return state.Sessions
	case "project":
		return state.Projects
	}
	var out []json.RawMessage
	for _, a := range state.Agents {
		out = append(out, a.Agent)
	}
	return out
}

// thingID returns the id of what the scenario calls by that name.
func (w *World) thingID(kind, name string) (string, error) {
	switch kind {
	case "project":
		return name, nil
	case "agent":
		if id, err := w.names.id("agent:" + name); err == nil {
			return id, nil
		}
	}
	return w.names.id(name)
}

// stored returns the thing as the platform stores it.
func (w *World) stored(ctx context.Context, kind, name string) (map[string]any, error) {
	id, err := w.thingID(kind, name)
	if err != nil {
		return nil, err
	}
	things, err := w.things(ctx, kind)
	if err != nil {
		return nil, err
	}
	for _, thing := range things {
		if thing["id"] == id {
			return thing, nil
		}
	}
	return nil, fmt.Errorf("the platform stores no %s %q (%s)", kind, name, id)
}

// collection is the path segment of a kind.
var collection = map[string]string{"session": "sessions", "agent": "agents", "project": "projects"}

// answerIsStored compares the whole answer with what the platform stores. A
// session that was never started is answered as Pending.
func (w *World) answerIsStored(ctx context.Context, kind, name string) error {
	doc, err := w.last.document()
	if err != nil {
		return err
	}
	thing, err := w.stored(ctx, kind, name)
	if err != nil {
		return err
	}
	thing["kind"] = strings.ToUpper(kind[:1]) + kind[1:]
	thing["href"] = fmt.Sprintf("%s/%s/%s", apiBase, collection[kind], thing["id"])
	if _, started := thing["phase"]; kind == "session" && !started {
		thing["phase"] = "Pending"
	}
	return same(any(thing), any(doc))
}
