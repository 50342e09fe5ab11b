// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

func event(payload string) store.NewMessage {
	return store.NewMessage{EventType: "assistant", Payload: payload}
}

func seqs(messages []store.Message) []int64 {
	all := []int64{}
	for _, m := range messages {
		all = append(all, m.Seq)
	}
	return all
}

func TestSeqIsOneCounterForAllSessions(t *testing.T) {
	s, _ := newStore(t, "demo")
	a := newSession(t, s, store.SessionSpec{Prompt: ptr("hello")}).ID
	b := newSession(t, s, store.SessionSpec{Prompt: ptr("")}).ID
	value(s.AppendMessages(b, event("1"), event("2")))
	value(s.PushMessage(a, "3"))

	got := value(s.Messages(a, 0))
	want := []store.Message{
		{ID: got[0].ID, SessionID: a, Seq: 1, EventType: "user", Payload: "hello", CreatedAt: start},
		{ID: got[1].ID, SessionID: a, Seq: 4, EventType: "user", Payload: "3", CreatedAt: start},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, tc := range []struct {
		after int64
		want  []int64
	}{{-1, []int64{2, 3}}, {0, []int64{2, 3}}, {2, []int64{3}}, {3, []int64{}}, {99, []int64{}}} {
		if diff := cmp.Diff(tc.want, seqs(value(s.Messages(b, tc.after)))); diff != "" {
			t.Errorf("after %d: %s", tc.after, diff)
		}
	}
}

func TestPushIsRefusedInTerminalPhases(t *testing.T) {
	s, _ := newStore(t, "demo")
	for _, phase := range append(store.Phases(), store.PhaseNone) {
		id := newSession(t, s, store.SessionSpec{Phase: phase}).ID
		_, err := s.PushMessage(id, "x")
		var conflict *store.ConflictError
		if phase.Terminal() != errors.As(err, &conflict) || !phase.Terminal() && err != nil {
			t.Errorf("push in phase %q: %v", phase, err)
		}
		if _, err := s.AppendMessages(id, event("past the rules")); err != nil {
			t.Errorf("append in phase %q: %v", phase, err)
		}
	}
}

func TestHistoriesThatPartAtASnapshotKeepTheirMessages(t *testing.T) {
	s, _ := newStore(t, "demo")
	id := newSession(t, s, store.SessionSpec{}).ID
	value(s.AppendMessages(id, event("1"), event("2")))
	snap := s.Snapshot()
	value(s.AppendMessages(id, event("3"), event("4")))
	first := value(s.Messages(id, 0))

	s.Restore(snap)
	value(s.AppendMessages(id, event("other")))
	second := value(s.Messages(id, 0))
	s.Restore(snap)

	if diff := cmp.Diff([]int64{1, 2, 3, 4}, seqs(first)); diff != "" || first[2].Payload != "3" {
		t.Errorf("first history: %s", diff)
	}
	if diff := cmp.Diff([]int64{1, 2, 5}, seqs(second)); diff != "" || second[2].Payload != "other" {
		t.Errorf("second history: %s", diff)
	}
	if diff := cmp.Diff([]int64{1, 2}, seqs(value(s.Messages(id, 0)))); diff != "" {
		t.Errorf("restored: %s", diff)
	}
}
