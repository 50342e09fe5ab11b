// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"slices"
	"sync"
)

// Bounds of the messages that a feed keeps for its subscribers. A subscriber
// that falls behind them reads the rest from the platform.
const (
	maxKept      = 1024
	maxKeptBytes = 8 << 20
)

// record is the messages a feed has seen, as a window that moves on: all
// messages with floor < seq <= high are in kept.
type record struct {
	mu      sync.Mutex
	kept    []Message
	bytes   int
	floor   int64
	high    int64
	any     bool // something was appended
	end     *end
	changed chan struct{}
}

func newRecord(after int64) *record {
	return &record{floor: after, high: after, changed: make(chan struct{})}
}

// add appends what is new of messages in seq order and tells whether anything
// was. They are all there is behind from; a record that was lowered below it
// meanwhile refuses them, for what lies between would be lost.
func (r *record) add(from int64, messages ...Message) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.end != nil || from > r.high {
		return false
	}
	fresh := false
	for _, m := range messages {
		if m.Seq <= r.high {
			continue
		}
		r.kept = append(r.kept, m)
		r.bytes += len(m.Raw)
		r.high, r.any, fresh = m.Seq, true, true
	}
	drop := 0
	for len(r.kept)-drop > 1 && (len(r.kept)-drop > maxKept || r.bytes > maxKeptBytes) {
		r.bytes -= len(r.kept[drop].Raw)
		r.floor = r.kept[drop].Seq
		drop++
	}
	if drop > 0 {
		r.kept = slices.Clone(r.kept[drop:])
	}
	if fresh {
		r.wake()
	}
	return fresh
}

// lower moves the start of an empty record down and tells whether it did. It
// cannot move once something has come: from there on everything newer will
// come too, and what is older can be read from the platform.
func (r *record) lower(after int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.any || after >= r.floor || r.end != nil {
		return false
	}
	r.floor, r.high = after, after
	return true
}

// finish ends the record; only the first end counts.
func (r *record) finish(e end) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.end == nil {
		r.end = &e
		r.wake()
	}
}

// position is the seq behind which the next messages are.
func (r *record) position() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.high
}

// view is what a record has for a subscriber at some seq.
type view struct {
	// messages come next; they are empty when there is nothing yet.
	messages []Message
	// behind says that the platform must be asked for what comes next, up to floor.
	behind bool
	floor  int64
	// end is set when the record has ended; it comes after the messages.
	end *end
	// changed is closed when there is more.
	changed <-chan struct{}
}

func (r *record) after(seq int64) view {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := view{floor: r.floor, end: r.end, changed: r.changed}
	if seq < r.floor {
		v.behind = true
		return v
	}
	// The first that is greater; seq+1 would not do, for seq is the caller's and may be the greatest there is.
	i, _ := slices.BinarySearchFunc(r.kept, seq, func(m Message, s int64) int {
		if m.Seq <= s {
			return -1
		}
		return 1
	})
	v.messages = slices.Clone(r.kept[i:])
	return v
}

func (r *record) wake() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// wait returns when the view may have changed, or false when ctx ended.
func (v view) wait(ctx context.Context) bool {
	select {
	case <-v.changed:
		return true
	case <-ctx.Done():
		return false
	}
}
