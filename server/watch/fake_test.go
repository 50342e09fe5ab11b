// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
)

// fake is a platform with one session.
type fake struct {
	mu       sync.Mutex
	phase    string
	messages []Message
	changed  chan struct{}
	cut      chan struct{} // closed to end every open stream
	// What fails, nil for nothing.
	phaseErr, listErr, streamErr error
	hangPhase                    bool
	// forgetful platforms list every message, whatever was asked for.
	forgetful bool
	// deaf streams yield nothing: what is announced on them is lost.
	deaf                     bool
	open                     int
	phases, lists, streams   int
	listedAfter, streamAfter []int64
}

func newFake() *fake {
	return &fake{phase: "Running", changed: make(chan struct{}), cut: make(chan struct{})}
}

func refused(status int) error { return &platform.StatusError{Status: status, Operation: "GET"} }

var errDown = errors.New("connection refused")

// set changes the fake and wakes its streams.
func (f *fake) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *fake) push(seqs ...int64) {
	f.set(func() {
		for _, seq := range seqs {
			f.messages = append(f.messages, Message{Seq: seq, EventType: "assistant", Raw: json.RawMessage(fmt.Sprintf(`{"seq":%d}`, seq))})
		}
	})
}

func (f *fake) cutStreams() {
	f.set(func() {
		close(f.cut)
		f.cut = make(chan struct{})
	})
}

func (f *fake) counts() (open, phases, lists, streams int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.open, f.phases, f.lists, f.streams
}

func (f *fake) Phase(ctx context.Context, _ string) (string, error) {
	f.mu.Lock()
	f.phases++
	phase, err, hang := f.phase, f.phaseErr, f.hangPhase
	f.mu.Unlock()
	if hang {
		<-ctx.Done()
		return "", ctx.Err()
	}
	if err != nil {
		return "", err
	}
	return phase, ctx.Err()
}

func (f *fake) MessagesAfter(ctx context.Context, _ string, after int64) ([]Message, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lists++
	f.listedAfter = append(f.listedAfter, after)
	if f.listErr != nil {
		return nil, f.listErr
	}
	if f.forgetful {
		after = 0
	}
	return f.above(after), ctx.Err()
}

func (f *fake) above(after int64) []Message {
	i := slices.IndexFunc(f.messages, func(m Message) bool { return m.Seq > after })
	if i < 0 {
		return nil
	}
	return slices.Clone(f.messages[i:])
}

func (f *fake) OpenStream(ctx context.Context, _ string, after int64) (Stream, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.streams++
	f.streamAfter = append(f.streamAfter, after)
	if f.streamErr != nil {
		return nil, f.streamErr
	}
	f.open++
	return &fakeStream{fake: f, ctx: ctx, after: after, cut: f.cut}, nil
}

type fakeStream struct {
	fake  *fake
	ctx   context.Context
	after int64
	cut   chan struct{}
	once  sync.Once
}

func (s *fakeStream) All() iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for {
			select {
			case <-s.ctx.Done():
				yield(Message{}, s.ctx.Err())
				return
			case <-s.cut:
				yield(Message{}, errDown)
				return
			default:
			}
			s.fake.mu.Lock()
			changed, news := s.fake.changed, s.fake.above(s.after)
			if s.fake.deaf {
				news = nil
			}
			s.fake.mu.Unlock()
			for _, m := range news {
				if !yield(m, nil) {
					return
				}
				s.after = m.Seq
			}
			select {
			case <-changed:
			case <-s.ctx.Done():
			case <-s.cut:
			}
		}
	}
}

func (s *fakeStream) Close() {
	s.once.Do(func() {
		s.fake.mu.Lock()
		defer s.fake.mu.Unlock()
		s.fake.open--
	})
}

// client is an MCP client that keeps what it was notified of.
type client struct {
	mu   sync.Mutex
	got  []string
	hold chan struct{} // while not nil and open, the client takes nothing
}

func (c *client) notify(ctx context.Context, _ string, params any) error {
	c.mu.Lock()
	hold := c.hold
	c.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch body := params.(map[string]any)["progress"].(type) {
	case messageBody:
		var m struct{ Seq int64 }
		if err := json.Unmarshal(body.Message, &m); err != nil {
			return err
		}
		c.got = append(c.got, fmt.Sprint(m.Seq))
	case terminalBody:
		c.got = append(c.got, body.Phase)
	default:
		c.got = append(c.got, fmt.Sprintf("%T", body))
	}
	return nil
}

func (c *client) expect(t *testing.T, want ...string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Equal(c.got, want) {
		t.Errorf("client was notified of %v, want %v", c.got, want)
	}
}
