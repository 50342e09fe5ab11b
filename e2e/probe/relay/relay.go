// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package relay carries TCP connections from one address to another, so that
// what listens on a pod's loopback interface only can be reached from outside.
package relay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"
)

// Bounds of a relay: how long dialling the target may take, and how many connections there may be at a time.
const (
	dialBound = 10 * time.Second
	most      = 1024
)

// Route is where a relay listens and where it leads.
type Route struct {
	Listen, Target string
}

// Parse reads LISTEN=TARGET[,…], both being [host]:port.
func Parse(text string) ([]Route, error) {
	var routes []Route
	for part := range strings.SplitSeq(text, ",") {
		listen, to, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return nil, fmt.Errorf("%q is no relay; valid is LISTEN=TARGET, e.g. :18090=127.0.0.1:8090", part)
		}
		for _, addr := range []string{listen, to} {
			if _, port, err := net.SplitHostPort(addr); err != nil || port == "" {
				return nil, fmt.Errorf("%q in the relay %q is no address; valid is [host]:port", addr, part)
			}
		}
		routes = append(routes, Route{Listen: listen, Target: to})
	}
	return routes, nil
}

// Relay listens. [Relay.Serve] must be called, which also closes it.
type Relay struct {
	route    Route
	log      *slog.Logger
	listener net.Listener
	places   chan struct{}
}

// Listen opens a relay: connections are accepted, and carried once Serve runs.
func Listen(ctx context.Context, r Route, log *slog.Logger) (*Relay, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", r.Listen)
	if err != nil {
		return nil, fmt.Errorf("relay to %s: %w", r.Target, err)
	}
	return &Relay{route: r, log: log, listener: l, places: make(chan struct{}, most)}, nil
}

// Addr is where it listens.
func (r *Relay) Addr() net.Addr { return r.listener.Addr() }

// Serve carries connections until ctx ends, then drops them all and returns nil;
// an error is one of the listener.
func (r *Relay) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, func() { r.listener.Close() })
	var carried sync.WaitGroup
	defer carried.Wait()
	defer cancel()
	for {
		c, err := r.listener.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) && ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("relay to %s: %w", r.route.Target, err)
		}
		select {
		case r.places <- struct{}{}:
		default:
			r.log.Warn("connection refused", "target", r.route.Target, "error", "too many at a time")
			c.Close()
			continue
		}
		carried.Go(func() {
			defer func() { <-r.places }()
			r.carry(ctx, c.(*net.TCPConn))
		})
	}
}

// carry joins the connection with one to the target. Each direction ends on its own.
func (r *Relay) carry(ctx context.Context, from *net.TCPConn) {
	defer from.Close()
	d := net.Dialer{Timeout: dialBound}
	c, err := d.DialContext(ctx, "tcp", r.route.Target)
	if err != nil {
		r.log.Warn("connection dropped", "target", r.route.Target, "error", err)
		return
	}
	to := c.(*net.TCPConn)
	defer to.Close()
	stop := context.AfterFunc(ctx, func() {
		from.Close()
		to.Close()
	})
	defer stop()
	var back sync.WaitGroup
	back.Go(func() { pass(from, to) })
	pass(to, from)
	back.Wait()
}

// pass copies one direction and ends it; where it breaks, both directions do.
func pass(to, from *net.TCPConn) {
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		from.Close()
		return
	}
	_ = to.CloseWrite() // else it is gone already
}
