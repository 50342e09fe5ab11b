// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/cucumber/godog"
)

// addMention registers pushing a message and what becomes of its mentions.
func addMention(sc *godog.ScenarioContext) {
	sc.Step(`(?s)^the caller pushes "(.*)" to "([^"]*)"$`, func(ctx context.Context, text, session string) error {
		return From(ctx).push(ctx, text, session)
	})
	sc.Step(`^the caller pushes this to "([^"]*)":$`, func(ctx context.Context, session string, text *godog.DocString) error {
		return From(ctx).push(ctx, text.Content, session)
	})
	sc.Step(`^the delegated sessions are:$`, func(ctx context.Context, t *godog.Table) error {
		rows, err := tableRows(t)
		if err != nil {
			return err
		}
		return From(ctx).delegated(ctx, rows)
	})
	sc.Step(`^nothing was delegated$`, func(ctx context.Context) error { return From(ctx).delegated(ctx, nil) })
	sc.Step(`(?s)^one session was delegated, to "([^"]*)" with the prompt "(.*)" but for white space$`, func(ctx context.Context, agent, prompt string) error {
		w := From(ctx)
		children, err := w.children()
		if err != nil {
			return err
		}
		if len(children) != 1 {
			return fmt.Errorf("expected one child, got %s", encode(children))
		}
		got, _ := children[0]["prompt"].(string)
		if err := sameStrings([]string{unspaced(prompt)}, []string{unspaced(got)}); err != nil {
			return fmt.Errorf("prompt %q: %w", got, err)
		}
		return w.delegated(ctx, []map[string]string{{"agent": agent}})
	})
	sc.Step(`(?s)^the message stored in "([^"]*)" is "(.*)"$`, func(ctx context.Context, session, text string) error {
		w := From(ctx)
		messages, err := w.messages(ctx, session)
		if err != nil {
			return err
		}
		if len(messages) != 1 || messages[0].EventType != "user" || messages[0].Payload != text {
			return fmt.Errorf("expected one message of the user, %q, got %s", text, encode(messages))
		}
		return nil
	})
	sc.Step(`^the (answer|error)'s "([^"]*)" is the last stored message of "([^"]*)"$`, func(ctx context.Context, part, path, session string) error {
		return From(ctx).isLastStored(ctx, part, path, session)
	})
	sc.Step(`^"([^"]*)" has no child$`, func(ctx context.Context, session string) error { return From(ctx).hasChildren(ctx, session) })
	sc.Step(`^"([^"]*)" has one child, by "([^"]*)"$`, func(ctx context.Context, session, agent string) error {
		return From(ctx).hasChildren(ctx, session, agent)
	})
	sc.Step(`^the platform received in this order:$`, func(ctx context.Context, t *godog.Table) error {
		rows, err := tableRows(t)
		if err != nil {
			return err
		}
		return From(ctx).receivedInOrder(ctx, rows)
	})
}

// push calls push_message with the text as it is, but for the ids in it.
func (w *World) push(ctx context.Context, text, session string) error {
	text, err := w.names.expand(text)
	if err != nil {
		return err
	}
	id, err := w.names.id(session)
	if err != nil {
		return err
	}
	args, err := json.Marshal(map[string]string{"session_id": id, "text": text})
	if err != nil {
		return err
	}
	w.pushedTo = session
	return w.call(ctx, "push_message", args)
}

// children returns what the answer calls the delegated sessions.
func (w *World) children() ([]map[string]any, error) {
	doc, err := w.last.document()
	if err != nil {
		return nil, err
	}
	list, ok := doc["delegated_sessions"].([]any)
	if !ok {
		return nil, fmt.Errorf("expected a list of delegated_sessions, got %s", encode(doc))
	}
	out := make([]map[string]any, len(list))
	for i, v := range list {
		if out[i], ok = v.(map[string]any); !ok {
			return nil, fmt.Errorf("delegated_sessions.%d is no session: %s", i, encode(v))
		}
	}
	var first any
	if len(list) > 0 {
		first = list[0]
	}
	if v, ok := doc["delegated_session"]; !ok {
		return nil, fmt.Errorf("expected delegated_session, got %s", encode(doc))
	} else if err := same(first, v); err != nil {
		return nil, fmt.Errorf("delegated_session is not the first of delegated_sessions: %w", err)
	}
	return out, nil
}

