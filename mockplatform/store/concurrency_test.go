// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"sync"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// TestReadersSeeWholeStates changes two sessions' phases in turn, so that at
// every moment one of them or both are Running, while everything that reads is at work.
func TestReadersSeeWholeStates(t *testing.T) {
	s := store.New(store.Options{})
	value(s.CreateProject(store.ProjectSpec{Name: "demo"}))
	a := newSession(t, s, store.SessionSpec{Name: "a", Phase: store.PhaseRunning}).ID
	b := newSession(t, s, store.SessionSpec{Name: "b", Phase: store.PhaseRunning}).ID
	for range 200 {
		newSession(t, s, store.SessionSpec{Name: "noise"})
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(done)
		for range 200 {
			for _, id := range []string{a, b} {
				value(s.SetPhase(id, store.PhaseFailed))
				value(s.AppendMessages(id, event("x")))
				value(s.SetPhase(id, store.PhaseRunning))
			}
		}
	})
	read := func(running func() int) {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if n := running(); n != 1 && n != 2 {
					t.Errorf("%d sessions are Running, want 1 or 2", n)
					return
				}
			}
		})
	}
	for _, query := range []string{
		"phase = 'Running'",
		"phase like 'Running'",
		"phase = 'Running' and created_at > '2020-01-01'",
	} {
		q := store.Query{Where: where(t, query)}
		read(func() int { return value(s.ListSessions(q)).Total })
		byName := q
		byName.Order = []store.Order{{Column: "name"}}
		read(func() int { return len(value(s.ListSessions(byName)).Items) })
	}
	read(func() int {
		n := 0
		for _, x := range s.Dump().Sessions {
			if x.Phase == store.PhaseRunning {
				n++
			}
		}
		return n
	})
	wg.Wait()
}

func TestRestoreRefusesTheSnapshotOfAnotherStore(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Restore does not panic")
		}
	}()
	store.New(store.Options{}).Restore(store.New(store.Options{}).Snapshot())
}
