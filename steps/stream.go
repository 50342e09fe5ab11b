// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// addStream registers what happens on the platform while somebody watches:
// messages, phases, and the streams it serves.
func addStream(sc *godog.ScenarioContext) {
	sc.Step(`^the session "([^"]*)" has the messages:$`, func(ctx context.Context, session string, t *godog.Table) error {
		return eachRow(t, func(row map[string]string) error {
			return From(ctx).store(ctx, session, row["name"], control.NewMessage{EventType: row["event_type"], Payload: row["payload"]})
		})
	})
	sc.Step(`^the agent writes "([^"]*)" in "([^"]*)"$`, func(ctx context.Context, payload, session string) error {
		return From(ctx).store(ctx, session, "", control.NewMessage{EventType: "assistant", Payload: payload})
	})
	sc.Step(`^the agent (?:has written|writes) (\d+) (?:more )?messages? in "([^"]*)"$`, func(ctx context.Context, n int, session string) error {
		return From(ctx).store(ctx, session, "", From(ctx).numbered(n, "message", 0)...)
	})
	sc.Step(`^(\d+) messages of (\d+) kilobytes are stored in "([^"]*)"$`, func(ctx context.Context, n, kilobytes int, session string) error {
		for _, m := range From(ctx).numbered(n, "large message", kilobytes<<10) {
			if err := From(ctx).store(ctx, session, "", m); err != nil {
				return err
			}
		}
		return nil
	})
	sc.Step(`^a message of type "([^"]*)" with the payload ("(?:[^"\\]|\\.)*") is stored in "([^"]*)"$`,
		func(ctx context.Context, kind, literal, session string) error {
			payload, err := strconv.Unquote(literal)
			if err != nil {
				return fmt.Errorf("the payload %s: %w", literal, err)
			}
			return From(ctx).store(ctx, session, "", control.NewMessage{EventType: kind, Payload: payload})
		})
	sc.Step(`^"([^"]*)" becomes (Pending|Creating|Running|Stopping|Stopped|Completed|Failed)$`, func(ctx context.Context, session, phase string) error {
		return From(ctx).onSession(ctx, session, func(id string) error { return From(ctx).env.Platform().SetPhase(ctx, id, phase) })
	})
	sc.Step(`^"([^"]*)" is deleted on the platform$`, func(ctx context.Context, session string) error {
		return From(ctx).onSession(ctx, session, func(id string) error { return From(ctx).env.Platform().DeleteSession(ctx, id) })
	})
	sc.Step(`^the platform cuts the message stream of a session (once|\d+ times), after (\d+) messages?$`, func(ctx context.Context, times string, frames int) error {
		f := control.Fault{Kind: control.FaultCloseMidStream, AfterFrames: frames, Times: 1}
		if n, ok := strings.CutSuffix(times, " times"); ok {
			f.Times, _ = strconv.Atoi(n)
		}
		return From(ctx).fault(ctx, f, "GET /sessions/{id}/messages", 0, "")
	})
	sc.Step(`^the platform serves (no|\d+) message streams?$`, func(ctx context.Context, count string) error {
		n, _ := strconv.Atoi(count) // "no" is 0
		return From(ctx).servesStreams(ctx, n)
	})
	sc.Step(`^the platform was asked for (\d+) message streams? of "([^"]*)"$`, func(ctx context.Context, n int, session string) error {
		got, err := From(ctx).streamRequests(ctx, session)
		if err == nil && len(got) != n {
			err = fmt.Errorf("expected %d requests for a message stream, got %s", n, toldAll(got))
		}
		return err
	})
	sc.Step(`^the request for the message stream accepts event streams only, not compressed$`, func(ctx context.Context) error {
		w := From(ctx)
		got, err := w.streamRequests(ctx, w.watching.about.name)
		if err != nil {
			return err
		}
		for _, r := range got {
			if encoding := r.Header.Get("Accept-Encoding"); strings.Contains(encoding, "gzip") || strings.Contains(encoding, "*") {
				return fmt.Errorf("expected no compression to be accepted, got Accept-Encoding %q", encoding)
			}
		}
		if len(got) == 0 {
			return fmt.Errorf("the platform was asked for no message stream")
		}
		return nil
	})
	sc.Step(`^the message stream of "([^"]*)" was resumed after "([^"]*)"$`, func(ctx context.Context, session, message string) error {
		return From(ctx).resumedAfter(ctx, session, message)
	})
	sc.Step(`^the platform received (\d+) "GET /sessions/\{([^}]*)\}" calls? since "([^"]*)" began$`, func(ctx context.Context, n int, session, watch string) error {
		return From(ctx).phaseReads(ctx, n, session, watch)
	})
}

