// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// listed is ten sessions, s0 the oldest, two in a minute, in both projects and some phases.
func listed(t testing.TB) *store.Store {
	s, _ := newStore(t, "demo", "other")
	phases := []store.Phase{store.PhaseNone, store.PhasePending, store.PhaseRunning, store.PhaseRunning, store.PhaseFailed}
	for i := range 10 {
		newSession(t, s, store.SessionSpec{
			ID: "s" + string(rune('0'+i)), Name: []string{"x", "y", "z"}[i%3],
			ProjectID: []string{"demo", "other"}[i/5], Phase: phases[i%5],
			CreatedAt: start.Add(time.Duration(i/2) * time.Minute), LLMMaxTokens: ptr(int32(i % 4)),
		})
	}
	return s
}

func ids(page store.Page[store.Session]) string {
	all := make([]string, len(page.Items))
	for i, s := range page.Items {
		all[i] = strings.TrimPrefix(s.ID, "s")
	}
	return strings.Join(all, "")
}

func TestListSessions(t *testing.T) {
	s := listed(t)
	for _, tc := range []struct {
		name  string
		q     store.Query
		where string
		want  string
		total int
	}{
		{"newest first, then by id", store.Query{}, "", "8967452301", 10},
		{"first page", store.Query{Size: 3}, "", "896", 10},
		{"third page", store.Query{Page: 3, Size: 3}, "", "230", 10},
		{"last page is short", store.Query{Page: 4, Size: 3}, "", "1", 10},
		{"page past the end", store.Query{Page: 5, Size: 3}, "", "", 10},
		{"page far past the end", store.Query{Page: math.MaxInt, Size: 100}, "", "", 10},
		{"project", store.Query{ProjectID: "demo"}, "", "42301", 5},
		{"phase", store.Query{Phase: store.PhaseRunning}, "", "8723", 4},
		{"project and phase", store.Query{ProjectID: "other", Phase: store.PhaseRunning}, "", "87", 2},
		{"scope", store.Query{Projects: []string{"other", "nope"}}, "", "89675", 5},
		{"scope of two projects, second page", store.Query{Projects: []string{"other", "demo"}, Page: 2, Size: 4}, "", "4523", 10},
		{"empty scope", store.Query{Projects: []string{}}, "", "", 0},
		{"project outside the scope", store.Query{Projects: []string{"other"}, ProjectID: "demo"}, "", "", 0},
		{"phase as condition", store.Query{}, "phase = 'Running'", "8723", 4},
		{"pending, shown or not", store.Query{}, "(phase = 'Pending' or phase is null)", "6501", 4},
		{"pending of a project", store.Query{Size: 1}, "(phase = 'Pending' or phase is null) and project_id = 'other'", "6", 2},
		{"never started", store.Query{}, "phase is null", "50", 2},
		{"phase that is the empty text", store.Query{}, "phase = ''", "", 0},
		{"started", store.Query{}, "phase is not null", "89674231", 8},
		{"two phases", store.Query{Page: 2, Size: 2}, "phase in ('Failed', 'Running')", "74", 6},
		{"phases that exclude each other", store.Query{Phase: store.PhaseFailed}, "phase = 'Running'", "", 0},
		{"name", store.Query{}, "name = 'x'", "9630", 4},
		{"name in a project", store.Query{ProjectID: "demo"}, "sessions.name = 'x'", "30", 2},
		{"id", store.Query{}, "id = 's4'", "4", 1},
		{"ids", store.Query{}, "id in ('s1', 's9', 'nope') and name != 'x'", "1", 1},
		{"in nothing", store.Query{}, "id in ()", "", 0},
		{"scan", store.Query{Page: 2, Size: 2}, "name like '_' and llm_max_tokens >= 2", "23", 4},
		{"scan of a phase", store.Query{}, "phase = 'Running' and llm_max_tokens = '3'", "73", 2},
		{"created after", store.Query{}, "created_at > '2026-11-30T20:02:30Z'", "8967", 4},
		{"oldest first", store.Query{Order: []store.Order{{Column: "created_at"}}}, "", "0123456789", 10},
		{"default order spelt out", store.Query{Order: []store.Order{{"created_at", true}, {"id", false}}}, "", "8967452301", 10},
		{"within the age the other way", store.Query{Order: []store.Order{{"created_at", true}, {"id", true}}}, "", "9876543210", 10},
		{"by number, then by id", store.Query{Order: []store.Order{{Column: "llm_max_tokens"}}, Page: 2, Size: 4}, "", "5926", 10},
		{"absent values last", store.Query{Order: []store.Order{{"phase", false}}}, "", "4916237805", 10},
		{"absent values first", store.Query{Order: []store.Order{{"phase", true}}}, "", "0523781649", 10},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.q.Where = where(t, tc.where)
			got := value(s.ListSessions(tc.q))
			if ids(got) != tc.want || got.Total != tc.total || got.Items == nil {
				t.Errorf("%q of %d, want %q of %d", ids(got), got.Total, tc.want, tc.total)
			}
		})
	}
}

func TestListRefusesWhatDoesNotFit(t *testing.T) {
	s := listed(t)
	for _, tc := range []struct{ name, where, order, mentions string }{
		{"unknown column", "bogus = 1", "", "bogus"},
		{"other table", "agents.name = 'x'", "", "agents"},
		{"text for a number", "llm_max_tokens = 'many'", "", "many"},
		{"order by unknown column", "", "bogus desc", "bogus"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			q := store.Query{Where: where(t, tc.where)}
			if tc.order != "" {
				q.Order = value(store.ParseOrder(tc.order))
			}
			_, err := s.ListSessions(q)
			var query *store.QueryError
			if !errors.As(err, &query) || !strings.Contains(query.Reason, tc.mentions) {
				t.Errorf("%v, want a *QueryError that mentions %s", err, tc.mentions)
			}
		})
	}
	if _, err := s.ListAgents(store.Query{Where: where(t, "prompt like '%secret%'")}); err == nil {
		t.Error("the prompt of agents can be searched")
	}
}

func TestParseOrder(t *testing.T) {
	got := value(store.ParseOrder(" created_at desc,id asc , name"))
	want := []store.Order{{"created_at", true}, {"id", false}, {"name", false}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{"", "name DESC", "name up", "name asc id", "name,", "lower (name) asc"} {
		if _, err := store.ParseOrder(text); err == nil {
			t.Errorf("ParseOrder(%q) succeeds", text)
		}
	}
}

func TestAgentsWithoutProjectAreOutsideEveryScope(t *testing.T) {
	s, _ := newStore(t, "demo")
	value(s.CreateAgent(store.AgentSpec{Name: "inside", ProjectID: "demo"}))
	value(s.CreateAgent(store.AgentSpec{Name: "free"}))
	if page := value(s.ListAgents(store.Query{})); page.Total != 2 {
		t.Errorf("no scope: %d agents, want 2", page.Total)
	}
	if page := value(s.ListAgents(store.Query{Projects: []string{"demo", ""}})); page.Total != 1 || page.Items[0].Name != "inside" {
		t.Errorf("scope: %+v", page)
	}
	if page := value(s.ListProjects(store.Query{Projects: []string{"demo"}})); page.Total != 1 {
		t.Errorf("projects in scope: %d, want 1", page.Total)
	}
}
