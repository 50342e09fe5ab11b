// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

// An index that is not used costs a walk through every session; that it is used
// is what keeps a page as quick with many sessions as with few.
func TestTheCommonFiltersAreAnsweredByAnIndex(t *testing.T) {
	s := New(Options{})
	for _, tt := range []struct {
		name  string
		q     Query
		where string
		exact bool
	}{
		{name: "no filter", exact: true},
		{name: "project", q: Query{ProjectID: "pa"}, exact: true},
		{name: "phase", q: Query{Phase: PhaseRunning}, exact: true},
		{name: "project and phase", q: Query{ProjectID: "pa", Phase: PhaseRunning}, exact: true},
		{name: "scope", q: Query{Projects: []string{"pa", "pb"}}, exact: true},
		{name: "search for a phase", where: "phase = 'Running'", exact: true},
		{name: "search for pending within a scope", q: Query{Projects: []string{"pa", "pb"}}, where: "(phase = 'Pending' or phase is null)", exact: true},
		{name: "search for a name", where: "name = 's500'", exact: true},
		{name: "search that no index knows", where: "name like 's%'", exact: false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var err error
			if tt.q.Where, err = search.Parse(tt.where); err != nil {
				t.Fatal(err)
			}
			p, err := planOf(sessionKind, tt.q)
			if err != nil {
				t.Fatal(err)
			}
			if _, exact := p.find(s.state.sessions); exact != tt.exact {
				t.Errorf("answered by an index: %t", exact)
			}
		})
	}
}
