// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/tmaxmax/go-sse"
)

// Messages is GET /sessions/{id}/messages: every message with seq > after, in
// the platform's order.
func (c *Client) Messages(ctx context.Context, id string, after int64) ([]*Message, error) {
	r := get("/sessions/{id}/messages", afterSeq(after), "sessions", id, "messages")
	body, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	var items []json.RawMessage
	doc, err := document(body)
	if err == nil {
		err = json.Unmarshal(doc, &items)
	}
	if err != nil || items == nil {
		return nil, &MalformedError{Operation: r.operation, Problem: "it is not a list of messages"}
	}
	messages := make([]*Message, 0, len(items))
	for _, item := range items {
		m, err := decodeMessage(item)
		if err != nil {
			return nil, &MalformedError{Operation: r.operation, Problem: err.Error()}
		}
		messages = append(messages, m)
	}
	return messages, nil
}

func afterSeq(after int64) url.Values { return url.Values{"after_seq": {strconv.FormatInt(after, 10)}} }

// MessageStream is an open message stream of a session.
type MessageStream struct {
	operation string
	body      io.ReadCloser
	cancel    context.CancelFunc
}

// StreamMessages is GET /sessions/{id}/messages as an event stream: messages
// with seq > after, then new ones as they come. A lastEventID that is not
// empty is sent as Last-Event-ID, which wins over after. The stream lives until
// ctx ends, it is closed, or the platform ends it.
func (c *Client) StreamMessages(ctx context.Context, id string, after int64, lastEventID string) (*MessageStream, error) {
	r := get("/sessions/{id}/messages", afterSeq(after), "sessions", id, "messages")
	r.operation += " (stream)"
	r.accept, r.lastEventID = eventStream, lastEventID
	ctx, cancel := context.WithCancelCause(ctx)
	stop := func() { cancel(context.Canceled) }
	// A stream has no end of its own, so only the wait for its headers is bounded.
	headers := time.AfterFunc(RequestTimeout, func() { cancel(context.DeadlineExceeded) })
	defer headers.Stop()
	req, err := c.request(ctx, r)
	if err != nil {
		stop()
		return nil, err
	}
	res, err := c.http.Do(req)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		stop()
		return nil, transportError(r.operation, err)
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch {
	case res.StatusCode != http.StatusOK:
		err = &StatusError{Status: res.StatusCode, Operation: r.operation}
		if res.StatusCode > 200 && res.StatusCode < 300 {
			err = &MalformedError{Operation: r.operation, Problem: "it is not a stream"}
		}
	case kind != eventStream:
		err = &MalformedError{Operation: r.operation, Problem: "it is not an event stream"}
	}
	if err != nil {
		stop()
		_ = res.Body.Close()
		return nil, err
	}
	return &MessageStream{operation: r.operation, body: res.Body, cancel: stop}, nil
}

// Close ends the stream. It may be called at any time, and more than once.
func (s *MessageStream) Close() {
	s.cancel()
	_ = s.body.Close()
}

// All yields the messages as they arrive, then, unless the platform ended the
// stream in an orderly way, one error. It can be ranged over once.
func (s *MessageStream) All() iter.Seq2[*Message, error] {
	return readMessages(s.operation, s.body)
}

func readMessages(operation string, r io.Reader) iter.Seq2[*Message, error] {
	return func(yield func(*Message, error) bool) {
		for event, err := range sse.Read(r, &sse.ReadConfig{MaxEventSize: MaxEventBytes}) {
			if err != nil {
				yield(nil, transportError(operation, err))
				return
			}
			if event.Data == "" || (event.Type != "" && event.Type != "message") {
				continue // Not a message: an event of a kind we do not know.
			}
			m, err := decodeMessage(json.RawMessage(event.Data))
			if err != nil {
				yield(nil, &MalformedError{Operation: operation, Problem: err.Error()})
				return
			}
			if !yield(m, nil) {
				return
			}
		}
	}
}
