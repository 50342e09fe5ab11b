// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// unchangedBut checks that the platform stores what it stored before the last
// tool call, except for the thing of that name.
func (w *World) unchangedBut(ctx context.Context, kind, name string) error {
	if w.last == nil {
		return errNoAnswer
	}
	except := ""
	if name != "" {
		var err error
		if except, err = w.thingID(kind, name); err != nil {
			return err
		}
	}
	now, err := w.env.Platform().State(ctx)
	if err != nil {
		return err
	}
	before, err := flat(w.before.state, except)
	if err != nil {
		return err
	}
	after, err := flat(now, except)
	if err != nil {
		return err
	}
	return same(before, after)
}

// flat is a state as JSON, without the thing of that id and its messages.
func flat(s control.State, except string) (map[string]any, error) {
	kept := map[string]any{}
	keep := func(kind, id string, v any) error {
		if id == except {
			return nil
		}
		text, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("%s %s: %w", kind, id, err)
		}
		kept[kind+" "+id], err = decode(string(text))
		return err
	}
	for _, kind := range []string{"session", "project"} {
		for _, raw := range rawThings(s, kind) {
			thing, err := object(string(raw))
			if err != nil {
				return nil, err
			}
			if err := keep(kind, fmt.Sprint(thing["id"]), thing); err != nil {
				return nil, err
			}
		}
	}
	for _, a := range s.Agents {
		thing, err := object(string(a.Agent))
		if err != nil {
			return nil, err
		}
		if err := keep("agent", fmt.Sprint(thing["id"]), a); err != nil {
			return nil, err
		}
	}
	for _, m := range s.Messages {
		if m.SessionID == except {
			continue
		}
		if err := keep("message", m.ID, m); err != nil {
			return nil, err
		}
	}
	return kept, nil
}
