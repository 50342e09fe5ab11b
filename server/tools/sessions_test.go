// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func TestListSessionsFilters(t *testing.T) {
	tests := []struct {
		name string
		args map[string]any
		want string
	}{
		{"nothing", map[string]any{}, "GET /sessions"},
		{"a project", map[string]any{"project_id": "demo"}, "GET /sessions project_id=demo"},
		{"a phase", map[string]any{"phase": "Running"}, "GET /sessions search=phase = 'Running'"},
		{"a phase the schema does not name", map[string]any{"phase": "Stopping"}, "GET /sessions search=phase = 'Stopping'"},
		{"Pending means never started too", map[string]any{"phase": "Pending"}, "GET /sessions search=(phase = 'Pending' or phase is null)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStub(t).on("GET", "/sessions", list("SessionList", session("a", "Running"), session("b", "")))
			got := s.answers("list_sessions", tt.args)
			s.asked(tt.want)
			if phase := got["items"].([]any)[1].(map[string]any)["phase"]; phase != "Pending" {
				t.Errorf("a session never started is in phase %v", phase)
			}
		})
	}
}

func TestAPhaseThatDoesNotExistIsRefused(t *testing.T) {
	s := newStub(t)
	s.fails("list_sessions", map[string]any{"phase": "running"}, toolerr.InvalidRequest, "running", "Stopped")
	s.asked()
}

func TestGetSession(t *testing.T) {
	s := newStub(t).on("GET", "/sessions/a", session("a", ""))
	if got := s.answers("get_session", map[string]any{"session_id": "a"}); got["phase"] != "Pending" {
		t.Errorf("got %v", got)
	}
}

func TestPhasesThatAreNullOrEmptyAreShownAsPending(t *testing.T) {
	for _, phase := range []string{`"phase":null`, `"phase":""`} {
		s := newStub(t).on("GET", "/sessions/a", session("a", "", phase))
		if got := s.answers("get_session", map[string]any{"session_id": "a"}); got["phase"] != "Pending" {
			t.Errorf("%s: got %v", phase, got)
		}
	}
}

func TestStatusOfThePlatformBecomesACode(t *testing.T) {
	tests := []struct {
		answer string
		want   toolerr.Code
	}{
		{"401", toolerr.Unauthorized}, {"403", toolerr.Forbidden}, {"404", toolerr.SessionNotFound},
		{"400", toolerr.InvalidRequest}, {"409", toolerr.Internal}, {"500", toolerr.Internal}, {"503", toolerr.Internal},
		{"302", toolerr.Internal}, {"not JSON", toolerr.Internal}, {"[]", toolerr.Internal}, {"{}", toolerr.Internal},
	}
	for _, tt := range tests {
		t.Run(tt.answer, func(t *testing.T) {
			newStub(t).on("GET", "/sessions/a", tt.answer).fails("get_session", map[string]any{"session_id": "a"}, tt.want)
		})
	}
}

func TestUnsafeIDsAreRefusedBeforeAnythingIsAsked(t *testing.T) {
	for _, id := range []string{"", "a/b", "..", "a\nb", string(make([]byte, 257))} {
		s := newStub(t)
		s.fails("get_session", map[string]any{"session_id": id}, toolerr.InvalidRequest, "session_id")
		s.fails("push_message", map[string]any{"session_id": id, "text": "x"}, toolerr.InvalidRequest, "session_id")
		s.fails("create_session", map[string]any{"project_id": id, "prompt": "x"}, toolerr.InvalidRequest, "project_id")
		s.fails("get_agent", map[string]any{"agent_id": id}, toolerr.InvalidRequest, "agent_id")
		s.fails("get_project", map[string]any{"project_id": id}, toolerr.InvalidRequest, "project_id")
		s.asked()
	}
}

func TestCreateSessionCreatesThenStarts(t *testing.T) {
	s := newStub(t).on("POST", "/sessions", session("new", "")).on("POST", "/sessions/new/start", session("new", "Pending"))
	got := s.answers("create_session", map[string]any{"project_id": "demo", "prompt": "Fix the Login!"})
	if got["id"] != "new" || got["phase"] != "Pending" {
		t.Errorf("got %v", got)
	}
	s.asked(
		`POST /sessions {"name":"fix-the-login","project_id":"demo","prompt":"Fix the Login!"}`,
		`POST /sessions/new/start`,
	)
}

func TestCreateSessionLooksTheAgentUpFirst(t *testing.T) {
	s := newStub(t).on("GET", "/agents", list("AgentList", agent(uuid1, "planner"))).
		on("POST", "/sessions", session("new", "")).on("POST", "/sessions/new/start", session("new", "Pending"))
	s.answers("create_session", map[string]any{
		"project_id": "demo", "prompt": "p", "name": "mine", "agent_id": "planner", "model": "m", "parent_session_id": "up",
	})
	s.asked(
		`GET /agents search=name='planner'`,
		`POST /sessions {"name":"mine","project_id":"demo","prompt":"p","agent_id":"`+uuid1+`","llm_model":"m","parent_session_id":"up"}`,
		`POST /sessions/new/start`,
	)
	missing := newStub(t).on("GET", "/agents", list("AgentList"))
	missing.fails("create_session", map[string]any{"project_id": "demo", "prompt": "p", "agent_id": "nobody"}, toolerr.AgentNotFound, "nobody")
	missing.asked(`GET /agents search=name='nobody'`)
}

func TestCreateSessionRefusesAnEmptyPrompt(t *testing.T) {
	s := newStub(t)
	s.fails("create_session", map[string]any{"project_id": "demo", "prompt": " \n"}, toolerr.InvalidRequest, "prompt")
	s.asked()
}

func TestASessionThatDoesNotStartIsDeletedAgain(t *testing.T) {
	for answer, want := range map[string]toolerr.Code{"500": toolerr.Internal, "403": toolerr.Forbidden, "401": toolerr.Unauthorized, "404": toolerr.Internal} {
		s := newStub(t).on("POST", "/sessions", session("new", "")).on("POST", "/sessions/new/start", answer).on("DELETE", "/sessions/new", "{}")
		if err := s.fails("create_session", map[string]any{"project_id": "demo", "prompt": "p"}, want); err.Details != nil {
			t.Errorf("details %v although nothing is left", err.Details)
		}
		s.asked(`POST /sessions {"name":"p","project_id":"demo","prompt":"p"}`, `POST /sessions/new/start`, `DELETE /sessions/new`)
	}
}

func TestASessionThatCannotBeDeletedEitherIsNamed(t *testing.T) {
	s := newStub(t).on("POST", "/sessions", session("new", "")).on("POST", "/sessions/new/start", "500").on("DELETE", "/sessions/new", "500")
	err := s.fails("create_session", map[string]any{"project_id": "demo", "prompt": "p"}, toolerr.Internal)
	if err.Details["session_id"] != "new" {
		t.Errorf("details %v", err.Details)
	}
}

func TestRefusalsOfCreation(t *testing.T) {
	for answer, want := range map[string]toolerr.Code{
		"400": toolerr.InvalidRequest, "401": toolerr.Unauthorized, "403": toolerr.Forbidden,
		"404": toolerr.ProjectNotFound, "409": toolerr.Internal, "500": toolerr.Internal,
	} {
		s := newStub(t).on("POST", "/sessions", answer)
		s.fails("create_session", map[string]any{"project_id": "demo", "prompt": "p"}, want)
		s.asked(`POST /sessions {"name":"p","project_id":"demo","prompt":"p"}`)
	}
}
