// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import "sync"

// hub knows which sessions have readers waiting. All readers of one session
// wait on one channel.
type hub struct {
	mu       sync.Mutex
	sessions map[string]*waiting
}

// waiting is the readers of one session that wait for its next message.
type waiting struct {
	woken   chan struct{}
	readers int
}

// wake ends the wait. It may be called on nil, and once at most on a value.
func (w *waiting) wake() {
	if w != nil {
		close(w.woken)
	}
}

func (h *hub) join(session string) *waiting {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.sessions[session]
	if w == nil {
		w = &waiting{woken: make(chan struct{})}
		if h.sessions == nil {
			h.sessions = map[string]*waiting{}
		}
		h.sessions[session] = w
	}
	w.readers++
	return w
}

// leave forgets a reader that waits no longer.
func (h *hub) leave(session string, w *waiting) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w.readers--
	if w.readers == 0 && h.sessions[session] == w {
		delete(h.sessions, session)
	}
}

// take returns the session's waiting readers, for the caller to wake; nil when there are none.
func (h *hub) take(session string) *waiting {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.sessions[session]
	delete(h.sessions, session)
	return w
}

func (h *hub) wakeAll() {
	h.mu.Lock()
	all := h.sessions
	h.sessions = nil
	h.mu.Unlock()
	for _, w := range all {
		w.wake()
	}
}
