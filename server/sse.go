// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	mcpserver "github.com/mark3labs/mcp-go/server"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// shutdownTime bounds the end of the HTTP server once its sessions are closed.
const shutdownTime = 5 * time.Second

// Handler serves MCP over SSE: GET /sse and POST /message, and /healthz and
// /readyz for whoever runs the server.
func (s *Server) Handler() http.Handler { return s.handler }

func (s *Server) sseOptions() []mcpserver.SSEOption {
	return []mcpserver.SSEOption{
		mcpserver.WithSSEEndpoint("/sse"), mcpserver.WithMessageEndpoint("/message"),
		mcpserver.WithUseFullURLForMessageEndpoint(false),
		// Without a list of origins the SDK would allow every one. Ours are answered for in
		// the gate, so the SDK gets a list that matches none.
		mcpserver.WithSSECORS(mcpserver.WithCORSAllowedOrigins("https://none.invalid")),
		mcpserver.WithSSEDisableLocalhostProtection(true), // The gate checks Host.
		mcpserver.WithSessionIDGenerator(func(context.Context, *http.Request) (string, error) { return s.newID(), nil }),
		// Runs for each message, in the context whose values its tool call gets.
		mcpserver.WithSSEContextFunc(func(ctx context.Context, _ *http.Request) context.Context {
			ctx = withExchange(ctx, tools.TransportSSE)
			if id := identityOf(ctx); id != nil && id.token != "" {
				ctx = credential.Forward(ctx, id.token)
			}
			return ctx
		}),
	}
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/sse", s.gate(http.MethodGet, s.stream(s.sse.SSEHandler())))
	mux.Handle("/message", s.gate(http.MethodPost, s.ownSession(limitBody(s.sse.MessageHandler()))))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if s.stopping.Load() {
			plain(w, http.StatusServiceUnavailable, "shutting down")
			return
		}
		plain(w, http.StatusOK, "ok")
	})
	return mux
}

// stream refuses new sessions while the server ends, and tells proxies not to buffer.
func (s *Server) stream(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.stopping.Load() {
			plain(w, http.StatusServiceUnavailable, "the server is shutting down")
			return
		}
		w.Header().Set("X-Accel-Buffering", "no")
		next.ServeHTTP(w, r)
	})
}

// ServeSSE serves l until ctx ends, then closes gracefully: no new sessions, 5 s
// for running calls, then the sessions end and with them their watches. It
// closes l and returns nil, or the error that ended it before.
func (s *Server) ServeSSE(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- h.Serve(l) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	s.settle(graceTime)
	s.sse.CloseSessions()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if h.Shutdown(end) != nil { // A session that opened meanwhile, or a client that does not go.
		s.sse.CloseSessions()
		_ = h.Close()
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	}
	return nil
}

// settle waits until no call runs, for at most limit.
func (s *Server) settle(limit time.Duration) {
	timer := s.clock.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-s.calls.done():
	case <-timer.C():
	}
}

// plain answers with one line of text.
func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text)
}
