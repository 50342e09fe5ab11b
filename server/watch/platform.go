// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
)

// Platform makes a [Backend] of the platform's client.
func Platform(c *platform.Client) Backend { return backend{c} }

type backend struct{ client *platform.Client }

func (b backend) Phase(ctx context.Context, sessionID string) (string, error) {
	s, err := b.client.GetSession(ctx, sessionID)
	if err != nil {
		return "", err
	}
	return s.Phase, nil
}

func (b backend) MessagesAfter(ctx context.Context, sessionID string, after int64) ([]Message, error) {
	list, err := b.client.Messages(ctx, sessionID, after)
	if err != nil {
		return nil, err
	}
	messages := make([]Message, len(list))
	for i, m := range list {
		messages[i] = message(m)
	}
	// The order of deliveries is that of seq, whatever the platform's was.
	slices.SortStableFunc(messages, func(a, b Message) int { return cmp.Compare(a.Seq, b.Seq) })
	return messages, nil
}

func (b backend) OpenStream(ctx context.Context, sessionID string, after int64) (Stream, error) {
	s, err := b.client.StreamMessages(ctx, sessionID, after, "")
	if err != nil {
		return nil, err
	}
	return stream{s}, nil
}

type stream struct{ *platform.MessageStream }

func (s stream) All() iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for m, err := range s.MessageStream.All() {
			if err != nil {
				yield(Message{}, err)
				return
			}
			if !yield(message(m), nil) {
				return
			}
		}
	}
}

func message(m *platform.Message) Message {
	return Message{Seq: m.Seq, EventType: m.EventType, Raw: m.Raw}
}
