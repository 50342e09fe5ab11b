// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"encoding/json"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

// The transports a caller may be on.
const (
	TransportStdio = "stdio"
	TransportSSE   = "sse"
)

// Caller says who calls a tool and how it can be told things later. The bearer
// it calls with travels in the context, see package credential.
type Caller struct {
	// SessionID is the MCP client session; subscriptions belong to it.
	SessionID string
	// Transport is [TransportStdio] or [TransportSSE].
	Transport string
	// Stateless says that the request has no session to notify.
	Stateless bool
	// Notify sends one notification to the client and blocks until it is
	// queued or ctx ends. params is a map[string]any; a "_meta" in it is a
	// map[string]any too and must be sent as the _meta of the params.
	Notify func(ctx context.Context, method string, params any) error
	// Flush waits until everything notified so far comes before whatever is
	// sent to the client next; nil where Notify itself sees to that.
	Flush func(ctx context.Context) error
	// AfterResult is closed once the result of this call is queued to the client.
	AfterResult <-chan struct{}
}

// Deps is what the tools work with.
type Deps struct {
	Platform *platform.Client
	Watch    *watch.Manager
}

// Set is the sixteen tools, ready to be called.
type Set struct {
	platform *platform.Client
	watch    *watch.Manager
	merges   *gate
}

// NewSet returns the tools.
func NewSet(d Deps) *Set {
	return &Set{platform: d.Platform, watch: d.Watch, merges: newGate()}
}

// call is one call of a tool.
type call struct {
	ctx    context.Context
	args   arguments
	caller Caller
}

// handlers binds each row of the registry to what it does.
var handlers = map[string]func(*Set, call) (any, error){
	"list_sessions":             (*Set).listSessions,
	"get_session":               (*Set).getSession,
	"create_session":            (*Set).createSession,
	"push_message":              (*Set).pushMessage,
	"patch_session_labels":      (*Set).patchSessionLabels,
	"watch_session_messages":    (*Set).watchSessionMessages,
	"unwatch_session_messages":  (*Set).unwatchSessionMessages,
	"list_agents":               (*Set).listAgents,
	"get_agent":                 (*Set).getAgent,
	"create_agent":              (*Set).createAgent,
	"update_agent":              (*Set).updateAgent,
	"patch_session_annotations": (*Set).patchSessionAnnotations,
	"patch_agent_annotations":   (*Set).patchAgentAnnotations,
	"patch_project_annotations": (*Set).patchProjectAnnotations,
	"list_projects":             (*Set).listProjects,
	"get_project":               (*Set).getProject,
}

// Call runs a tool. The arguments must fit the tool's input schema. The error
// is a [*toolerr.Error] that names the tool; a tool that does not exist is
// INTERNAL here, since a server refuses it before.
func (s *Set) Call(ctx context.Context, name string, args map[string]any, caller Caller) (json.RawMessage, error) {
	handle, ok := handlers[name]
	if !ok {
		return nil, toolerr.New(toolerr.Internal, "no tool %q", name).For(name)
	}
	answer, err := handle(s, call{ctx: ctx, args: args, caller: caller})
	if err != nil {
		return nil, toolerr.From(err).For(name)
	}
	document, err := encode(answer)
	if err != nil {
		return nil, toolerr.New(toolerr.Internal, "the answer of the platform could not be encoded").For(name)
	}
	return document, nil
}
