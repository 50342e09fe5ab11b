// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

func TestCreateSessionGivesDefaults(t *testing.T) {
	s, _ := newStore(t, "demo")
	agent := value(s.CreateAgent(store.AgentSpec{Name: "a", LLMModel: ptr("claude-opus")}))
	for _, tc := range []struct {
		name  string
		spec  store.SessionSpec
		model string
	}{
		{"nothing said", store.SessionSpec{}, store.DefaultLLMModel},
		{"the agent's model", store.SessionSpec{AgentID: agent.ID}, "claude-opus"},
		{"its own model", store.SessionSpec{AgentID: agent.ID, LLMModel: ptr("other")}, "other"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := newSession(t, s, tc.spec)
			if got.LLMModel != tc.model || got.LLMTemperature != 0.7 || got.LLMMaxTokens != 4000 {
				t.Errorf("model %q, temperature %v, max tokens %v", got.LLMModel, got.LLMTemperature, got.LLMMaxTokens)
			}
			if got.Phase != store.PhaseNone || got.KubeCRName != got.ID || !got.CreatedAt.Equal(start) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestSessionJSONLeavesOutWhatIsAbsent(t *testing.T) {
	s, _ := newStore(t, "demo")
	made := newSession(t, s, store.SessionSpec{ID: "s1", Name: "n", Labels: ptr("")})
	got, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"s1","created_at":"2026-11-30T20:00:00Z","updated_at":"2026-11-30T20:00:00Z","name":"n",` +
		`"project_id":"demo","labels":"","llm_model":"claude-sonnet-4-6","llm_temperature":0.7,"llm_max_tokens":4000,` +
		`"kube_cr_name":"s1"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestCreateSessionRefuses(t *testing.T) {
	s, _ := newStore(t, "demo")
	newSession(t, s, store.SessionSpec{ID: "taken"})
	for _, tc := range []struct {
		name string
		spec store.SessionSpec
		want error
	}{
		{"unknown project", store.SessionSpec{ProjectID: "nope"}, &store.NotFoundError{Kind: store.KindProject, ID: "nope"}},
		{"no project", store.SessionSpec{}, &store.NotFoundError{Kind: store.KindProject}},
		{"unknown agent", store.SessionSpec{ProjectID: "demo", AgentID: "nope"},
			&store.InvalidError{Field: "agent_id", Reason: "Agent with id='nope' not found"}},
		{"unknown parent", store.SessionSpec{ProjectID: "demo", ParentSessionID: "nope"},
			&store.InvalidError{Field: "parent_session_id", Reason: "Session with id='nope' not found"}},
		{"id in use", store.SessionSpec{ProjectID: "demo", ID: "taken"},
			&store.ConflictError{Kind: store.KindSession, ID: "taken", Reason: "This Session already exists"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := s.CreateSession(tc.spec)
			if diff := cmp.Diff(tc.want, err); diff != "" {
				t.Error(diff)
			}
		})
	}
	if page := value(s.ListSessions(store.Query{})); page.Total != 1 {
		t.Errorf("%d sessions after refusals, want 1", page.Total)
	}
}

func TestPhaseMachine(t *testing.T) {
	s, _ := newStore(t, "demo")
	for _, tc := range []struct {
		from        store.Phase
		start, stop bool
	}{
		{store.PhaseNone, true, false},
		{store.PhasePending, false, true},
		{store.PhaseCreating, false, true},
		{store.PhaseRunning, false, true},
		{store.PhaseStopping, false, false},
		{store.PhaseStopped, true, false},
		{store.PhaseCompleted, true, false},
		{store.PhaseFailed, true, false},
	} {
		t.Run("from "+string(tc.from), func(t *testing.T) {
			try := func(do func(string) (store.Session, error), allowed bool, want store.Phase) {
				t.Helper()
				id := newSession(t, s, store.SessionSpec{Phase: tc.from}).ID
				got, err := do(id)
				if allowed {
					if err != nil || got.Phase != want {
						t.Errorf("%q, %v; want %q", got.Phase, err, want)
					}
					return
				}
				var conflict *store.ConflictError
				if !errors.As(err, &conflict) || conflict.ID != id {
					t.Errorf("%v, want a *ConflictError", err)
				}
				if now := value(s.Session(id)); now.Phase != tc.from {
					t.Errorf("refused, but the phase is %q now", now.Phase)
				}
			}
			try(s.StartSession, tc.start, store.PhasePending)
			try(s.StopSession, tc.stop, store.PhaseStopping)
		})
	}
}

func TestPhasesBringTheirTimes(t *testing.T) {
	s, clock := newStore(t, "demo")
	id := newSession(t, s, store.SessionSpec{}).ID
	at := func(minute int) *time.Time { return ptr(start.Add(time.Duration(minute) * time.Minute)) }
	for minute, tc := range []struct {
		phase             store.Phase
		begun, done       *time.Time
		givenAsCompletion *time.Time
	}{
		{phase: store.PhasePending},
		{phase: store.PhaseRunning, begun: at(1)},
		{phase: store.PhaseStopping, begun: at(1)},
		{phase: store.PhaseStopped, begun: at(1), done: at(3)},
		{phase: store.PhaseFailed, begun: at(1), done: at(3)},
		{phase: store.PhaseRunning, begun: at(1)},
		{phase: store.PhaseCompleted, begun: at(1), done: at(99), givenAsCompletion: at(99)},
		{phase: store.PhasePending},
	} {
		clock.SetTime(*at(minute))
		got := value(s.PatchSessionStatus(id, store.SessionStatus{Phase: &tc.phase, CompletionTime: tc.givenAsCompletion}))
		if diff := cmp.Diff([]*time.Time{tc.begun, tc.done, at(minute)},
			[]*time.Time{got.StartTime, got.CompletionTime, &got.UpdatedAt}); diff != "" {
			t.Errorf("minute %d, %s: %s", minute, tc.phase, diff)
		}
	}
}

func TestStatusRefusesPhasesThatDoNotExist(t *testing.T) {
	s, _ := newStore(t, "demo")
	id := newSession(t, s, store.SessionSpec{}).ID
	for _, phase := range []store.Phase{"", "running", "Deleted"} {
		_, err := s.PatchSessionStatus(id, store.SessionStatus{Phase: &phase, SDKSessionID: ptr("x")})
		var invalid *store.InvalidError
		if !errors.As(err, &invalid) || invalid.Field != "phase" {
			t.Errorf("%q: %v, want an *InvalidError", phase, err)
		}
	}
	if got := value(s.Session(id)); got.SDKSessionID != nil {
		t.Error("a refused status changed the session")
	}
	if got := value(s.SetPhase(id, store.PhaseRunning)); got.Phase != store.PhaseRunning {
		t.Errorf("phase %q", got.Phase)
	}
	if got := value(s.SetPhase(id, store.PhaseNone)); got.Phase != store.PhaseNone {
		t.Errorf("phase %q", got.Phase)
	}
}

func TestPatchSessionChangesOnlyWhatIsGiven(t *testing.T) {
	s, clock := newStore(t, "demo")
	was := newSession(t, s, store.SessionSpec{Name: "n", Prompt: ptr("p"), Labels: ptr(`{"a":"b"}`)})
	clock.SetTime(start.Add(time.Hour))
	labels := "not json"
	got := value(s.PatchSession(was.ID, store.SessionPatch{Labels: &labels, Timeout: ptr(int32(5))}))
	labels = "changed by the caller afterwards"

	want := was
	want.Labels, want.Timeout, want.UpdatedAt = ptr("not json"), ptr(int32(5)), start.Add(time.Hour)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, value(s.Session(was.ID))); diff != "" {
		t.Error(diff)
	}
	_, err := s.PatchSession(was.ID, store.SessionPatch{Name: ptr("x"), ParentSessionID: &was.ID})
	var invalid *store.InvalidError
	if !errors.As(err, &invalid) || invalid.Field != "parent_session_id" {
		t.Errorf("own parent: %v, want an *InvalidError", err)
	}
}

func TestDeletedSessionIsGone(t *testing.T) {
	s, _ := newStore(t, "demo")
	id := newSession(t, s, store.SessionSpec{Prompt: ptr("hello")}).ID
	if err := s.DeleteSession(id); err != nil {
		t.Fatal(err)
	}
	want := &store.NotFoundError{Kind: store.KindSession, ID: id}
	for name, do := range map[string]func() error{
		"get":       func() error { _, err := s.Session(id); return err },
		"patch":     func() error { _, err := s.PatchSession(id, store.SessionPatch{}); return err },
		"status":    func() error { _, err := s.PatchSessionStatus(id, store.SessionStatus{}); return err },
		"start":     func() error { _, err := s.StartSession(id); return err },
		"stop":      func() error { _, err := s.StopSession(id); return err },
		"delete":    func() error { return s.DeleteSession(id) },
		"messages":  func() error { _, err := s.Messages(id, 0); return err },
		"push":      func() error { _, err := s.PushMessage(id, "x"); return err },
		"append":    func() error { _, err := s.AppendMessages(id, store.NewMessage{}); return err },
		"subscribe": func() error { _, err := s.Subscribe(id, 0); return err },
	} {
		if diff := cmp.Diff(error(want), do()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
