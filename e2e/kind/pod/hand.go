// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package pod

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

// Hand is the harness's hand in a container: one program that is executed there
// and through which any number of others are started and connections are made.
// Kubernetes' own exec costs far more than the programs that a scenario runs.
// A hand that is lost, because its pod is, is put in anew. Make one with [NewHand].
type Hand struct {
	name string
	open func(ctx context.Context) (io.ReadWriteCloser, error)
	busy chan struct{} // held by whoever reads or replaces client

	client *probe.Client
	closed bool
}

// NewHand returns a hand whose program open starts whenever it is needed anew;
// what it returns is the program's standard input and output.
func NewHand(name string, open func(ctx context.Context) (io.ReadWriteCloser, error)) *Hand {
	return &Hand{name: name, open: open, busy: make(chan struct{}, 1)}
}

// Opener is for [NewHand]: it executes the command in the container that find finds.
func (k Cluster) Opener(find func(ctx context.Context) (Container, error), command ...string) func(context.Context) (io.ReadWriteCloser, error) {
	return func(ctx context.Context) (io.ReadWriteCloser, error) {
		c, err := find(ctx)
		if err != nil {
			return nil, err
		}
		return k.open(c, command...), nil
	}
}

// Client is the way in.
func (h *Hand) Client(ctx context.Context) (*probe.Client, error) {
	select {
	case h.busy <- struct{}{}:
		defer func() { <-h.busy }()
	case <-ctx.Done():
		return nil, fmt.Errorf("reach into %s: %w", h.name, context.Cause(ctx))
	}
	if h.closed {
		return nil, fmt.Errorf("reach into %s: %w", h.name, net.ErrClosed)
	}
	if h.client != nil {
		select {
		case <-h.client.Done():
			h.client.Close()
			h.client = nil
		default:
			return h.client, nil
		}
	}
	stream, err := h.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("reach into %s: %w", h.name, err)
	}
	// The greeting knows no context; without its stream it ends.
	stop := context.AfterFunc(ctx, func() { stream.Close() })
	client, err := probe.NewClient(stream)
	if !stop() && err == nil {
		client.Close()
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("reach into %s: %w", h.name, err)
	}
	h.client = client
	return client, nil
}

// Dial connects to addr from inside the container.
func (h *Hand) Dial(ctx context.Context, addr string) (net.Conn, error) {
	c, err := h.Client(ctx)
	if err != nil {
		return nil, err
	}
	return c.Dial(ctx, addr)
}

// Close takes the hand out; everything that was started through it ends.
func (h *Hand) Close() {
	h.busy <- struct{}{}
	defer func() { <-h.busy }()
	h.closed = true
	if h.client != nil {
		h.client.Close()
		h.client = nil
	}
}