// delegated checks the children of the last push: those of the answer, in order,
// are those that the platform stores, each started, with the parent's project
// unless the table has another, and with what the row says.
func (w *World) delegated(ctx context.Context, rows []map[string]string) error {
	parent, err := w.stored(ctx, "session", w.pushedTo)
	if err != nil {
		return err
	}
	children, err := w.children()
	if err != nil {
		return err
	}
	if len(children) != len(rows) {
		return fmt.Errorf("expected %d children, got %s", len(rows), encode(children))
	}
	var agents []string
	for i, row := range rows {
		agent, err := w.thingID("agent", row["agent"])
		if err != nil {
			return err
		}
		expected := map[string]string{
			"agent_id": agent, "parent_session_id": fmt.Sprint(parent["id"]), "project_id": fmt.Sprint(parent["project_id"]), "phase": "Pending",
		}
		for column, field := range map[string]string{"prompt": "prompt", "name": "name", "project": "project_id"} {
			if value, ok := row[column]; ok {
				expected[field] = value
			}
		}
		if err := w.isStoredChild(ctx, children[i], expected); err != nil {
			return fmt.Errorf("child %d: %w", i+1, err)
		}
		agents = append(agents, row["agent"])
	}
	return w.hasChildren(ctx, w.pushedTo, agents...)
}

// isStoredChild compares a child of the answer with the stored session of its id.
func (w *World) isStoredChild(ctx context.Context, child map[string]any, expected map[string]string) error {
	things, err := w.things(ctx, "session")
	if err != nil {
		return err
	}
	for _, thing := range things {
		if thing["id"] != child["id"] {
			continue
		}
		for field, value := range expected {
			for where, v := range map[string]any{"stored": thing[field], "answered": child[field]} {
				if v != value {
					return fmt.Errorf("expected the %s %s %q, got %s", where, field, value, encode(v))
				}
			}
		}
		return nil
	}
	return fmt.Errorf("the platform stores no session %v", child["id"])
}

// hasChildren checks that the stored children of the session are by these agents, and no others.
func (w *World) hasChildren(ctx context.Context, session string, agents ...string) error {
	parent, err := w.names.id(session)
	if err != nil {
		return err
	}
	things, err := w.things(ctx, "session")
	if err != nil {
		return err
	}
	var expected, got []string
	for _, agent := range agents {
		id, err := w.thingID("agent", agent)
		if err != nil {
			return err
		}
		expected = append(expected, id)
	}
	for _, thing := range things {
		if thing["parent_session_id"] == parent {
			got = append(got, fmt.Sprint(thing["agent_id"]))
		}
	}
	if err := sameStrings(sorted(expected), sorted(got)); err != nil {
		return fmt.Errorf("agents of the children of %q: %w", session, err)
	}
	return nil
}

// isLastStored compares a message of the answer with the one stored last.
func (w *World) isLastStored(ctx context.Context, part, path, session string) error {
	var in any
	if part == "answer" {
		doc, err := w.last.document()
		if err != nil {
			return err
		}
		in = doc
	} else {
		body, err := w.last.failure()
		if err != nil {
			return err
		}
		in = body.whole
	}
	messages, err := w.messages(ctx, session)
	if err != nil {
		return err
	}
	if len(messages) == 0 {
		return fmt.Errorf("the platform stores no message in %q", session)
	}
	text, err := json.Marshal(messages[len(messages)-1])
	if err != nil {
		return err
	}
	return w.has(in, path, string(text))
}

// receivedInOrder compares method and path of all requests of the last tool call.
func (w *World) receivedInOrder(ctx context.Context, rows []map[string]string) error {
	got, err := w.received(ctx)
	if err != nil {
		return err
	}
	if len(got) != len(rows) {
		return fmt.Errorf("expected %d calls, got %s", len(rows), toldAll(got))
	}
	for i, row := range rows {
		if row["method"] != got[i].Method {
			return fmt.Errorf("call %d of %s: expected %s %s", i+1, toldAll(got), row["method"], row["path"])
		}
		if err := w.samePath(row["path"], strings.TrimPrefix(got[i].Path, apiBase)); err != nil {
			return fmt.Errorf("call %d of %s: %w", i+1, toldAll(got), err)
		}
	}
	return nil
}

func unspaced(s string) string { return strings.Join(strings.Fields(s), "") }
