// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"sync"
)

// gate lets one caller at a time edit a resource. It remembers a resource only
// while somebody edits it or waits to.
type gate struct {
	mu sync.Mutex
	// passed counts the edits that have ended, of any resource.
	passed uint64
	turns  map[string]*turn
}

// turn is the right to edit one resource.
type turn struct {
	free    chan struct{} // holds one token while nobody edits
	holders int           // who edits or waits
}

func newGate() *gate { return &gate{turns: map[string]*turn{}} }

// count is how many edits have ended so far. What was read when the count was
// the same as it is inside the gate has not been edited here since.
func (g *gate) count() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.passed
}

// enter waits for the resource's turn. leave must be called when done; err is
// ctx's when it ended first.
func (g *gate) enter(ctx context.Context, resource string) (leave func(), err error) {
	g.mu.Lock()
	t := g.turns[resource]
	if t == nil {
		t = &turn{free: make(chan struct{}, 1)}
		t.free <- struct{}{}
		g.turns[resource] = t
	}
	t.holders++
	g.mu.Unlock()
	select {
	case <-t.free:
		return func() { g.release(resource, t, true) }, nil
	case <-ctx.Done():
		g.release(resource, t, false)
		return nil, ctx.Err()
	}
}

func (g *gate) release(resource string, t *turn, held bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if held {
		g.passed++
		t.free <- struct{}{}
	}
	if t.holders--; t.holders == 0 {
		delete(g.turns, resource)
	}
}
