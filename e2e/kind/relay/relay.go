// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package relay gives something that can only be dialled through a container an
// address on this machine, for HTTP clients that know nothing of containers.
package relay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// dialPatience bounds how long the other side may take to be reached.
const dialPatience = 10 * time.Second

// Dial makes one connection to the other side.
type Dial func(ctx context.Context) (net.Conn, error)

// Relay listens on a port of 127.0.0.1 of its own. Make one with [Listen].
type Relay struct {
	listener net.Listener
	dial     Dial
	ctx      context.Context
	cancel   context.CancelFunc
	conns    sync.WaitGroup
}

// Listen starts to listen and to carry each connection over one that dial makes.
func Listen(ctx context.Context, dial Dial) (*Relay, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for a relay: %w", err)
	}
	r := &Relay{listener: l, dial: dial}
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
		case err == nil:
			r.conns.Go(func() { r.carry(near) })
		case errors.Is(err, net.ErrClosed):
			return
		default: // such as too many open files, which passes
			pause := time.NewTimer(50 * time.Millisecond)
			select {
			case <-pause.C:
			case <-r.ctx.Done():
				pause.Stop()
			}
		}
	}
}

// carry connects near with the other side until both directions have ended, or one has failed.
func (r *Relay) carry(near net.Conn) {
	defer near.Close()
	ctx, cancel := context.WithTimeout(r.ctx, dialPatience)
	far, err := r.dial(ctx)
	cancel()
	if err != nil {
		return // the client learns it from the end of its connection
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
