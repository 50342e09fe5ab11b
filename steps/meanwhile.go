// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

const (
	// meanwhilePolls is how often another session is polled while a step lets time
	// pass: long enough for what a server does late, counted and not timed.
	meanwhilePolls = 5
	// meanwhile is how far a controlled clock is moved instead.
	meanwhile = 30 * time.Second
)

// aside watches a session made for it with the client of s. The scenario's own
// last answer and watch stay what they are.
func (w *World) aside(ctx context.Context, s *subscription, purpose, phase string) (*subscription, error) {
	w.watching.sentinels++
	name := fmt.Sprintf("%s-%d", purpose, w.watching.sentinels)
	if err := w.addSession(map[string]string{"name": name, "phase": phase}); err != nil {
		return nil, err
	}
	if err := w.arrange(ctx); err != nil {
		return nil, err
	}
	id, err := w.names.id(name)
	if err != nil {
		return nil, err
	}
	if _, err := w.env.Platform().Append(ctx, id, control.NewMessage{EventType: "system", Payload: name}); err != nil {
		return nil, err
	}
	answer, about, watch := w.last, w.watching.about, w.names.ids["watch"]
	if err := w.watch(ctx, s.client.name, name, "", name); err != nil {
		return nil, err
	}
	second := w.watching.about
	w.last, w.watching.about = answer, about
	w.names.set("watch", watch)
	return second, nil
}

// timePasses lets the server of s do what it would do later: a running session
// is watched until it has been polled a few times, or the controlled clock moves.
func (w *World) timePasses(ctx context.Context, s *subscription) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	other, err := w.aside(ctx, s, "meanwhile", "Running")
	if err != nil {
		return err
	}
	if s.client.controlled {
		err = s.client.Advance(ctx, meanwhile)
	} else {
		err = w.polled(ctx, other)
	}
	if err != nil {
		return fmt.Errorf("let time pass: %w", err)
	}
	m, err := s.client.Conn().CallTool(ctx, "unwatch_session_messages", map[string]string{"subscription_id": other.id})
	if err == nil && m.Error != nil {
		err = m.Error
	}
	return err
}

// polled waits until the phase of a watched session has been read a few times.
func (w *World) polled(ctx context.Context, s *subscription) error {
	tick := time.NewTicker(5 * time.Millisecond) // the platform has no event for it
	defer tick.Stop()
	for {
		journal, err := w.env.Platform().Journal(ctx, s.since)
		if err != nil {
			return err
		}
		count := 0
		for _, r := range journal.Requests {
			if r.Method == http.MethodGet && r.Path == apiBase+"/sessions/"+s.session {
				count++
			}
		}
		if count > meanwhilePolls { // the first read is the watch's own
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("session %s was read %d times: %w", s.session, count, ctx.Err())
		}
	}
}
