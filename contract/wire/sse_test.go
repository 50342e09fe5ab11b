// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/test/bufconn"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// inMemory serves the handler at http://server.
func inMemory(t testing.TB, h http.Handler) *http.Client {
	l := bufconn.Listen(64 << 10)
	s := &http.Server{Handler: h}
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }()
	tr := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return l.DialContext(ctx) }}
	t.Cleanup(func() { tr.CloseIdleConnections(); s.Close(); <-done })
	return &http.Client{Transport: tr}
}

// server answers every POST over the event stream with the same body.
func server(first string) http.Handler {
	posts := make(chan string, 10)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sse", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, ": hello\n\n"+first)
		w.(http.Flusher).Flush()
		for {
			select {
			case body := <-posts:
				if body == "bye" {
					return
				}
				fmt.Fprintf(w, "event: message\ndata: %s\n\n", body)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	})
	mux.HandleFunc("POST /message", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Authorization") != "Bearer t" || r.Host != "other" || r.URL.Query().Get("id") != "7" {
			http.Error(w, "who are you", http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		posts <- string(body)
	})
	return mux
}

func TestSSECarriesMessagesBothWays(t *testing.T) {
	client := inMemory(t, server("event: endpoint\ndata: /message?id=7\n\n"))
	s, err := wire.OpenSSE(soon(t), wire.SSEOptions{URL: "http://server/sse", HTTP: client, Header: wire.Headers("t", ""), Host: "other"})
	if err != nil {
		t.Fatal(err)
	}
	c := wire.NewConn(s, wire.Options{})
	t.Cleanup(func() { c.Close() })
	if err := c.Send(soon(t), []byte(`{"jsonrpc":"2.0","method":"x"}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Await(soon(t), func(m wire.Message) bool { return m.Method == "x" }); err != nil {
		t.Fatal(err)
	}
	if posts := c.Posts(); len(posts) != 1 || posts[0].Status != http.StatusAccepted {
		t.Errorf("posts: %+v", posts)
	}
	if err := c.Send(soon(t), []byte("bye")); err != nil {
		t.Fatal(err)
	}
	if err := c.WaitClosed(soon(t)); err != nil {
		t.Error(err)
	}
}

func TestSSERefusalsKeepTheirStatus(t *testing.T) {
	client := inMemory(t, server("event: endpoint\ndata: /message?id=7\n\n"))
	var status *wire.StatusError
	_, err := wire.OpenSSE(soon(t), wire.SSEOptions{URL: "http://server/nothing", HTTP: client})
	if !errors.As(err, &status) || status.Status != http.StatusNotFound {
		t.Errorf("open: %v", err)
	}
	s, err := wire.OpenSSE(soon(t), wire.SSEOptions{URL: "http://server/sse", HTTP: client})
	if err != nil {
		t.Fatal(err)
	}
	c := wire.NewConn(s, wire.Options{})
	defer c.Close()
	_, err = c.Call(soon(t), "x", nil)
	if !errors.As(err, &status) || status.Status != http.StatusUnauthorized || !strings.Contains(status.Body, "who are you") {
		t.Errorf("post: %v", err)
	}
}

func TestSSEBeginsWithAnEndpointOfTheSameOrigin(t *testing.T) {
	for name, first := range map[string]string{
		"a message first":           "data: {}\n\n",
		"another host":              "event: endpoint\ndata: http://elsewhere/message\n\n",
		"an address that isn't one": "event: endpoint\ndata: http://[::1\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			client := inMemory(t, server(first))
			_, err := wire.OpenSSE(soon(t), wire.SSEOptions{URL: "http://server/sse", HTTP: client})
			if !errors.Is(err, wire.ErrProtocol) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestOpeningAnSSEStreamEndsWithItsContext(t *testing.T) {
	client := inMemory(t, server(""))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := wire.OpenSSE(ctx, wire.SSEOptions{URL: "http://server/sse", HTTP: client}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
