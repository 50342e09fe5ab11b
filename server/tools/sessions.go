// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
	"github.com/ambient-code/platform/components/ambient-mcp/server/mention"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func listSessionsTool() Tool {
	return describe(Tool{
		Name: "list_sessions", Summary: "List sessions with optional filters",
		InputSchema: input("list_sessions"), OutputSchema: outputList("session"),
		RBAC: "sessions:list", Backing: []string{"GET /api/ambient/v1/sessions"},
		Errors: errorsOf(
			own(toolerr.Unauthorized, "Token invalid or expired"),
			own(toolerr.Forbidden, "Token lacks sessions:list"),
			own(toolerr.Internal, "Backend returned 5xx"),
		),
		Annotations: Annotations{ReadOnly: true, Idempotent: true}, Group: GroupRead,
	}, "Lists sessions visible to the caller, with optional filters.")
}

func getSessionTool() Tool {
	return describe(Tool{
		Name: "get_session", Summary: "Get full detail for a session by ID",
		InputSchema: input("get_session"), OutputSchema: output("session"),
		RBAC: "sessions:get", Backing: []string{"GET /api/ambient/v1/sessions/{id}"},
		Errors: errorsOf(
			own(toolerr.SessionNotFound, "No session with that ID"),
			own(toolerr.Unauthorized, "Token invalid or expired"),
			own(toolerr.Forbidden, "Token lacks sessions:get"),
		),
		Annotations: Annotations{ReadOnly: true, Idempotent: true}, Group: GroupRead,
	}, "Returns full detail for a single session.")
}

func createSessionTool() Tool {
	return describe(Tool{
		Name: "create_session", Summary: "Create and start a new agentic session",
		InputSchema: input("create_session"), OutputSchema: output("session"),
		RBAC: "sessions:create", Backing: []string{"POST /api/ambient/v1/sessions", "POST /api/ambient/v1/sessions/{id}/start"},
		Further: []Grant{
			{"agents:get", "with `agent_id`, which is looked up first, by id or by name"},
			{"sessions:delete", "to take away a session that could not be started; without it, `details` name the session"},
			{"sessions:get", "to be told that `parent_session_id` is what the platform refused"},
		},
		Errors: errorsOf(
			own(toolerr.InvalidRequest, "project_id or prompt missing"),
			own(toolerr.AgentNotFound, "agent_id specified but does not exist"),
			own(toolerr.Forbidden, "Token lacks sessions:create or is not scoped to project_id"),
			own(toolerr.Internal, "Backend returned 5xx"),
			general(toolerr.AmbiguousAgentName, "agent_id is the name of more than one agent"),
			general(toolerr.ProjectNotFound, "No project with the ID project_id"),
		),
		Annotations: Annotations{OpenWorld: true}, Group: GroupSessions,
	}, "Creates and starts a new agentic session. The session enters Pending phase immediately and transitions to Running when the operator schedules the runner pod.",
		"Does not wait for the session to reach Running — the caller must poll or watch_session_messages to observe progress.")
}

func (s *Set) listSessions(c call) (any, error) {
	project, err := c.args.optionalID("project_id")
	if err != nil {
		return nil, err
	}
	page, err := c.args.page()
	if err != nil {
		return nil, err
	}
	q := platform.SessionQuery{Page: page, ProjectID: project}
	if q.Search, err = phaseSearch(c.args.text("phase")); err != nil {
		return nil, err
	}
	l, err := s.platform.ListSessions(c.ctx, q)
	if err != nil {
		return nil, platform.Explain(err, toolerr.Context{Thing: "sessions", Action: "list sessions", Arguments: c.args.given("project_id")})
	}
	return showSessions(l), nil
}

// phases are what the phase filter takes (decision D13); the schema names four of them.
var phases = []string{pendingPhase, "Creating", "Running", "Stopping", "Stopped", "Completed", "Failed"}

// phaseSearch is the search for sessions in a phase. A session that was never
// started has none and is shown as Pending, so it is found as such.
func phaseSearch(phase string) (string, error) {
	switch {
	case phase == "":
		return "", nil
	case phase == pendingPhase:
		return "(phase = 'Pending' or phase is null)", nil
	case slices.Contains(phases, phase):
		return "phase = " + guard.Quote(phase), nil
	}
	return "", toolerr.New(toolerr.InvalidRequest, "phase %q is none of %s", phase, strings.Join(phases, ", "))
}

