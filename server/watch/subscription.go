// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"time"

	"k8s.io/utils/clock"
)

// subscription delivers the messages of a feed to one client, at that client's
// own pace.
type subscription struct {
	manager *Manager
	feed    *feed
	id      string
	owner   string
	notify  func(ctx context.Context, method string, params any) error
	gate    <-chan struct{}
	cursor  int64
	count   int64

	// ended is guarded by the manager's lock.
	ended bool

	// ctx carries the values of the call that made the subscription.
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
}

func newSubscription(ctx context.Context, m *Manager, f *feed, id string, r Request) *subscription {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	return &subscription{
		manager: m, feed: f, id: id, owner: r.Owner, notify: r.Notify, gate: r.AfterResult, cursor: r.AfterSeq,
		ctx: ctx, cancel: cancel, done: make(chan struct{}),
	}
}

// run delivers until the end of the feed, of the client or of the subscription.
func (s *subscription) run() {
	defer s.leave()
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-s.ctx.Done():
			return
		}
	}
	for s.ctx.Err() == nil {
		v := s.feed.record.after(s.cursor)
		if v.behind {
			if !s.catchUp(v) {
				return
			}
			continue
		}
		if !s.deliver(v.messages) {
			return
		}
		switch {
		case len(v.messages) > 0: // There may be more by now.
		case v.end != nil:
			s.retire()
			s.send(Event{Phase: v.end.phase, Reason: v.end.reason})
			return
		case !v.wait(s.ctx):
			return
		}
	}
}

// leave ends the subscription, however it came to that.
func (s *subscription) leave() {
	s.manager.mu.Lock()
	s.manager.forget(s)
	s.manager.mu.Unlock()
	s.cancel()
	close(s.done)
}

// retire makes the id unknown before the client reads the terminal
// notification; a client that goes away still ends what is left of it.
func (s *subscription) retire() {
	s.manager.mu.Lock()
	defer s.manager.mu.Unlock()
	s.ended = true
}

// deliver notifies each message behind the cursor, once.
func (s *subscription) deliver(messages []Message) bool {
	for i := range messages {
		if messages[i].Seq <= s.cursor {
			continue
		}
		if !s.send(Event{Message: &messages[i]}) {
			return false
		}
		s.cursor = messages[i].Seq
	}
	return true
}

func (s *subscription) send(e Event) bool {
	if s.ctx.Err() != nil {
		return false
	}
	s.count++
	e.SubscriptionID, e.SessionID, e.Count = s.id, s.feed.key.session, s.count
	method, params := s.manager.shape.Notification(e)
	return s.notify(s.ctx, method, params) == nil
}

// catchUp delivers what the feed does not keep (any more) from the platform.
// What cannot be had within the away limit is skipped: the end comes anyway.
func (s *subscription) catchUp(v view) bool {
	since := s.manager.clock.Now()
	for delay := minBackoff; ; delay = min(2*delay, maxBackoff) {
		messages, err := s.manager.backend.MessagesAfter(s.ctx, s.feed.key.session, s.cursor)
		if err == nil {
			if !s.deliver(messages) {
				return false
			}
			s.cursor = max(s.cursor, v.floor)
			return true
		}
		if _, hopeless := endOf(err); hopeless || s.manager.clock.Since(since) >= AwayLimit {
			s.cursor = max(s.cursor, v.floor)
			return s.ctx.Err() == nil
		}
		if !pause(s.ctx, s.manager.clock, delay) {
			return false
		}
	}
}

// Bounds of the pause between two attempts.
const (
	minBackoff = 200 * time.Millisecond
	maxBackoff = 5 * time.Second
)

// pause waits on the clock, or returns false when ctx ended.
func pause(ctx context.Context, c clock.Clock, d time.Duration) bool {
	t := c.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C():
		return true
	case <-ctx.Done():
		return false
	}
}
