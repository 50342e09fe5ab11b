// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// crowded is a store with n sessions in four projects and every phase.
func crowded(t testing.TB, n int) *store.Store {
	projects := []string{"pa", "pb", "pc", "pd"}
	s, _ := newStore(t, projects...)
	phases := append(store.Phases(), store.PhaseNone)
	for i := range n {
		newSession(t, s, store.SessionSpec{
			Name: fmt.Sprint("s", i), ProjectID: projects[i*7%4], Phase: phases[i*13/4%len(phases)],
			CreatedAt: start.Add(time.Duration(i) * time.Millisecond),
		})
	}
	return s
}

var filters = []struct {
	name  string
	q     store.Query
	where string
}{
	{name: "none"},
	{name: "project", q: store.Query{ProjectID: "pa"}},
	{name: "phase", q: store.Query{Phase: store.PhaseRunning}},
	{name: "project and phase", q: store.Query{ProjectID: "pa", Phase: store.PhaseRunning}},
	{name: "search phase", where: "phase = 'Running'"},
	{name: "search pending in scope", q: store.Query{Projects: []string{"pa", "pb"}}, where: "(phase = 'Pending' or phase is null)"},
	{name: "search name", where: "name = 's500'"},
}

func BenchmarkListPage(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		s := crowded(b, n)
		for _, f := range filters {
			b.Run(fmt.Sprintf("%s/sessions=%d", f.name, n), func(b *testing.B) {
				f.q.Where, f.q.Page, f.q.Size = where(b, f.where), 1, 20
				b.ReportAllocs()
				for b.Loop() {
					value(s.ListSessions(f.q))
				}
			})
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	s, _ := newStore(b, "demo")
	id := newSession(b, s, store.SessionSpec{}).ID
	b.ReportAllocs()
	for b.Loop() {
		value(s.AppendMessages(id, event("x")))
	}
}

func BenchmarkSnapshot(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		s := crowded(b, n)
		b.Run(fmt.Sprintf("sessions=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Snapshot()
			}
		})
	}
}

func BenchmarkCreateSession(b *testing.B) {
	s := crowded(b, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		value(s.CreateSession(store.SessionSpec{ProjectID: "pa"}))
	}
}

// BenchmarkFanOut is one message until the last of 1,000 readers has it.
func BenchmarkFanOut(b *testing.B) {
	const readers = 1_000
	s, _ := newStore(b, "demo")
	id := newSession(b, s, store.SessionSpec{}).ID
	ctx, cancel := context.WithCancel(context.Background())
	var running, received sync.WaitGroup
	for range readers {
		c := value(s.Subscribe(id, 0))
		running.Go(func() {
			for {
				if _, err := c.Next(ctx); err != nil {
					return
				}
				received.Done()
			}
		})
	}
	b.ReportAllocs()
	for b.Loop() {
		received.Add(readers)
		value(s.AppendMessages(id, event("x")))
		received.Wait()
	}
	cancel()
	running.Wait()
}
