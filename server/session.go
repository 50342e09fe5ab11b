// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"sync"
)

// sessions are the connected clients.
type sessions struct {
	mu   sync.Mutex
	byID map[string]*session
}

// session is one connected client.
type session struct {
	id        string
	transport string
	// caller identifies the bearer the session was opened with.
	caller string
	// ctx ends with the session.
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	revision string
}

func (s *sessions) open(id, transport, caller string) *session {
	ctx, cancel := context.WithCancel(context.Background())
	one := &session{id: id, transport: transport, caller: caller, ctx: ctx, cancel: cancel}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = map[string]*session{}
	}
	s.byID[id] = one
	return one
}

func (s *sessions) get(id string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byID[id]
}

func (s *sessions) close(id string) {
	s.mu.Lock()
	one := s.byID[id]
	delete(s.byID, id)
	s.mu.Unlock()
	if one != nil {
		one.cancel()
	}
}

func (s *sessions) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.byID {
		one.cancel()
	}
}

// negotiated keeps the revision that initialize answered.
func (s *session) negotiated(revision string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revision = revision
}

// protocol returns the negotiated revision, or "" before initialize.
func (s *session) protocol() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.revision
}
