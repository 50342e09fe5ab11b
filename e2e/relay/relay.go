// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package relay carries TCP connections from an address of this machine to
// something that cannot be reached from where they come: what listens on a pod's
// loopback interface only, or what can only be dialled through a container.
package relay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"
)

// Bounds of a relay: how long the other side may take to be reached, and how many connections there may be at a time.
const (
	dialPatience = 10 * time.Second
	most         = 1024
)

// Dial makes one connection to the other side.
type Dial func(ctx context.Context) (net.Conn, error)

// To dials an address.
func To(addr string) Dial {
	return func(ctx context.Context) (net.Conn, error) { return new(net.Dialer).DialContext(ctx, "tcp", addr) }
}

// Relay carries connections. Make one with [Listen] and end it with [Relay.Close].
type Relay struct {
	listener net.Listener
	dial     Dial
	log      *slog.Logger
	places   chan struct{}
	ctx      context.Context
	cancel   context.CancelFunc
	conns    sync.WaitGroup
}

// Listen listens on addr and carries each connection over one that dial makes,
// until Close. What cannot be carried is told to log.
func Listen(ctx context.Context, addr string, dial Dial, log *slog.Logger) (*Relay, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen for a relay: %w", err)
	}
	r := &Relay{listener: l, dial: dial, log: log.With("relay", l.Addr().String()), places: make(chan struct{}, most)}
	r.ctx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	r.conns.Go(r.accept)
	return r, nil
}

// Addr is where it listens.
func (r *Relay) Addr() string { return r.listener.Addr().String() }

// Close stops listening, drops every connection and waits until nothing is left of them.
func (r *Relay) Close() {
	r.cancel()
	r.listener.Close()
	r.conns.Wait()
}

func (r *Relay) accept() {
	for {
		near, err := r.listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // such as too many open files, which passes
			pause := time.NewTimer(50 * time.Millisecond)
			select {
			case <-pause.C:
			case <-r.ctx.Done():
				pause.Stop()
			}
			continue
		}
		select {
		case r.places <- struct{}{}:
			r.conns.Go(func() {
				defer func() { <-r.places }()
				r.carry(near)
			})
		default:
			r.log.Warn("connection refused", "error", "too many at a time")
			near.Close()
		}
	}
}

// carry connects near with the other side until both directions have ended, or one has failed.
func (r *Relay) carry(near net.Conn) {
	defer near.Close()
	ctx, cancel := context.WithTimeout(r.ctx, dialPatience)
	far, err := r.dial(ctx)
	cancel()
	if err != nil { // the client learns it from the end of its connection
		r.log.Warn("connection dropped", "error", err)
		return
	}
	defer far.Close()
	stop := context.AfterFunc(r.ctx, func() { near.Close(); far.Close() })
	defer stop()
	var back sync.WaitGroup
	back.Go(func() { pass(near, far) })
	pass(far, near)
	back.Wait()
}

// pass copies one direction. Its end is passed on; a failure ends the other direction, too.
func pass(to, from net.Conn) {
	_, err := io.Copy(to, from)
	half, ok := to.(interface{ CloseWrite() error })
	if err == nil && ok && half.CloseWrite() == nil {
		return
	}
	to.Close()
	from.Close()
}
