// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var start = time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)

// newStore is a store with a clock that stands still, ids that can be read, and the projects named.
func newStore(t testing.TB, projects ...string) (*store.Store, *clocktesting.FakePassiveClock) {
	t.Helper()
	clock := clocktesting.NewFakePassiveClock(start)
	n := 0
	next := func(prefix string) func() string {
		return func() string { n++; return fmt.Sprintf("%s%06d", prefix, n) }
	}
	s := store.New(store.Options{Clock: clock, NewID: next("id"), NewAgentID: next("agent")})
	for _, p := range projects {
		value(s.CreateProject(store.ProjectSpec{Name: p}))
	}
	return s, clock
}

// value returns what a call that must not fail returns.
func value[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func newSession(t testing.TB, s *store.Store, spec store.SessionSpec) store.Session {
	t.Helper()
	if spec.ProjectID == "" {
		spec.ProjectID = "demo"
	}
	made, err := s.CreateSession(spec)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func where(t testing.TB, query string) search.Expr {
	t.Helper()
	e, err := search.Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func ptr[V any](v V) *V { return &v }