// store appends messages to a session, past every rule of the platform. A message with a name is {name.id}, {name.seq} from there on.
func (w *World) store(ctx context.Context, session, name string, messages ...control.NewMessage) error {
	return w.onSession(ctx, session, func(id string) error {
		stored, err := w.env.Platform().Append(ctx, id, messages...)
		if err != nil {
			return err
		}
		if name != "" {
			w.nameStored(name, stored[0])
		}
		return nil
	})
}

func (w *World) nameStored(name string, m control.Message) {
	w.names.set(name+".id", m.ID)
	w.names.set(name+".seq", strconv.FormatInt(m.Seq, 10))
	w.names.set(name+".created_at", m.CreatedAt.Format(time.RFC3339Nano))
}

// numbered makes messages, each with a payload of its own and at least that many bytes long.
func (w *World) numbered(n int, what string, bytes int) []control.NewMessage {
	out := make([]control.NewMessage, n)
	for i := range out {
		w.watching.sentinels++
		payload := fmt.Sprintf("%s %d", what, w.watching.sentinels)
		if bytes > len(payload) {
			payload += strings.Repeat(".", bytes-len(payload))
		}
		out[i] = control.NewMessage{EventType: "assistant", Payload: payload}
	}
	return out
}

// onSession does something with the id of a session that is on the platform.
func (w *World) onSession(ctx context.Context, session string, do func(id string) error) error {
	if err := w.arrange(ctx); err != nil {
		return err
	}
	id, err := w.names.id(session)
	if err != nil {
		return err
	}
	return do(id)
}

// servesStreams waits until the platform serves that many message streams, and
// checks that it is no passing state: it must be so twice in a row.
func (w *World) servesStreams(ctx context.Context, n int) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond) // the platform has no event for it
	defer tick.Stop()
	for seen := 0; ; {
		state, err := w.env.Platform().State(ctx)
		if err != nil {
			return fmt.Errorf("expected %d message streams to be served: %w", n, err)
		}
		if seen++; state.OpenStreams != n {
			seen = 0
		}
		if seen == 2 {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("expected %d message streams to be served, there are %d", n, state.OpenStreams)
		}
	}
}

// streamRequests returns the requests for a message stream of the session.
func (w *World) streamRequests(ctx context.Context, session string) ([]control.Request, error) {
	id, err := w.names.id(session)
	if err != nil {
		return nil, err
	}
	journal, err := w.env.Platform().Journal(ctx, 0)
	if err != nil {
		return nil, err
	}
	var out []control.Request
	for _, r := range journal.Requests {
		if r.Method == http.MethodGet && r.Path == apiBase+"/sessions/"+id+"/messages" && r.Header.Get("Accept") == "text/event-stream" {
			out = append(out, r)
		}
	}
	return out, nil
}

// resumedAfter checks from where the last request for the message stream began.
func (w *World) resumedAfter(ctx context.Context, session, message string) error {
	got, err := w.streamRequests(ctx, session)
	if err != nil {
		return err
	}
	if len(got) < 2 {
		return fmt.Errorf("expected the message stream to be asked for again, got %s", toldAll(got))
	}
	again := got[1]
	query, err := url.ParseQuery(again.Query)
	if err != nil {
		return fmt.Errorf("query %q: %w", again.Query, err)
	}
	from := query.Get("after_seq")
	if id := again.Header.Get("Last-Event-Id"); id != "" {
		from = id
	}
	if expected := strconv.FormatInt(w.seqOf(message), 10); from != expected {
		return fmt.Errorf("expected the message stream to be resumed after seq %s, got %q", expected, from)
	}
	return nil
}

// phaseReads counts how often the session was read since the watch began.
func (w *World) phaseReads(ctx context.Context, n int, session, watch string) error {
	id, err := w.names.id(session)
	if err != nil {
		return err
	}
	s, err := w.subscribed(watch)
	if err != nil {
		return err
	}
	journal, err := w.env.Platform().Journal(ctx, s.since)
	if err != nil {
		return err
	}
	count := 0
	for _, r := range journal.Requests {
		if r.Method == http.MethodGet && r.Path == apiBase+"/sessions/"+id {
			count++
		}
	}
	if count != n {
		return fmt.Errorf("expected the session to be read %d times, got %d: %s", n, count, toldAll(journal.Requests))
	}
	return nil
}
