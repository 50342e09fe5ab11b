// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/test/bufconn"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

// networks are the ways to reach a server that tests of the wire try.
var networks = []string{"memory", "tcp"}

// server is a platform behind a listener.
type server struct {
	t   testing.TB
	url string
	// http sends each request on a connection of its own and follows no redirect.
	http *http.Client
	// ended gets a value whenever the platform has done with a request.
	ended chan struct{}
}

func serve(t testing.TB, p http.Handler, network string) *server {
	t.Helper()
	var (
		listener  net.Listener
		transport = &http.Transport{DisableKeepAlives: true, DisableCompression: true}
		url       = "http://platform"
	)
	if network == "tcp" {
		var err error
		if listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		url = "http://" + listener.Addr().String()
	} else {
		memory := bufconn.Listen(64 << 10)
		listener = memory
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return memory.DialContext(ctx) }
	}
	s := &server{
		t: t, url: url, ended: make(chan struct{}, 1<<16),
		http: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
	}
	checked := documented(t, p)
	h := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { s.ended <- struct{}{} }()
		checked.ServeHTTP(w, r)
	})}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = h.Serve(listener) // always ErrServerClosed
	}()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = h.Close()
		<-served
	})
	return s
}

// request sends a request as the admin.
func (s *server) request(ctx context.Context, method, path, body string, header ...string) (*http.Response, error) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, s.url+rest.Base+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer admin-token")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return s.http.Do(r)
}

// events is an open message stream.
type events struct {
	*http.Response
	t      testing.TB
	text   *bufio.Reader
	cancel context.CancelFunc
}

// stream opens a message stream, to be read to its end or cancelled.
func (s *server) stream(session, query string, header ...string) *events {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	resp, err := s.request(ctx, "GET", "/sessions/"+session+"/messages"+query, "",
		append([]string{"Accept", rest.StreamType}, header...)...)
	if err != nil {
		cancel()
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		cancel()
		_ = resp.Body.Close()
	})
	return &events{resp, s.t, bufio.NewReader(resp.Body), cancel}
}

// frame reads one frame, or what there was of one before the stream ended.
func (e *events) frame() (string, error) {
	var frame strings.Builder
	for {
		line, err := e.text.ReadString('\n')
		frame.WriteString(line)
		if err != nil || line == "\n" {
			return frame.String(), err
		}
	}
}

// payloads reads whole frames and returns the payloads of their messages.
func (e *events) payloads(n int) []string {
	e.t.Helper()
	out := make([]string, 0, n)
	for range n {
		out = append(out, e.message().Payload)
	}
	return out
}

func (e *events) message() control.Message {
	e.t.Helper()
	frame, err := e.frame()
	if err != nil {
		e.t.Fatalf("stream ended after %q: %v", frame, err)
	}
	return message(e.t, frame)
}

// rest reads the stream to its end.
func (e *events) rest() (string, error) {
	text, err := io.ReadAll(e.text)
	return string(text), err
}
