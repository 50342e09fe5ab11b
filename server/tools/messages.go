// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"encoding/json"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/server/mention"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

func pushMessageTool() Tool {
	return describe(Tool{
		Name: "push_message", Summary: "Send a user message to a running session",
		InputSchema: input("push_message"), OutputSchema: outputPush(),
		RBAC: "sessions:patch", Backing: []string{"POST /api/ambient/v1/sessions/{id}/messages"},
		Further: []Grant{
			{"agents:get", "for a text with a mention, whose agent is looked up by id or by name, before anything is pushed"},
			{"sessions:create", "for a text with a mention: each agent gets a session; lacking it is found after the push, and `details` have the message"},
			{"sessions:delete", "to take away a child session that could not be started; without it, `details` name the session"},
		},
		Errors: errorsOf(
			own(toolerr.SessionNotFound, "No session with that ID"),
			own(toolerr.SessionNotRunning, "Session is in Completed or Failed phase. Messages cannot be pushed to terminal sessions."),
			own(toolerr.MentionNotResolved, "@mention token could not be matched to any agent"),
			own(toolerr.Forbidden, "Token lacks sessions:patch"),
			general(toolerr.AmbiguousAgentName, "An @mention is the name of more than one agent"),
			general(toolerr.InvalidRequest, "text is empty or nothing but mentions; an argument is unknown, missing or of the wrong type"),
		),
		Annotations: Annotations{OpenWorld: true}, Group: GroupSessions,
	}, "Appends a user message to a session's message log. Supports @mention syntax for agent-to-agent delegation: each @agent_id or @agent_name starts a child session of that agent with the rest of the text as its prompt.")
}

// pushed is the answer of push_message.
type pushed struct {
	Message           json.RawMessage   `json:"message"`
	DelegatedSession  json.RawMessage   `json:"delegated_session"`
	DelegatedSessions []json.RawMessage `json:"delegated_sessions"`
}

func newPushed(m *platform.Message, children []*platform.Session) pushed {
	p := pushed{Message: m.Raw, DelegatedSession: json.RawMessage("null"), DelegatedSessions: showAll(children)}
	if len(p.DelegatedSessions) > 0 {
		p.DelegatedSession = p.DelegatedSessions[0]
	}
	return p
}

// pushMessage works in the order of decision D16: nothing is written before
// everything that can be refused has been.
func (s *Set) pushMessage(c call) (any, error) {
	text := c.args.text("text")
	mentions, err := readMentions(text)
	if err != nil {
		return nil, err
	}
	session, err := s.session(c, "read")
	if err != nil {
		return nil, err
	}
	if watch.Terminal(session.Phase) {
		return nil, toolerr.New(toolerr.SessionNotRunning, "session %s is %s and takes no more messages", session.ID, session.Phase)
	}
	delegates, err := mention.Resolve(c.ctx, s.platform, mentions)
	if err != nil {
		return nil, err
	}
	message, err := s.platform.PushMessage(c.ctx, session.ID, text)
	if err != nil {
		where := sessionContext("push a message to", session.ID)
		where.Arguments, where.Conflict = []string{"text"}, toolerr.SessionNotRunning
		return nil, platform.Explain(err, where)
	}
	var children []*platform.Session
	for _, d := range delegates {
		child, err := s.begin(c.ctx, platform.NewSession{
			ProjectID: session.ProjectID, Prompt: d.Prompt(text), AgentID: d.Agent.ID, ParentSessionID: session.ID,
		}, toolerr.Context{NotFound: toolerr.Internal, Arguments: []string{"text"}}) // The caller asked for no project.
		if err != nil {
			return nil, halfDone(err, message, children)
		}
		children = append(children, child)
	}
	return newPushed(message, children), nil
}

// readMentions refuses a text that says nothing: an empty one, or one of
// nothing but mentions.
func readMentions(text string) ([]mention.Mention, error) {
	if strings.TrimSpace(text) == "" {
		return nil, toolerr.New(toolerr.InvalidRequest, "text must not be empty")
	}
	mentions := mention.Parse(text)
	if len(mentions) > 0 && mention.Strip(text, mentions) == "" {
		return nil, toolerr.New(toolerr.InvalidRequest, "text holds nothing but mentions; say what the agents are to do")
	}
	return mentions, nil
}

// halfDone tells what a push whose delegation failed has left behind.
func halfDone(err error, m *platform.Message, children []*platform.Session) error {
	return toolerr.From(err).
		With("message", m.Raw).
		With("delegated_sessions", showAll(children))
}
