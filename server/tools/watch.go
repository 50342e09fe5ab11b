// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"errors"
	"math"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

func watchTool() Tool {
	return describe(Tool{
		Name: "watch_session_messages", Summary: "Subscribe to a session's message stream",
		InputSchema: input("watch_session_messages"), OutputSchema: output("subscription"),
		RBAC: "sessions:get", Backing: []string{"GET /api/ambient/v1/sessions/{id}", "GET /api/ambient/v1/sessions/{id}/messages"},
		Errors: errorsOf(
			own(toolerr.SessionNotFound, "No session with that ID"),
			own(toolerr.Forbidden, "Token lacks sessions:get"),
			own(toolerr.TransportNotSupported, "Client is connected via stdio transport; streaming notifications require SSE"),
		),
		Annotations: Annotations{ReadOnly: true}, Group: GroupWatch,
	}, "Subscribes to a session's message stream. Returns a subscription_id immediately. The MCP server then pushes notifications/progress events to the client as messages arrive. "+
		"The subscription terminates automatically when the session reaches a terminal phase (Completed or Failed).")
}

func unwatchTool() Tool {
	return describe(Tool{
		Name: "unwatch_session_messages", Summary: "Cancel a message stream subscription",
		InputSchema: input("unwatch_session_messages"), OutputSchema: output("cancelled"),
		Errors: []ErrorCase{ // The platform is not asked, so it cannot refuse.
			own(toolerr.SubscriptionNotFound, "No active subscription with that ID"),
			general(toolerr.InvalidRequest, "An argument is unknown, missing or of the wrong type"),
		},
		Annotations: Annotations{ReadOnly: true, Idempotent: true}, Group: GroupWatch,
	}, "Cancels an active watch_session_messages subscription.")
}

// subscribed is the answer of watch_session_messages.
type subscribed struct {
	SubscriptionID string `json:"subscription_id"`
	SessionID      string `json:"session_id"`
}

func (s *Set) watchSessionMessages(c call) (any, error) {
	if s.watch == nil || c.caller.Transport == TransportStdio || c.caller.Stateless || c.caller.Notify == nil {
		return nil, toolerr.New(toolerr.TransportNotSupported,
			"this connection cannot be notified of messages; connect over SSE to watch a session")
	}
	id, err := c.args.id("session_id")
	if err != nil {
		return nil, err
	}
	after, err := c.args.counted("after_seq", 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	bearer, _ := credential.Forwarded(c.ctx)
	subscription, err := s.watch.Watch(c.ctx, watch.Request{
		Owner: c.caller.SessionID, Bearer: credential.Fingerprint(bearer), SessionID: id,
		AfterSeq: after, Notify: c.caller.Notify, AfterResult: c.caller.AfterResult,
	})
	switch {
	case errors.Is(err, watch.ErrClosed):
		return nil, toolerr.New(toolerr.Internal, "the connection ended before session %s could be watched", id)
	case err != nil:
		return nil, platform.Explain(err, sessionContext("watch", id))
	}
	return subscribed{subscription, id}, nil
}

func (s *Set) unwatchSessionMessages(c call) (any, error) {
	id := c.args.text("subscription_id")
	if s.watch == nil || s.watch.Unwatch(c.caller.SessionID, id) != nil {
		return nil, toolerr.New(toolerr.SubscriptionNotFound, "no active subscription with id %s", id)
	}
	if c.caller.Flush != nil {
		// A notification that is still on its way must not come after the answer.
		// Failing to wait means that the client is gone and reads neither.
		_ = c.caller.Flush(c.ctx)
	}
	return map[string]bool{"cancelled": true}, nil
}
