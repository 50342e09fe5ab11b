// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"k8s.io/utils/clock"
)

// Options are the choices of a [Conn].
type Options struct {
	// Clock stamps the log; real time when nil.
	Clock clock.PassiveClock
	// Scrub takes secrets out of what [Conn.Log] returns; nothing is taken out when nil. See [Tokens].
	Scrub func(string) string
}

// Conn exchanges JSON-RPC messages over a [Stream] and keeps everything that
// passed. All methods may be called concurrently. Make one with [NewConn] and
// end it with [Conn.Close].
type Conn struct {
	stream Stream
	clock  clock.PassiveClock
	scrub  func(string) string
	cancel context.CancelFunc
	closed chan struct{} // closed once nothing more will be received

	mu         sync.Mutex
	changed    chan struct{} // closed and replaced whenever a message arrives or the stream ends
	nextID     int64
	asked      map[string]int // ids of requests sent, with how many answers each still may have
	messages   []Message
	log        []Record
	violations []string
	err        error
}

// NewConn starts reading from the stream.
func NewConn(stream Stream, o Options) *Conn {
	if o.Clock == nil {
		o.Clock = clock.RealClock{}
	}
	if o.Scrub == nil {
		o.Scrub = func(s string) string { return s }
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &Conn{
		stream: stream, clock: o.Clock, scrub: o.Scrub, cancel: cancel,
		closed: make(chan struct{}), changed: make(chan struct{}), asked: map[string]int{},
	}
	go c.read(ctx)
	return c
}

// Send writes raw as it is, well-formed or not. Over SSE an answer other than
// 2xx is a [*StatusError].
func (c *Conn) Send(ctx context.Context, raw []byte) error {
	c.mu.Lock()
	c.log = append(c.log, Record{At: c.clock.Now(), Direction: Sent, Text: string(raw)})
	for _, id := range requestIDs(raw) {
		c.asked[id]++
	}
	c.mu.Unlock()
	if err := c.stream.Send(ctx, raw); err != nil {
		return fmt.Errorf("send: %w", err)
	}
	return nil
}

// Messages returns everything received so far, in order of arrival.
func (c *Conn) Messages() []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.messages)
}

// Notifications returns the notifications received so far, in order of arrival.
func (c *Conn) Notifications() []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Message
	for _, m := range c.messages {
		if m.IsNotification() {
			out = append(out, m)
		}
	}
	return out
}

// Await returns the first message, received already or yet to come, for which
// match holds. It fails with an error wrapping io.EOF when the stream ends
// before, and with the context's error when that ends first.
func (c *Conn) Await(ctx context.Context, match func(Message) bool) (Message, error) {
	return c.awaitFrom(ctx, 0, match)
}

func (c *Conn) awaitFrom(ctx context.Context, from int, match func(Message) bool) (Message, error) {
	for {
		c.mu.Lock()
		fresh, changed, end := c.messages[from:], c.changed, c.err
		c.mu.Unlock()
		for _, m := range fresh {
			if match(m) {
				return m, nil
			}
		}
		from += len(fresh)
		if end != nil {
			return Message{}, fmt.Errorf("await message: stream ended: %w", end)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Message{}, fmt.Errorf("await message: %w", ctx.Err())
		}
	}
}

// WaitClosed waits until the server has ended the stream or [Conn.Close] was called.
func (c *Conn) WaitClosed(ctx context.Context) error {
	select {
	case <-c.closed:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("await end of stream: %w", ctx.Err())
	}
}

// Closed is closed once nothing more will be received.
func (c *Conn) Closed() <-chan struct{} { return c.closed }

// Log returns both directions so far, scrubbed.
func (c *Conn) Log() []Record {
	c.mu.Lock()
	out := slices.Clone(c.log)
	c.mu.Unlock()
	for i := range out {
		out[i].Text = c.scrub(out[i].Text)
	}
	return out
}

// Received returns all that the server has sent, scrubbed, one frame a line: the standard output of one on stdio.
func (c *Conn) Received() string {
	var b strings.Builder
	for _, r := range c.Log() {
		if r.Direction == Received {
			b.WriteString(r.Text + "\n")
		}
	}
	return b.String()
}

// Violations says, scrubbed, what the server sent that JSON-RPC does not allow.
func (c *Conn) Violations() []string {
	c.mu.Lock()
	out := slices.Clone(c.violations)
	c.mu.Unlock()
	for i := range out {
		out[i] = c.scrub(out[i])
	}
	return out
}

// Posts returns the answers to the POSTs so far when the stream is SSE.
func (c *Conn) Posts() []Post {
	if s, ok := c.stream.(interface{ Posts() []Post }); ok {
		return s.Posts()
	}
	return nil
}

// Close drops the connection and waits for the reader to end.
func (c *Conn) Close() error {
	c.cancel()
	err := c.stream.Close()
	<-c.closed
	if err != nil {
		return fmt.Errorf("close stream: %w", err)
	}
	return nil
}

func (c *Conn) read(ctx context.Context) {
	for {
		raw, err := c.stream.Receive(ctx)
		c.mu.Lock()
		if err == nil {
			c.take(raw)
		} else {
			c.end(err)
		}
		close(c.changed)
		c.changed = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// take files one received frame; c.mu is held.
func (c *Conn) take(raw []byte) {
	c.log = append(c.log, Record{At: c.clock.Now(), Direction: Received, Text: string(raw)})
	m, problem := parse(raw)
	if problem == "" && m.IsAnswer() && string(m.ID) != "null" {
		left, known := c.asked[string(m.ID)]
		switch {
		case !known:
			problem = "answers an id that was never sent"
		case left == 0:
			problem = "answers an id once more than it was sent"
		default:
			c.asked[string(m.ID)] = left - 1
		}
	}
	if problem != "" {
		c.violations = append(c.violations, problem+": "+excerpt(raw))
	}
	if m.Raw != nil {
		c.messages = append(c.messages, m)
	}
}

// end files why nothing more will be received; c.mu is held.
func (c *Conn) end(err error) {
	if errors.Is(err, ErrProtocol) {
		c.violations = append(c.violations, err.Error())
	}
	if !errors.Is(err, io.EOF) {
		// Whoever waits for a message asks for io.EOF; why it came is behind it.
		err = fmt.Errorf("%w (%w)", io.EOF, err)
	}
	c.err = err
	close(c.closed)
}

func excerpt(raw []byte) string {
	const most = 200
	if raw = bytes.TrimSpace(raw); len(raw) > most {
		return string(raw[:most]) + "…"
	}
	return string(raw)
}

// requestIDs returns the ids of the requests in raw, one or a batch; none when raw is not JSON.
func requestIDs(raw []byte) []string {
	var batch []Message
	if json.Unmarshal(raw, &batch) != nil {
		var m Message
		if json.Unmarshal(raw, &m) != nil {
			return nil
		}
		batch = []Message{m}
	}
	var ids []string
	for _, m := range batch {
		if m.ID != nil {
			ids = append(ids, string(m.ID))
		}
	}
	return ids
}
