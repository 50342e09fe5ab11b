// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// full is a store with something of everything.
func full(t testing.TB) *store.Store {
	s := listed(t)
	a := value(s.CreateAgent(store.AgentSpec{Name: "a", OwnerUserID: "u", ProjectID: "demo", Prompt: "one"}))
	value(s.PatchAgent(a.ID, store.AgentPatch{Prompt: ptr("two"), Labels: ptr("{}")}))
	value(s.AppendMessages("s1", event("1"), event("2")))
	value(s.AppendMessages("s2", event("3")))
	value(s.AppendMessages("s1", event("4")))
	return s
}

func TestDumpLoadsFromJSON(t *testing.T) {
	s := full(t)
	want := s.Dump()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var d store.Dump
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	other, _ := newStore(t, "gone")
	if err := other.Load(d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, other.Dump()); diff != "" {
		t.Error(diff)
	}
	for _, query := range []string{"", "phase = 'Running'", "project_id = 'other'", "name = 'x'"} {
		q := store.Query{Where: where(t, query)}
		if diff := cmp.Diff(value(s.ListSessions(q)), value(other.ListSessions(q))); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
	if got := value(other.AppendMessages("s1", event("5"))); got[0].Seq != 5 {
		t.Errorf("seq goes on at %d, want 5", got[0].Seq)
	}
}

func TestDumpOfNothingIsEmptyLists(t *testing.T) {
	text, err := json.Marshal(store.New(store.Options{}).Dump())
	if want := `{"projects":[],"agents":[],"sessions":[],"messages":[],"seq":0}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

func TestLoadRefusesWhatDoesNotHangTogether(t *testing.T) {
	for name, spoil := range map[string]func(d *store.Dump){
		"project twice":               func(d *store.Dump) { d.Projects = append(d.Projects, d.Projects[0]) },
		"agent twice":                 func(d *store.Dump) { d.Agents = append(d.Agents, d.Agents[0]) },
		"session twice":               func(d *store.Dump) { d.Sessions = append(d.Sessions, d.Sessions[0]) },
		"agent without versions":      func(d *store.Dump) { d.Agents[0].Versions = nil },
		"agent with a version less":   func(d *store.Dump) { d.Agents[0].Versions = d.Agents[0].Versions[1:] },
		"message without session":     func(d *store.Dump) { d.Messages[1].SessionID = "nope" },
		"messages in the wrong order": func(d *store.Dump) { d.Messages[0].Seq = 3 },
	} {
		t.Run(name, func(t *testing.T) {
			d := full(t).Dump()
			spoil(&d)
			s, _ := newStore(t, "demo")
			before := s.Dump()
			if err := s.Load(d); err == nil {
				t.Error("Load succeeds")
			}
			if diff := cmp.Diff(before, s.Dump()); diff != "" {
				t.Errorf("a failed Load changed the store: %s", diff)
			}
		})
	}
}
