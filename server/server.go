// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package server is the Ambient Platform MCP server: sixteen tools over the
// platform's REST API, spoken on stdio or over SSE. It knows the platform's API and
// MCP, and nothing of how either is tested.
package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

// The server as it introduces itself (spec: Initialize).
const (
	Name    = "ambient-platform"
	Version = "1.0.0"
)

// Options is what a server is made of.
type Options struct {
	Config
	// HTTPTransport carries the calls to the platform; nil means one of the server's own.
	HTTPTransport http.RoundTripper
	// Clock is the server's time; nil means the real one.
	Clock clock.WithTicker
	// Logger gets the server's log; nil discards it. See [NewLogger].
	Logger *slog.Logger
	// TrustUnknownPeers takes a connection without an IP address, such as one in
	// memory, for one from this host. Otherwise it counts as remote.
	TrustUnknownPeers bool
	// NewID makes the ids of client sessions; nil means random ones. They must not be guessable.
	NewID func() string
}

// Server is an MCP server. One server serves any number of connections at the same time.
type Server struct {
	config    Config
	clock     clock.WithTicker
	log       *slog.Logger
	newID     func() string
	trustPeer bool

	platform  *platform.Client
	watch     *watch.Manager
	tools     *tools.Set
	arguments *arguments
	mcp       *mcpserver.MCPServer
	sse       *mcpserver.SSEServer
	handler   http.Handler
	sessions  sessions
	calls     calls
	// stopping refuses new connections while what runs comes to its end.
	stopping  atomic.Bool
	closeOnce sync.Once
}

// New returns a server. The configuration is checked as [ConfigFromEnv] does,
// except that a missing token is no error: calls without one are UNAUTHORIZED.
func New(o Options) (*Server, error) {
	config := o.withDefaults()
	if err := config.check(); err != nil {
		return nil, fmt.Errorf("configure the server: %w", err)
	}
	s := &Server{config: config, clock: o.Clock, log: o.Logger, newID: o.NewID, trustPeer: o.TrustUnknownPeers}
	if s.clock == nil {
		s.clock = clock.RealClock{}
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.newID == nil {
		s.newID = uuid.NewString
	}
	var err error
	s.platform, err = platform.New(platform.Options{
		BaseURL:    config.APIURL,
		Credential: credential.Caller{Process: credential.Static(config.Token)},
		Transport:  o.HTTPTransport,
		UserAgent:  Name + "-mcp/" + Version,
	})
	if err != nil {
		return nil, fmt.Errorf("configure the server: %w", err)
	}
	if s.arguments, err = compiled(); err != nil {
		return nil, fmt.Errorf("compile the tools' schemas: %w", err)
	}
	s.watch = watch.New(watch.Config{
		Backend: watch.Platform(s.platform), Clock: s.clock,
		PollInterval: config.WatchPollInterval, Notifications: watch.Shape(config.WatchNotifications),
	})
	s.tools = tools.NewSet(tools.Deps{Platform: s.platform, Watch: s.watch})
	s.mcp = s.assemble()
	s.sse = mcpserver.NewSSEServer(s.mcp, s.sseOptions()...)
	s.handler = s.routes()
	return s, nil
}

// Close ends every session, watch and running call and waits for them. It may
// be called more than once.
func (s *Server) Close() {
	s.closeOnce.Do(func() {
		s.stopping.Store(true)
		s.sse.CloseSessions()
		s.sessions.closeAll()
		s.calls.close()
		s.watch.Close()
		s.platform.Close()
	})
}
