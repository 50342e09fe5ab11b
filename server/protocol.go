// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// assemble builds the MCP side: capabilities, hooks and the registered tools.
func (s *Server) assemble() *mcpserver.MCPServer {
	hooks := &mcpserver.Hooks{}
	hooks.AddOnRequestInitialization(s.onRequest)
	hooks.AddAfterInitialize(s.afterInitialize)
	hooks.AddOnRegisterSession(s.onRegister)
	hooks.AddOnUnregisterSession(s.onUnregister)
	m := mcpserver.NewMCPServer(Name, Version,
		// false keeps "listChanged" out: the capabilities are exactly {"tools":{}}.
		mcpserver.WithToolCapabilities(false),
		mcpserver.WithHooks(hooks),
	)
	for _, t := range tools.Registry() {
		m.AddTool(declare(t), s.handle)
	}
	return m
}

// declare turns a row of the registry into what tools/list shows.
func declare(t tools.Tool) mcp.Tool {
	tool := mcp.NewToolWithRawSchema(t.Name, t.Description, t.InputSchema)
	tool.RawOutputSchema = t.OutputSchema
	a := t.Annotations
	tool.Annotations = mcp.ToolAnnotation{
		ReadOnlyHint: &a.ReadOnly, DestructiveHint: &a.Destructive,
		IdempotentHint: &a.Idempotent, OpenWorldHint: &a.OpenWorld,
	}
	return tool
}

// negotiate answers a requested revision: every one that knows the initialize
// handshake is echoed, an unknown one gets the revision of the specification.
func negotiate(requested string) string {
	if mcp.IsValidProtocolVersion(requested) {
		return mcp.NegotiateLegacyVersion(requested)
	}
	return mcp.ProtocolVersion20241105
}

func (s *Server) afterInitialize(ctx context.Context, _ any, req *mcp.InitializeRequest, res *mcp.InitializeResult) {
	res.ProtocolVersion = negotiate(req.Params.ProtocolVersion)
	if session := s.sessionOf(ctx); session != nil {
		session.negotiated(res.ProtocolVersion)
	}
}

// exchange belongs to one incoming message.
type exchange struct {
	transport string
	// answered is closed once the answer to the message was handed to the transport.
	answered <-chan struct{}
}

type exchangeKey struct{}

func withExchange(ctx context.Context, transport string) context.Context {
	return context.WithValue(ctx, exchangeKey{}, &exchange{transport: transport})
}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// errModern makes a client of revision 2026-07-28 fall back to initialize.
var errModern = errors.New("this transport serves revisions up to 2025-11-25; begin with initialize")

// onRequest sees a request before anything else does. The context it gets is
// the one that the transport ends after it has queued the answer, unlike the
// context that a tool gets, which ends before.
func (s *Server) onRequest(ctx context.Context, _ any, message any) error {
	x := exchangeOf(ctx)
	if x == nil {
		return nil
	}
	x.answered = ctx.Done()
	if x.transport != tools.TransportSSE {
		return nil
	}
	raw, _ := message.(json.RawMessage)
	var envelope struct {
		Params struct {
			Meta *mcp.Meta `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal(raw, &envelope) == nil && mcp.IsModernProtocol(envelope.Params.Meta.ProtocolVersion()) {
		return errModern
	}
	return nil
}

func (s *Server) onRegister(ctx context.Context, client mcpserver.ClientSession) {
	transport := tools.TransportStdio
	identity := identityOf(ctx)
	if identity != nil {
		transport = tools.TransportSSE
	}
	s.sessions.open(client.SessionID(), transport, identity.fingerprint())
	s.log.Debug("session opened", "session", client.SessionID(), "transport", transport)
}

// onUnregister releases everything of a client that is gone. Its context has ended already.
func (s *Server) onUnregister(_ context.Context, client mcpserver.ClientSession) {
	s.sessions.close(client.SessionID())
	s.watch.CloseOwner(client.SessionID())
	s.log.Debug("session closed", "session", client.SessionID())
}

// sessionOf returns the session that a message came in on, or nil.
func (s *Server) sessionOf(ctx context.Context) *session {
	client := mcpserver.ClientSessionFromContext(ctx)
	if client == nil {
		return nil
	}
	return s.sessions.get(client.SessionID())
}
