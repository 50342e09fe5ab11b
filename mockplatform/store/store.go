// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/segmentio/ksuid"
	"github.com/tidwall/btree"
	"k8s.io/utils/clock"
)

// Options are what a store gets from outside. Nil fields have defaults.
type Options struct {
	// Clock is the real one when nil.
	Clock clock.PassiveClock
	// NewID makes the ids of sessions and messages; KSUIDs when nil.
	NewID func() string
	// NewAgentID makes the ids of agents; random UUIDs when nil.
	NewAgentID func() string
}

// Store keeps the data of one tenant. Make one with [New].
type Store struct {
	o Options

	mu    sync.RWMutex
	state *state
	// epoch counts the times the state was replaced as a whole.
	epoch int64
	hub   hub
}

// state is all data. A copy costs the same whatever is stored.
type state struct {
	projects *table[Project]
	agents   *table[agentRecord]
	sessions *table[Session]
	logs     *btree.Map[string, log]
	seq      int64
}

// New returns an empty store.
func New(o Options) *Store {
	if o.Clock == nil {
		o.Clock = clock.RealClock{}
	}
	if o.NewID == nil {
		o.NewID = func() string { return ksuid.New().String() }
	}
	if o.NewAgentID == nil {
		o.NewAgentID = uuid.NewString
	}
	return &Store{o: o, state: newState()}
}

func newState() *state {
	return &state{
		projects: newTable(projectKind),
		agents:   newTable(agentKind),
		sessions: newTable(sessionKind),
		logs:     new(btree.Map[string, log]),
	}
}

func (s *state) copy() *state {
	return &state{
		projects: s.projects.copy(),
		agents:   s.agents.copy(),
		sessions: s.sessions.copy(),
		logs:     s.logs.Copy(),
		seq:      s.seq,
	}
}

// now is in the form that survives JSON.
func (s *Store) now() time.Time { return s.o.Clock.Now().UTC().Round(0) }

// Snapshot is the state of a store at one moment. It costs nothing to keep, can
// be restored any number of times, and belongs to the store it was taken from.
type Snapshot struct {
	of    *Store
	state *state
}

// Snapshot takes a snapshot in constant time.
func (s *Store) Snapshot() *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Snapshot{of: s, state: s.state.copy()}
}

// Restore puts the state back that snap has. Seq does not go back: the counter
// stays at the higher of the present and the snapshot's value, so that a reader
// never sees a seq twice. An open cursor stays open and continues after the
// highest seq it has delivered. It panics on a snapshot of another store.
func (s *Store) Restore(snap *Snapshot) {
	if snap.of != s { // its data is guarded by the other store's lock
		panic("store: restore of another store's snapshot")
	}
	s.mu.Lock()
	next := snap.state.copy()
	s.replace(next)
	s.mu.Unlock()
	s.hub.wakeAll()
}

// replace needs the lock for writing.
func (s *Store) replace(next *state) {
	next.seq = max(next.seq, s.state.seq)
	s.state = next
	s.epoch++
}
