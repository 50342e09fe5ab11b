// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

func TestAgentVersionsAreImmutable(t *testing.T) {
	s, clock := newStore(t, "demo")
	a := value(s.CreateAgent(store.AgentSpec{Name: "planner", OwnerUserID: "u", ProjectID: "demo", Prompt: "one"}))
	snap := s.Snapshot()
	patch := func(p store.AgentPatch) store.Agent {
		clock.SetTime(clock.Now().Add(time.Minute))
		return value(s.PatchAgent(a.ID, p))
	}
	if got := patch(store.AgentPatch{Labels: ptr("{}")}); got.Version != 1 || got.Prompt != "one" {
		t.Errorf("labels alone: version %d, prompt %q", got.Version, got.Prompt)
	}
	if got := patch(store.AgentPatch{Prompt: ptr("two")}); got.Version != 2 || got.Prompt != "two" {
		t.Errorf("new prompt: version %d, prompt %q", got.Version, got.Prompt)
	}
	if got := patch(store.AgentPatch{Prompt: ptr("two")}); got.Version != 3 {
		t.Errorf("same prompt again: version %d, want 3", got.Version)
	}
	want := []store.AgentVersion{
		{Version: 1, Prompt: "one", CreatedAt: start},
		{Version: 2, Prompt: "two", CreatedAt: start.Add(2 * time.Minute)},
		{Version: 3, Prompt: "two", CreatedAt: start.Add(3 * time.Minute)},
	}
	if diff := cmp.Diff(want, value(s.AgentVersions(a.ID))); diff != "" {
		t.Error(diff)
	}
	first := value(s.AgentAt(a.ID, 1))
	if first.Version != 1 || first.Prompt != "one" || !first.UpdatedAt.Equal(start) {
		t.Errorf("at version 1: %+v", first)
	}
	for _, version := range []int{-1, 0, 4} {
		_, err := s.AgentAt(a.ID, version)
		var missing *store.NotFoundError
		if !errors.As(err, &missing) || missing.Kind != store.KindAgentVersion {
			t.Errorf("version %d: %v, want a *NotFoundError", version, err)
		}
	}
	// Two histories that part at a snapshot do not write into each other.
	s.Restore(snap)
	patch(store.AgentPatch{Prompt: ptr("other two")})
	if got := value(s.AgentVersions(a.ID)); len(got) != 2 || got[1].Prompt != "other two" {
		t.Errorf("after restore: %+v", got)
	}
}

func TestAgentJSONNeverHasThePrompt(t *testing.T) {
	s, _ := newStore(t)
	a := value(s.CreateAgent(store.AgentSpec{Name: "a", Prompt: "secret"}))
	for _, v := range []any{a, value(s.AgentVersions(a.ID)), value(s.ListAgents(store.Query{}))} {
		text, err := json.Marshal(v)
		if err != nil || strings.Contains(string(text), "secret") {
			t.Errorf("%s, %v", text, err)
		}
	}
	if _, there := store.AgentColumns()["prompt"]; there {
		t.Error("the prompt can be searched")
	}
}

func TestAgentNames(t *testing.T) {
	s, _ := newStore(t, "demo")
	value(s.CreateAgent(store.AgentSpec{Name: "twin", OwnerUserID: "u"}))
	other := value(s.CreateAgent(store.AgentSpec{Name: "twin", OwnerUserID: "v"}))
	third := value(s.CreateAgent(store.AgentSpec{Name: "third", OwnerUserID: "u"}))
	create := func(name, owner string) error {
		_, err := s.CreateAgent(store.AgentSpec{Name: name, OwnerUserID: owner})
		return err
	}
	rename := func(id, name string) error {
		_, err := s.PatchAgent(id, store.AgentPatch{Name: &name})
		return err
	}
	var conflict *store.ConflictError
	var invalid *store.InvalidError
	if err := create("twin", "u"); !errors.As(err, &conflict) {
		t.Errorf("name in use: %v", err)
	}
	if err := rename(third.ID, "twin"); !errors.As(err, &conflict) {
		t.Errorf("rename to a name in use: %v", err)
	}
	if err := rename(third.ID, "third"); err != nil {
		t.Errorf("rename to its own name: %v", err)
	}
	if err := rename(other.ID, "third"); err != nil {
		t.Errorf("rename to a name of another owner: %v", err)
	}
	if err := create("twin", "v"); err != nil {
		t.Errorf("name that became free: %v", err)
	}
	for _, name := range []string{"", "a b", "ä", "a.b", "a\n"} {
		if err := create(name, "u"); !errors.As(err, &invalid) {
			t.Errorf("name %q: %v", name, err)
		}
	}
	_, err := s.CreateAgent(store.AgentSpec{Name: "x", ProjectID: "nope"})
	if diff := cmp.Diff(error(&store.NotFoundError{Kind: store.KindProject, ID: "nope"}), err); diff != "" {
		t.Error(diff)
	}
}

func TestProjectRules(t *testing.T) {
	s, _ := newStore(t, "demo")
	var conflict *store.ConflictError
	var invalid *store.InvalidError
	for _, name := range []string{"", "a", "A1", "1a", "a-", "a_b", strings.Repeat("a", 64)} {
		if _, err := s.CreateProject(store.ProjectSpec{Name: name}); !errors.As(err, &invalid) {
			t.Errorf("name %q: %v", name, err)
		}
	}
	if _, err := s.CreateProject(store.ProjectSpec{Name: "demo"}); !errors.As(err, &conflict) {
		t.Errorf("name in use: %v", err)
	}
	got := value(s.PatchProject("demo", store.ProjectPatch{Name: ptr("renamed"), Status: ptr("ok")}))
	if got.ID != "demo" || got.Name != "renamed" || *got.Status != "ok" {
		t.Errorf("%+v", got)
	}
	for _, name := range []string{"demo", "renamed"} {
		if _, err := s.CreateProject(store.ProjectSpec{Name: name}); !errors.As(err, &conflict) {
			t.Errorf("name %q that is an id or a name: %v", name, err)
		}
	}
	if page := value(s.ListProjects(store.Query{Where: where(t, "projects.name = 'renamed'")})); page.Total != 1 {
		t.Errorf("%d projects by name", page.Total)
	}
	id := newSession(t, s, store.SessionSpec{}).ID
	if err := s.DeleteProject("demo"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Project("demo"); err == nil {
		t.Error("a deleted project is there")
	}
	value(s.Session(id)) // nothing cascades
}
