// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package openapicheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
)

// stream judges an event stream frame by frame. What the document says of one
// is in extensions of its media type: x-event-data names the schema of a data
// line, x-headers the headers a stream must have.
type stream struct {
	x       *exchange
	schema  *openapi3.Schema
	last    int64
	pending []byte
	// given up after a first fault of the framing: what follows would be noise
	broken bool
}

// newStream judges the beginning of a stream.
func (x *exchange) newStream(status int, header http.Header) *stream {
	s := &stream{x: x}
	fail := func(err error) *stream {
		x.fail("%w", err)
		s.broken = true
		return s
	}
	if x.requestErr != nil {
		return fail(fmt.Errorf("streamed although the document refuses the request: %w", x.requestErr))
	}
	m, err := x.media(status, header.Get("Content-Type"))
	if err != nil {
		return fail(err)
	}
	if x.input.Request.Header.Get("Accept") != eventStream {
		return fail(fmt.Errorf("streamed to a request that does not accept exactly %s", eventStream))
	}
	headers, _ := m.Extensions["x-headers"].(map[string]any)
	for name, want := range headers {
		if got := header.Get(name); got != want {
			return fail(fmt.Errorf("stream header %s is %q, want %q", name, got, want))
		}
	}
	name, _ := m.Extensions["x-event-data"].(string)
	ref := x.doc.doc.Components.Schemas[name]
	if ref == nil {
		return fail(fmt.Errorf("the document does not say what a frame holds (x-event-data %q)", name))
	}
	s.schema = ref.Value
	s.last = x.cursor()
	return s
}

// cursor is the seq after which the request wants messages; the request has been found valid.
func (x *exchange) cursor() int64 {
	after := x.input.Request.Header.Get("Last-Event-ID")
	if after == "" {
		after = x.url.Query().Get("after_seq")
	}
	seq, _ := strconv.ParseInt(after, 10, 64)
	return seq
}

// write takes the next bytes of the stream, which may end anywhere.
func (s *stream) write(p []byte) {
	if s.broken {
		return
	}
	s.pending = append(s.pending, p...)
	for {
		frame, rest, found := bytes.Cut(s.pending, []byte("\n\n"))
		if !found {
			return
		}
		s.pending = rest
		if err := s.frame(frame); err != nil {
			s.broken = true
			s.x.fail("stream after seq %d: %w", s.last, err)
			return
		}
	}
}

// frame judges a whole frame: a comment, or an id line and a data line.
func (s *stream) frame(frame []byte) error {
	if bytes.HasPrefix(frame, []byte(":")) && !bytes.ContainsRune(frame, '\n') {
		return nil
	}
	lines := bytes.Split(frame, []byte("\n"))
	if len(lines) != 2 {
		return fmt.Errorf("a frame of %d lines, want an id line and a data line", len(lines))
	}
	id, isID := bytes.CutPrefix(lines[0], []byte("id: "))
	data, isData := bytes.CutPrefix(lines[1], []byte("data: "))
	if !isID || !isData {
		return fmt.Errorf("a frame that is not an id line and a data line")
	}
	if err := s.x.visit(s.schema, data, "frame"); err != nil {
		return err
	}
	var message struct {
		Seq       int64  `json:"seq"`
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(data, &message); err != nil {
		return fmt.Errorf("frame: %w", err)
	}
	switch {
	case strconv.FormatInt(message.Seq, 10) != string(id):
		return fmt.Errorf("frame id %q carries seq %d", id, message.Seq)
	case message.Seq <= s.last:
		return fmt.Errorf("seq %d again or out of order", message.Seq)
	case message.SessionID != s.x.params["id"]:
		return fmt.Errorf("message %d is of session %q", message.Seq, message.SessionID)
	}
	s.last = message.Seq
	return nil
}
