// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"sync"

	"github.com/tmaxmax/go-sse"
)

// maxAnswer bounds the body that is kept of an HTTP answer, in bytes.
const maxAnswer = 64 << 10

// Post is the answer to one POST of an SSE stream.
type Post struct {
	Status int
	Header http.Header
	Body   string
}

// StatusError is an HTTP answer other than the one that lets an exchange go on.
type StatusError struct {
	// Method and URL are of the request.
	Method, URL string
	Post
}

// Error names the request and the status.
func (e *StatusError) Error() string {
	return fmt.Sprintf("%s %s: status %d: %s", e.Method, e.URL, e.Status, excerpt([]byte(e.Body)))
}

// SSEOptions says how to reach a server over SSE.
type SSEOptions struct {
	// URL is the address of the event stream.
	URL string
	// HTTP is http.DefaultClient when nil. It must have no timeout of its own.
	HTTP *http.Client
	// Header goes with the GET and every POST.
	Header http.Header
	// Host overrides the Host header when not empty.
	Host string
}

// Headers returns the headers of a caller with that bearer and origin; either may be empty.
func Headers(token, origin string) http.Header {
	h := http.Header{}
	if token != "" {
		h.Set("Authorization", "Bearer "+token)
	}
	if origin != "" {
		h.Set("Origin", origin)
	}
	return h
}

// SSE is a [Stream] as MCP 2024-11-05 defines it over HTTP: an event stream
// whose first event names the endpoint that takes messages.
type SSE struct {
	o        SSEOptions
	cancel   context.CancelFunc
	events   chan frame
	endpoint string

	mu    sync.Mutex
	posts []Post
}

type frame struct {
	event sse.Event
	err   error
}

// OpenSSE opens the event stream and reads the endpoint event. An answer other
// than an event stream is a [*StatusError].
func OpenSSE(ctx context.Context, o SSEOptions) (*SSE, error) {
	if o.HTTP == nil {
		o.HTTP = http.DefaultClient
	}
	// The stream outlives ctx, which only bounds its opening.
	live, cancel := context.WithCancel(context.WithoutCancel(ctx))
	opened := context.AfterFunc(ctx, cancel)
	s := &SSE{o: o, cancel: cancel, events: make(chan frame)}
	if err := s.open(live); err != nil {
		cancel()
		return nil, errors.Join(err, ctx.Err())
	}
	if !opened() {
		return nil, fmt.Errorf("open event stream: %w", context.Cause(ctx))
	}
	return s, nil
}

func (s *SSE) open(ctx context.Context) error {
	resp, err := s.do(ctx, http.MethodGet, s.o.URL, nil)
	if err != nil {
		return fmt.Errorf("open event stream: %w", err)
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK || kind != "text/event-stream" {
		return &StatusError{Method: http.MethodGet, URL: s.o.URL, Post: keep(resp)}
	}
	go s.read(ctx, resp.Body)
	first, err := s.next(ctx)
	if err != nil {
		return fmt.Errorf("await endpoint event: %w", err)
	}
	if first.Type != "endpoint" {
		return fmt.Errorf("first event is %q, not endpoint: %w", first.Type, ErrProtocol)
	}
	base := resp.Request.URL
	at, err := base.Parse(first.Data)
	if err != nil {
		return fmt.Errorf("endpoint %q: %w: %w", first.Data, err, ErrProtocol)
	}
	if at.Scheme != base.Scheme || at.Host != base.Host {
		// Following it would hand the bearer to another origin.
		return fmt.Errorf("endpoint %q is of another origin than %s: %w", first.Data, base.Redacted(), ErrProtocol)
	}
	s.endpoint = at.String()
	return nil
}

// Endpoint is the address that takes messages.
func (s *SSE) Endpoint() string { return s.endpoint }

// Send posts raw. An answer other than 2xx is a [*StatusError].
func (s *SSE) Send(ctx context.Context, raw []byte) error {
	resp, err := s.do(ctx, http.MethodPost, s.endpoint, raw)
	if err != nil {
		return fmt.Errorf("post message: %w", err)
	}
	post := keep(resp)
	s.mu.Lock()
	s.posts = append(s.posts, post)
	s.mu.Unlock()
	if post.Status/100 != 2 {
		return &StatusError{Method: http.MethodPost, URL: s.endpoint, Post: post}
	}
	return nil
}

// Receive returns the data of the next message event.
func (s *SSE) Receive(ctx context.Context) ([]byte, error) {
	event, err := s.next(ctx)
	if err != nil {
		return nil, err
	}
	if event.Type != "" && event.Type != "message" {
		return nil, fmt.Errorf("event of type %q in the message stream: %w", event.Type, ErrProtocol)
	}
	return []byte(event.Data), nil
}

// Posts returns the answers to the POSTs so far, in the order they came.
func (s *SSE) Posts() []Post {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.posts)
}

// Close drops the event stream's connection.
func (s *SSE) Close() error {
	s.cancel()
	for range s.events { // until the reader has ended
	}
	return nil
}

func (s *SSE) next(ctx context.Context) (sse.Event, error) {
	select {
	case f, ok := <-s.events:
		if !ok {
			return sse.Event{}, io.EOF
		}
		return f.event, f.err
	case <-ctx.Done():
		return sse.Event{}, fmt.Errorf("await event: %w", ctx.Err())
	}
}

func (s *SSE) read(ctx context.Context, body io.ReadCloser) {
	defer close(s.events)
	defer body.Close()
	for event, err := range sse.Read(body, &sse.ReadConfig{MaxEventSize: MaxFrame}) {
		if err != nil {
			err = fmt.Errorf("read event stream: %w", err)
		}
		select {
		case s.events <- frame{event, err}:
		case <-ctx.Done():
			return
		}
	}
}

func (s *SSE) do(ctx context.Context, method, to string, raw []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, to, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if s.o.Header != nil {
		req.Header = s.o.Header.Clone()
	}
	req.Host = s.o.Host
	if method == http.MethodGet {
		req.Header.Set("Accept", "text/event-stream")
	} else {
		req.Header.Set("Content-Type", "application/json")
	}
	return s.o.HTTP.Do(req)
}

// keep reads what is kept of an answer and closes it.
func keep(resp *http.Response) Post {
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	return Post{Status: resp.StatusCode, Header: resp.Header, Body: string(body)}
}
