// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// TestSnapshotsOfALargeStoreDoNotMeet works on trees of several levels, which
// the model test does not reach: nodes split, merge and borrow while shared.
func TestSnapshotsOfALargeStoreDoNotMeet(t *testing.T) {
	const sessions, rounds, changes = 3_000, 6, 1_500
	random := rand.New(rand.NewPCG(1, 2))
	s := crowded(t, sessions)
	type kept struct {
		snap *store.Snapshot
		was  store.Dump
	}
	var all []kept
	for range rounds {
		all = append(all, kept{s.Snapshot(), s.Dump()})
		s.Restore(all[random.IntN(len(all))].snap)
		present := s.Dump().Sessions
		random.Shuffle(len(present), func(i, j int) { present[i], present[j] = present[j], present[i] })
		for i, x := range present[:changes] {
			switch i % 4 {
			case 0:
				value(s.SetPhase(x.ID, store.Phases()[random.IntN(7)]))
			case 1:
				newSession(t, s, store.SessionSpec{Name: x.Name, ProjectID: x.ProjectID, CreatedAt: x.CreatedAt})
			default:
				if err := s.DeleteSession(x.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		value(s.CreateProject(store.ProjectSpec{Name: fmt.Sprint("round-", random.Uint64(), "-end")}))
	}
	for i, k := range all {
		s.Restore(k.snap)
		got := s.Dump()
		got.Seq = k.was.Seq                 // does not go back
		if !reflect.DeepEqual(k.was, got) { // cmp is slow on this much
			t.Fatalf("snapshot %d: %.2000s", i, cmp.Diff(k.was, got))
		}
		perPhase := 0
		for _, phase := range append(store.Phases(), store.PhaseNone) {
			q := store.Query{Where: where(t, fmt.Sprintf("phase = '%s'", phase))}
			if phase == store.PhaseNone {
				q.Where = where(t, "phase is null")
			}
			perPhase += value(s.ListSessions(q)).Total
		}
		if perPhase != len(k.was.Sessions) {
			t.Errorf("snapshot %d: the index by phase has %d sessions, want %d", i, perPhase, len(k.was.Sessions))
		}
	}
}

// TestPagesTogetherAreTheList reads unions of several long spans page by page.
func TestPagesTogetherAreTheList(t *testing.T) {
	s := crowded(t, 2_000)
	for _, query := range []string{
		"(phase = 'Pending' or phase is null)",
		"project_id in ('pa', 'pb', 'pd') and phase in ('Running', 'Failed')",
		"project_id != 'pa'",
		"name like 's1%'",
	} {
		q := store.Query{Where: where(t, query)}
		want := value(s.ListSessions(q))
		for _, size := range []int{1, 7, 100} {
			var got []store.Session
			for q.Size, q.Page = size, 1; ; q.Page++ {
				page := value(s.ListSessions(q))
				if page.Total != want.Total {
					t.Fatalf("%s: page %d of %d says %d in all, want %d", query, q.Page, size, page.Total, want.Total)
				}
				if len(page.Items) == 0 {
					break
				}
				got = append(got, page.Items...)
			}
			if !reflect.DeepEqual(want.Items, got) {
				t.Errorf("%s in pages of %d: %.2000s", query, size, cmp.Diff(want.Items, got))
			}
		}
	}
}
