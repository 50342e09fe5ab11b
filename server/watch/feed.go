// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"sync"
	"time"
)

// feed is the one backend stream and the one phase poll of a session watched
// with one bearer.
type feed struct {
	manager *Manager
	key     feedKey
	record  *record
	// ctx carries the bearer of the backend calls.
	ctx    context.Context
	cancel context.CancelFunc
	// observed takes a phase that a joining watcher has read.
	observed chan string
	// rewound asks the stream to start again from a lower seq.
	rewound chan struct{}
	// watchers is guarded by the manager's lock.
	watchers int

	mu      sync.Mutex
	contact time.Time // of the platform's last sign of life
}

func newFeed(ctx context.Context, m *Manager, key feedKey, after int64, phase string) *feed {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f := &feed{
		manager: m, key: key, record: newRecord(after), ctx: ctx, cancel: cancel,
		observed: make(chan string, 1), rewound: make(chan struct{}, 1), contact: m.clock.Now(),
	}
	if Terminal(phase) {
		f.observed <- phase
	}
	return f
}

// join tells the feed of a further watcher: where it starts and the phase it has read.
func (f *feed) join(after int64, phase string) {
	if f.record.lower(after) {
		select {
		case f.rewound <- struct{}{}:
		default:
		}
	}
	if Terminal(phase) {
		select {
		case f.observed <- phase:
		default:
		}
	}
}

// run follows the session until its end or until nobody watches any more.
func (f *feed) run() {
	defer f.cancel()
	select {
	case phase := <-f.observed: // Ended before the watch began: no stream is needed.
		f.finish(end{phase: phase}, true)
		return
	default:
	}
	ticker := f.manager.clock.NewTicker(f.manager.every)
	defer ticker.Stop()
	streaming, stop := context.WithCancel(f.ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer stop()
	lost := make(chan end, 1)
	work.Go(func() { f.follow(streaming, lost) })
	polled := make(chan poll, 1)
	// overdue says that a tick came while the poll before was still under way.
	polling, overdue := false, false
	start := func() {
		polling, overdue = true, false
		work.Go(func() {
			phase, err := f.manager.backend.Phase(streaming, f.key.session)
			polled <- poll{phase, err}
		})
	}
	for {
		var e end
		drain := false
		select {
		case <-f.ctx.Done():
			return
		case e = <-lost:
		case e.phase = <-f.observed:
			drain = true
		case <-ticker.C():
			if polling {
				if !f.isAway() {
					overdue = true
					continue
				}
				e = away
				break
			}
			start()
			continue
		case p := <-polled:
			polling = false
			var over bool
			if e, drain, over = f.judge(p); !over {
				if overdue {
					start()
				}
				continue
			}
		}
		if e.phase != "" {
			f.finish(e, drain)
			return
		}
	}
}

// poll is what reading the phase gave.
type poll struct {
	phase string
	err   error
}

// judge tells the end that a poll means, whether the messages can still be
// read then, and whether it is an end at all.
func (f *feed) judge(p poll) (e end, drain, over bool) {
	if p.err == nil {
		f.alive()
		return end{phase: p.phase}, true, Terminal(p.phase)
	}
	if e, over = endOf(p.err); over {
		return e, false, true
	}
	return away, false, f.isAway()
}

// finish reads what is still unread and ends the feed. Nobody can join any more
// by then: who came after the last read would miss what is before it.
func (f *feed) finish(e end, drain bool) {
	f.manager.drop(f)
	if drain {
		e = f.drain(e)
	}
	if f.ctx.Err() != nil {
		return
	}
	f.record.finish(e)
}

// drain reads the messages that came before the end and were not streamed,
// patiently: a message of a finished session is not to be lost to one failed call.
func (f *feed) drain(e end) end {
	since := f.manager.clock.Now()
	for delay := minBackoff; ; delay = min(2*delay, maxBackoff) {
		from := f.record.position()
		messages, err := f.manager.backend.MessagesAfter(f.ctx, f.key.session, from)
		if err == nil {
			f.record.add(from, messages...)
			return e
		}
		if _, hopeless := endOf(err); hopeless || f.manager.clock.Since(since) >= AwayLimit {
			e.reason = "the last messages could not be read"
			return e
		}
		if !pause(f.ctx, f.manager.clock, delay) {
			return e
		}
	}
}

func (f *feed) alive() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.contact = f.manager.clock.Now()
}

func (f *feed) isAway() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.manager.clock.Since(f.contact) >= AwayLimit
}
