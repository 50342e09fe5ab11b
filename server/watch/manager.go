// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"k8s.io/utils/clock"
)

// Config is what a [Manager] is made of. Only Backend is required.
type Config struct {
	Backend Backend
	// Clock drives polls, backoff and the away limit; nil is the real one.
	Clock clock.WithTicker
	// PollInterval is how often the phase is read; 0 is [DefaultPollInterval].
	PollInterval time.Duration
	// Notifications is the shape of notifications; "" is [Spec].
	Notifications Shape
	// Random is where ids come from; nil is crypto/rand.
	Random io.Reader
}

// Request asks for a subscription. The bearer of the backend calls travels in
// the context that goes with it.
type Request struct {
	// Owner is the client session; only it can cancel the subscription.
	Owner string
	// Bearer tells feeds of different callers apart.
	Bearer    string
	SessionID string
	// AfterSeq is where delivery starts: messages with a greater seq.
	AfterSeq int64
	// Notify sends one notification to the owner. It blocks until the client
	// can take it or ctx ends, and returns an error when the client is gone.
	Notify func(ctx context.Context, method string, params any) error
	// AfterResult is closed when the answer with the subscription id is on its
	// way; nothing is notified before. nil means at once.
	AfterResult <-chan struct{}
}

// Manager holds all subscriptions of a server.
type Manager struct {
	backend Backend
	clock   clock.WithTicker
	every   time.Duration
	shape   Shape
	random  io.Reader
	running sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	subs    map[string]*subscription
	feeds   map[feedKey]*feed
	pending map[*pendingWatch]struct{}
}

type feedKey struct{ session, bearer string }

// pendingWatch is a Watch that still waits for the platform's answer.
type pendingWatch struct {
	owner string
	gone  bool
}

// New returns a manager without subscriptions.
func New(c Config) *Manager {
	m := &Manager{
		backend: c.Backend, clock: c.Clock, every: c.PollInterval, shape: c.Notifications, random: c.Random,
		subs: map[string]*subscription{}, feeds: map[feedKey]*feed{}, pending: map[*pendingWatch]struct{}{},
	}
	if m.clock == nil {
		m.clock = clock.RealClock{}
	}
	if m.every <= 0 {
		m.every = DefaultPollInterval
	}
	if m.shape == "" {
		m.shape = Spec
	}
	if m.random == nil {
		m.random = rand.Reader
	}
	return m
}

// Watch reads the session and, when it is there, returns the id of a new
// subscription to its messages. An error of the platform is returned as it
// came; [ErrClosed] means that the owner or the manager went away meanwhile.
func (m *Manager) Watch(ctx context.Context, r Request) (string, error) {
	id, err := m.newID()
	if err != nil {
		return "", err
	}
	p := m.begin(r.Owner)
	phase, err := m.backend.Phase(ctx, r.SessionID)
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.pending, p)
	if err != nil {
		return "", err
	}
	if m.closed || p.gone {
		return "", ErrClosed
	}
	key := feedKey{r.SessionID, r.Bearer}
	f := m.feeds[key]
	if f == nil {
		f = newFeed(ctx, m, key, r.AfterSeq, phase)
		m.feeds[key] = f
		m.running.Go(f.run)
	} else {
		f.join(r.AfterSeq, phase)
	}
	f.watchers++
	s := newSubscription(ctx, m, f, id, r)
	m.subs[id] = s
	m.running.Go(s.run)
	return id, nil
}

// Unwatch ends a subscription. When it returns nil, the subscription's last
// notification has been handed over. [ErrNotFound] means that the owner has
// no such subscription (any more).
func (m *Manager) Unwatch(owner, id string) error {
	m.mu.Lock()
	s := m.subs[id]
	if s == nil || s.owner != owner || s.ended {
		m.mu.Unlock()
		return ErrNotFound
	}
	m.forget(s)
	m.mu.Unlock()
	s.cancel()
	<-s.done
	return nil
}

// CloseOwner ends all subscriptions of a client session that is gone.
func (m *Manager) CloseOwner(owner string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for p := range m.pending {
		if p.owner == owner {
			p.gone = true
		}
	}
	for _, s := range m.subs {
		if s.owner == owner {
			m.forget(s)
			s.cancel()
		}
	}
}

// Close ends all subscriptions, waits until everything is released and
// refuses new ones.
func (m *Manager) Close() {
	m.mu.Lock()
	m.closed = true
	for _, s := range m.subs {
		m.forget(s)
		s.cancel()
	}
	m.mu.Unlock()
	m.running.Wait()
}

// Active counts the subscriptions, for observation.
func (m *Manager) Active() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, s := range m.subs {
		if !s.ended {
			n++
		}
	}
	return n
}

func (m *Manager) begin(owner string) *pendingWatch {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := &pendingWatch{owner: owner}
	m.pending[p] = struct{}{}
	return p
}

// forget takes a subscription out of the books, once; m.mu is held. The last
// watcher of a feed releases it.
func (m *Manager) forget(s *subscription) {
	if m.subs[s.id] != s {
		return
	}
	delete(m.subs, s.id)
	f := s.feed
	if f.watchers--; f.watchers == 0 {
		f.cancel()
		m.dropLocked(f)
	}
}

// drop lets later watches start a feed of their own.
func (m *Manager) drop(f *feed) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropLocked(f)
}

func (m *Manager) dropLocked(f *feed) {
	if m.feeds[f.key] == f {
		delete(m.feeds, f.key)
	}
}

var idEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// newID makes an id that nobody can guess: 160 random bits.
func (m *Manager) newID() (string, error) {
	var b [20]byte
	if _, err := io.ReadFull(m.random, b[:]); err != nil {
		return "", fmt.Errorf("make a subscription id: %w", err)
	}
	return "sub_" + strings.ToLower(idEncoding.EncodeToString(b[:])), nil
}
