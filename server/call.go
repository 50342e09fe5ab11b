// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// handle serves one tools/call of a tool that exists. It never returns an
// error: that would be a JSON-RPC error instead of a tool's.
func (s *Server) handle(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, _ error) {
	name, start := req.Params.Name, s.clock.Now()
	document, err := s.call(ctx, name, req.Params.RawArguments)
	code := "ok"
	if err != nil {
		code = string(err.Code)
		res = mcp.NewToolResultError(err.JSON())
	} else {
		res = mcp.NewToolResultText(string(document))
		if s.structured(ctx) {
			res.StructuredContent = document
		}
	}
	s.log.Info("tool call", "tool", name, "outcome", code, "took", s.clock.Since(start))
	return res, nil
}

// call validates and runs a tool; whatever goes wrong is a tool error that names the tool.
func (s *Server) call(ctx context.Context, name string, arguments json.RawMessage) (document json.RawMessage, failed *toolerr.Error) {
	defer func() {
		if p := recover(); p != nil {
			// What a panic says is for the log, never for a client.
			s.log.Error("tool panicked", "tool", name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			document, failed = nil, toolerr.New(toolerr.Internal, "the server failed to finish the call").For(name)
		}
	}()
	if !s.calls.begin() {
		return nil, toolerr.New(toolerr.Internal, "the server is shutting down").For(name)
	}
	defer s.calls.end()
	args, err := s.arguments.read(name, arguments)
	if err != nil {
		return nil, err.For(name)
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	document, callErr := s.tools.Call(ctx, name, args, s.caller(ctx))
	if callErr != nil {
		var known *toolerr.Error
		if !errors.As(callErr, &known) {
			s.log.Error("tool failed without a tool error", "tool", name, "error", callErr.Error())
		}
		return nil, toolerr.From(callErr).For(name)
	}
	return document, nil
}

// bound ends the call's context with the session: the transport lets calls
// run on when the client is gone.
func (s *Server) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	session := s.sessionOf(ctx)
	if session == nil {
		if mcpserver.ClientSessionFromContext(ctx) != nil { // It went away meanwhile.
			cancel()
		}
		return ctx, cancel
	}
	stop := context.AfterFunc(session.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// caller describes the client to a tool.
func (s *Server) caller(ctx context.Context) tools.Caller {
	c := tools.Caller{Transport: tools.TransportStdio, Stateless: mcpserver.IsModernRequest(ctx)}
	if x := exchangeOf(ctx); x != nil {
		c.Transport, c.AfterResult = x.transport, x.answered
	}
	client, session := mcpserver.ClientSessionFromContext(ctx), s.sessionOf(ctx)
	if client == nil || session == nil {
		c.Stateless = true
		return c
	}
	c.SessionID = session.id
	c.Notify = func(ctx context.Context, method string, params any) error {
		return notify(ctx, client, session, method, params)
	}
	c.Flush = func(ctx context.Context) error { return flush(ctx, client, session) }
	return c
}

// notify hands one notification to a client and waits until its queue takes
// it. (The SDK's own way to send drops what does not fit.)
func notify(ctx context.Context, client mcpserver.ClientSession, session *session, method string, params any) error {
	n, err := notification(method, params)
	if err != nil {
		return err
	}
	if err := session.ctx.Err(); err != nil { // select picks at random when both are ready.
		return err
	}
	select {
	case client.NotificationChannel() <- n:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-session.ctx.Done():
		return session.ctx.Err()
	}
}

func notification(method string, params any) (mcp.JSONRPCNotification, error) {
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION, Notification: mcp.Notification{Method: method}}
	fields, ok := params.(map[string]any)
	if !ok {
		return n, fmt.Errorf("params of %s are no map", method)
	}
	n.Params.AdditionalFields = fields
	// A "_meta" among the fields would be dropped without a word.
	if meta, ok := fields["_meta"].(map[string]any); ok {
		n.Params.Meta = meta
	}
	return n, nil
}

// structured tells whether the client's revision knows structured content.
func (s *Server) structured(ctx context.Context) bool {
	if mcpserver.IsModernRequest(ctx) {
		return true
	}
	session := s.sessionOf(ctx)
	return session != nil && session.protocol() >= mcp.ProtocolVersion20250618
}
