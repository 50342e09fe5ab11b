// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// messages returns the messages of a session in order of seq.
func (w *World) messages(ctx context.Context, name string) ([]control.Message, error) {
	id, err := w.names.id(name)
	if err != nil {
		return nil, err
	}
	if err := w.arrange(ctx); err != nil {
		return nil, err
	}
	state, err := w.env.Platform().State(ctx)
	if err != nil {
		return nil, err
	}
	var out []control.Message
	for _, m := range state.Messages {
		if m.SessionID == id {
			out = append(out, m)
		}
	}
	return out, nil
}

// storedMessages compares all messages of a session.
func storedMessages(ctx context.Context, name string, t *godog.Table) error {
	w := From(ctx)
	rows, err := tableRows(t)
	if err != nil {
		return err
	}
	messages, err := w.messages(ctx, name)
	if err != nil {
		return err
	}
	var expected, got []string
	for _, row := range rows {
		payload, err := w.names.expand(row["payload"])
		if err != nil {
			return err
		}
		expected = append(expected, row["event_type"]+": "+payload)
	}
	for _, m := range messages {
		got = append(got, m.EventType+": "+m.Payload)
	}
	return sameStrings(expected, got)
}