func (s *Set) getSession(c call) (any, error) {
	session, err := s.session(c, "read")
	if err != nil {
		return nil, err
	}
	return showSession(session), nil
}

// session reads the session that the call's session_id names; action says what for.
func (s *Set) session(c call, action string) (*platform.Session, error) {
	id, err := c.args.id("session_id")
	if err != nil {
		return nil, err
	}
	session, err := s.platform.GetSession(c.ctx, id)
	if err != nil {
		return nil, platform.Explain(err, sessionContext(action, id))
	}
	return session, nil
}

func sessionContext(action, id string) toolerr.Context {
	return toolerr.Context{
		Thing: "session with id " + id, Action: action + " session " + id,
		Arguments: []string{"session_id"}, NotFound: toolerr.SessionNotFound,
	}
}

func (s *Set) createSession(c call) (any, error) {
	var problem error
	text := func(name string, required bool) string {
		read := c.args.optionalID
		if required {
			read = c.args.id
		}
		value, err := read(name)
		if err != nil && problem == nil {
			problem = err
		}
		return value
	}
	n := platform.NewSession{
		ProjectID: text("project_id", true), ParentSessionID: text("parent_session_id", false),
		Prompt: c.args.text("prompt"), Name: c.args.text("name"), LLMModel: c.args.text("model"),
	}
	agent := text("agent_id", false)
	if problem == nil && strings.TrimSpace(n.Prompt) == "" {
		problem = toolerr.New(toolerr.InvalidRequest, "prompt must not be empty")
	}
	if problem != nil {
		return nil, problem
	}
	if agent != "" {
		a, err := s.agent(c, agent, "")
		if err != nil {
			return nil, err
		}
		n.AgentID = a.ID
	}
	session, err := s.begin(c.ctx, n, toolerr.Context{
		NotFound:  toolerr.ProjectNotFound,
		Arguments: c.args.given("project_id", "prompt", "agent_id", "model", "parent_session_id", "name"),
	})
	if err != nil {
		return nil, s.missingParent(c.ctx, n.ParentSessionID, err)
	}
	return showSession(session), nil
}

// missingParent makes a refusal say that the parent is what is not there. The
// platform is asked only then: to look before would ask of every caller the
// right to read sessions.
func (s *Set) missingParent(ctx context.Context, parent string, refusal error) error {
	if parent == "" || toolerr.From(refusal).Code != toolerr.InvalidRequest {
		return refusal
	}
	if _, err := s.platform.GetSession(ctx, parent); platform.IsNotFound(err) {
		return toolerr.New(toolerr.InvalidRequest, "argument \"parent_session_id\": no session with id %s", parent)
	}
	return refusal
}

// cleanupTimeout bounds the deletion of a session that could not be started;
// the call itself may have been cancelled by then.
const cleanupTimeout = 10 * time.Second

// begin creates and starts a session (decision D15). A session that does not
// start is deleted again; if that fails too, details name it. refused has the
// code for a project that is not there and the arguments that the session is made of.
func (s *Set) begin(ctx context.Context, n platform.NewSession, refused toolerr.Context) (*platform.Session, error) {
	if strings.TrimSpace(n.Name) == "" {
		n.Name = mention.Slug(n.Prompt)
	}
	created, err := s.platform.CreateSession(ctx, n)
	if err != nil {
		refused.Thing, refused.Action = "project with id "+n.ProjectID, "create a session in project "+n.ProjectID
		return nil, platform.Explain(err, refused)
	}
	started, err := s.platform.StartSession(ctx, created.ID)
	if err == nil {
		return started, nil
	}
	failure := platform.Explain(err, toolerr.Context{
		Thing: "session with id " + created.ID, Action: "start session " + created.ID,
	})
	cleanup, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
	defer cancel()
	if err := s.platform.DeleteSession(cleanup, created.ID); err != nil && !platform.IsNotFound(err) {
		failure = failure.With("session_id", created.ID)
	}
	return nil, failure
}

// showAll is the documents of sessions.
func showAll(sessions []*platform.Session) []json.RawMessage {
	out := make([]json.RawMessage, len(sessions))
	for i, s := range sessions {
		out[i] = showSession(s)
	}
	return out
}
