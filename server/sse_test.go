// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/tmaxmax/go-sse"
	"google.golang.org/grpc/test/bufconn"
)

// listen serves s in memory and returns a client of it.
func listen(t *testing.T, s *Server) *http.Client {
	t.Helper()
	l := bufconn.Listen(64 << 10)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.ServeSSE(ctx, l) }()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return l.DialContext(ctx) }}
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		transport.CloseIdleConnections()
	})
	return &http.Client{Transport: transport}
}

// peer is a client over SSE.
type peer struct {
	t        *testing.T
	http     *http.Client
	token    string
	endpoint string
	events   chan string
	hangUp   context.CancelFunc
}

func connect(t *testing.T, c *http.Client, token string) *peer {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p := &peer{t: t, http: c, token: token, events: make(chan string), hangUp: cancel}
	res, err := c.Do(p.request(ctx, http.MethodGet, "/sse", ""))
	if err != nil || res.StatusCode != 200 || res.Header.Get("X-Accel-Buffering") != "no" || res.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Fatalf("open the stream: %v, %v", res, err)
	}
	go func() {
		defer close(p.events)
		defer func() { _ = res.Body.Close() }()
		for e, err := range sse.Read(res.Body, nil) {
			if err != nil {
				return
			}
			select {
			case p.events <- e.Data:
			case <-ctx.Done():
				return
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		for range p.events { // Until the reader has ended.
		}
	})
	p.endpoint = p.next()
	return p
}

func (p *peer) request(ctx context.Context, method, path, body string) *http.Request {
	r, err := http.NewRequestWithContext(ctx, method, "http://localhost:8090"+path, bytes.NewReader([]byte(body)))
	if err != nil {
		p.t.Fatal(err)
	}
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	return r
}

// next returns the next event, "" at the end.
func (p *peer) next() string { return <-p.events }

func (p *peer) post(body string) int {
	res, err := p.http.Do(p.request(context.Background(), http.MethodPost, p.endpoint, body))
	if err != nil {
		p.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res.StatusCode
}

func TestACallerOverSSEUsesItsOwnBearer(t *testing.T) {
	s := newServer(t, func(r *http.Request) (*http.Response, error) {
		return respond(200, fmt.Sprintf(`{"id":"s","name":%q}`, r.Header.Get("Authorization")))
	}, func(o *Options) { o.TrustUnknownPeers = true })
	c := listen(t, s)
	for token, want := range map[string]string{"theirs": "Bearer theirs", "": "Bearer process-token"} {
		p := connect(t, c, token)
		if got := p.post(toolCall(1, "get_session", `{"session_id":"s"}`)); got != http.StatusAccepted {
			t.Fatalf("got %d", got)
		}
		if got := p.next(); !strings.Contains(got, want) {
			t.Errorf("token %q: got %s", token, got)
		}
	}
}

func TestASessionIsBoundToItsBearer(t *testing.T) {
	c := listen(t, newServer(t, session1, func(o *Options) { o.TrustUnknownPeers = true }))
	p := connect(t, c, "theirs")
	for _, token := range []string{"another", "process-token", ""} {
		thief := *p
		thief.token = token
		if got := thief.post(toolCall(1, "get_session", `{"session_id":"s"}`)); got != http.StatusForbidden {
			t.Errorf("token %q: got %d", token, got)
		}
	}
	open := connect(t, c, "")
	open.token = "theirs"
	if got := open.post(`{}`); got != http.StatusForbidden {
		t.Errorf("a bearer on a session without one: got %d", got)
	}
}

func TestSSERefusesTheStatelessRevisionSoThatClientsFallBack(t *testing.T) {
	p := connect(t, listen(t, newServer(t, session1, nil)), "theirs")
	p.post(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`)
	if got := p.next(); !strings.Contains(got, `"code":-32600`) {
		t.Errorf("got %s", got)
	}
	p.post(initialize("2024-11-05"))
	if got := p.next(); !strings.Contains(got, `"protocolVersion":"2024-11-05"`) {
		t.Errorf("got %s", got)
	}
}

// watched is a platform with one running session, whose stream has messages and then stays open.
func watched(messages int) backend {
	return func(r *http.Request) (*http.Response, error) {
		if r.Header.Get("Accept") != "text/event-stream" {
			return session1(r)
		}
		var b strings.Builder
		for i := 1; i <= messages; i++ {
			fmt.Fprintf(&b, "id: %d\ndata: {\"id\":\"m%d\",\"session_id\":\"s1\",\"seq\":%d,\"event_type\":\"user\",\"payload\":\"x\"}\n\n", i, i, i)
		}
		body, w := io.Pipe()
		context.AfterFunc(r.Context(), func() { _ = w.CloseWithError(r.Context().Err()) })
		return &http.Response{
			StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}},
			Body: struct {
				io.Reader
				io.Closer
			}{io.MultiReader(strings.NewReader(b.String()), body), body},
		}, nil
	}
}

func TestTheSubscriptionIsAnsweredBeforeItsFirstNotification(t *testing.T) {
	const each = 150 // More than the queues of the transport hold.
	p := connect(t, listen(t, newServer(t, watched(each), nil)), "theirs")
	p.post(initialize("2024-11-05"))
	p.next()
	for id := 1; id <= 20; id++ {
		p.post(toolCall(id, "watch_session_messages", `{"session_id":"s1"}`))
		got := p.next()
		at := strings.Index(got, "sub_")
		if at < 0 {
			t.Fatalf("got %s before the subscription", got)
		}
		sub := got[at : at+strings.IndexByte(got[at:], '\\')]
		for seq := 1; seq <= each; seq++ {
			if n := p.next(); !strings.Contains(n, `"`+sub+`"`) || !strings.Contains(n, fmt.Sprintf(`"seq":%d,`, seq)) {
				t.Fatalf("notification %d is %s", seq, n)
			}
		}
		p.post(toolCall(1000+id, "unwatch_session_messages", `{"subscription_id":"`+sub+`"}`))
		if got := p.next(); !strings.Contains(got, "cancelled") {
			t.Fatalf("got %s", got)
		}
	}
}

func TestAClientThatGoesLeavesNoWatchAndNoCallBehind(t *testing.T) {
	entered, ended := make(chan struct{}), make(chan struct{})
	platform := watched(1)
	s := newServer(t, func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/agents") {
			close(entered)
			<-r.Context().Done()
			close(ended)
			return nil, r.Context().Err()
		}
		return platform(r)
	}, nil)
	p := connect(t, listen(t, s), "theirs")
	p.post(toolCall(1, "watch_session_messages", `{"session_id":"s1"}`))
	if got := p.next(); !strings.Contains(got, "sub_") {
		t.Fatalf("got %s", got)
	}
	p.next()
	p.post(toolCall(2, "get_agent", `{"agent_id":"slow"}`))
	<-entered
	p.hangUp()
	<-ended
	for s.watch.Active() > 0 { // goleak sees that the rest goes, too.
		runtime.Gosched()
	}
}

func TestTheEndOfTheServerEndsItsStreams(t *testing.T) {
	s := newServer(t, watched(1), nil)
	l := bufconn.Listen(64 << 10)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.ServeSSE(ctx, l) }()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return l.DialContext(ctx) }}
	defer transport.CloseIdleConnections()
	p := connect(t, &http.Client{Transport: transport}, "theirs")
	p.post(toolCall(1, "watch_session_messages", `{"session_id":"s1"}`))
	p.next()
	cancel()
	for p.next() != "" {
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
