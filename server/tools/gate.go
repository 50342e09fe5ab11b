// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"maps"
	"sync"
)

// gate lets one caller at a time edit a resource. It remembers a resource only
// while somebody edits it or waits to, and that one was edited only as long as
// somebody may have read it before.
type gate struct {
	mu sync.Mutex
	// passed counts the edits that have ended, of any resource.
	passed uint64
	turns  map[string]*turn
	visits map[*visit]struct{}
	// edited is the count at a resource's last edit.
	edited map[string]uint64
}

// turn is the right to edit one resource.
type turn struct {
	free    chan struct{} // holds one token while nobody edits
	holders int           // who edits or waits
}

// visit is one caller's edit, from before it first reads the resource: which
// one that is may be known only after the read.
type visit struct {
	gate *gate
	// since is the count of edits when the visit began.
	since uint64
}

func newGate() *gate {
	return &gate{turns: map[string]*turn{}, visits: map[*visit]struct{}{}, edited: map[string]uint64{}}
}

// visit begins a visit; done must be called at its end.
func (g *gate) visit() *visit {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := &visit{gate: g, since: g.passed}
	g.visits[v] = struct{}{}
	return v
}

// done ends the visit, and forgets what only it could have missed.
func (v *visit) done() {
	g := v.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.visits, v)
	oldest := g.passed
	for other := range g.visits {
		oldest = min(oldest, other.since)
	}
	maps.DeleteFunc(g.edited, func(_ string, at uint64) bool { return at <= oldest })
}

// enter waits for the resource's turn. stale says that the resource was edited
// since the visit began, so that what was read of it may be old. leave must be
// called when done; err is ctx's when it ended first.
func (v *visit) enter(ctx context.Context, resource string) (stale bool, leave func(), err error) {
	g := v.gate
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
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.edited[resource] > v.since, func() { g.release(resource, t, true) }, nil
	case <-ctx.Done():
		g.release(resource, t, false)
		return false, nil, ctx.Err()
	}
}

func (g *gate) release(resource string, t *turn, held bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if held {
		g.passed++
		g.edited[resource] = g.passed
		t.free <- struct{}{}
	}
	if t.holders--; t.holders == 0 {
		delete(g.turns, resource)
	}
}
