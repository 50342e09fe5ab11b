// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

const stored5 = `{"id":"m","session_id":"a","seq":5,"event_type":"user","payload":"x"}`

func TestPushWithoutMentions(t *testing.T) {
	s := newStub(t).on("GET", "/sessions/a", session("a", "Running")).on("POST", "/sessions/a/messages", stored5)
	got := s.answers("push_message", map[string]any{"session_id": "a", "text": " go on "})
	if got["delegated_session"] != nil || len(got["delegated_sessions"].([]any)) != 0 || got["message"].(map[string]any)["seq"] != 5.0 {
		t.Errorf("got %v", got)
	}
	s.asked(`GET /sessions/a`, `POST /sessions/a/messages {"event_type":"user","payload":" go on "}`)
}

func TestTextsThatSayNothingAreRefused(t *testing.T) {
	for _, text := range []string{"", " \n\t", "@planner", " @planner  @code-review\n"} {
		s := newStub(t)
		s.fails("push_message", map[string]any{"session_id": "a", "text": text}, toolerr.InvalidRequest, "text")
		s.asked()
	}
}

func TestSessionsThatHaveEndedTakeNoMessages(t *testing.T) {
	for _, phase := range []string{"Completed", "Failed", "Stopped"} {
		s := newStub(t).on("GET", "/sessions/a", session("a", phase))
		s.fails("push_message", map[string]any{"session_id": "a", "text": "@nobody x"}, toolerr.SessionNotRunning, "a", phase)
		s.asked(`GET /sessions/a`)
	}
}

func TestEveryMentionIsResolvedBeforeThePush(t *testing.T) {
	tests := []struct {
		name   string
		second string
		want   toolerr.Code
	}{
		{"no agent", list("AgentList"), toolerr.MentionNotResolved},
		{"another's name only", list("AgentList", agent(uuid2, "other")), toolerr.MentionNotResolved},
		{"two agents", list("AgentList", agent(uuid1, "second"), agent(uuid2, "second")), toolerr.AmbiguousAgentName},
		{"forbidden", "403", toolerr.Forbidden},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStub(t).on("GET", "/sessions/a", session("a", "Running")).
				on("GET", "/agents", list("AgentList", agent(uuid1, "first")), tt.second)
			s.fails("push_message", map[string]any{"session_id": "a", "text": "@first and @second: go"}, tt.want, "second")
			s.asked(`GET /sessions/a`, `GET /agents search=name='first'`, `GET /agents search=name='second'`)
		})
	}
}

func TestEveryMentionedAgentGetsAChildInTextOrder(t *testing.T) {
	s := newStub(t).on("GET", "/sessions/a", session("a", "Running")).
		on("GET", "/agents", list("AgentList", agent(uuid1, "first")), list("AgentList", agent(uuid2, "second"))).
		on("POST", "/sessions/a/messages", stored5).
		on("POST", "/sessions", session("one", ""), session("two", "")).
		on("POST", "/sessions/one/start", session("one", "Pending")).
		on("POST", "/sessions/two/start", session("two", "Pending"))
	got := s.answers("push_message", map[string]any{"session_id": "a", "text": "@first ask @second twice, @first"})
	children := got["delegated_sessions"].([]any)
	if len(children) != 2 || children[0].(map[string]any)["id"] != "one" || got["delegated_session"].(map[string]any)["id"] != "one" {
		t.Errorf("got %v", got)
	}
	s.asked(
		`GET /sessions/a`, `GET /agents search=name='first'`, `GET /agents search=name='second'`,
		`POST /sessions/a/messages {"event_type":"user","payload":"@first ask @second twice, @first"}`,
		`POST /sessions {"name":"ask-second-twice","project_id":"demo","prompt":"ask @second twice,","agent_id":"`+uuid1+`","parent_session_id":"a"}`,
		`POST /sessions/one/start`,
		`POST /sessions {"name":"first-ask-twice-first","project_id":"demo","prompt":"@first ask twice, @first","agent_id":"`+uuid2+`","parent_session_id":"a"}`,
		`POST /sessions/two/start`,
	)
}

func TestADelegationThatFailsTellsWhatIsThere(t *testing.T) {
	s := newStub(t).on("GET", "/sessions/a", session("a", "Running")).
		on("GET", "/agents", list("AgentList", agent(uuid1, "first")), list("AgentList", agent(uuid2, "second"))).
		on("POST", "/sessions/a/messages", stored5).
		on("POST", "/sessions", session("one", ""), "500").
		on("POST", "/sessions/one/start", session("one", "Pending"))
	err := s.fails("push_message", map[string]any{"session_id": "a", "text": "@first @second go"}, toolerr.Internal)
	want := `{"code":"INTERNAL","reason":"` + err.Reason + `","operation_id":"push_message","details":{"delegated_sessions":[` +
		session("one", "Pending") + `],"message":` + stored5 + `}}`
	if got := err.JSON(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestRefusalsOfThePush(t *testing.T) {
	for answer, want := range map[string]toolerr.Code{
		"409": toolerr.SessionNotRunning, "404": toolerr.SessionNotFound, "403": toolerr.Forbidden,
		"401": toolerr.Unauthorized, "413": toolerr.InvalidRequest, "502": toolerr.Internal,
	} {
		s := newStub(t).on("GET", "/sessions/a", session("a", "Running")).on("POST", "/sessions/a/messages", answer)
		s.fails("push_message", map[string]any{"session_id": "a", "text": "x"}, want)
	}
}
