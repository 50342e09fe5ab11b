// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"encoding/json"
	"fmt"
)

// Shape says how notifications look (decision D21).
type Shape string

// The shapes of notifications.
const (
	// Spec is the specification's literal object under "progress".
	Spec Shape = "spec"
	// Strict is valid MCP: a number under "progress", the object under "_meta".
	Strict Shape = "strict"
	// Log is a log message with the object as its data.
	Log Shape = "log"
)

// MetaKey is where [Strict] puts the specification's object.
const MetaKey = "ambient-code.io/session-event"

// Shapes lists the valid values of a [Shape].
func Shapes() []Shape { return []Shape{Spec, Strict, Log} }

// Event is one notification before it has a shape: a message, or the end.
type Event struct {
	SubscriptionID string
	SessionID      string
	// Count numbers the notifications of the subscription from 1.
	Count int64
	// Message is set for a message.
	Message *Message
	// Phase, and perhaps Reason, are set for the end.
	Phase  string
	Reason string
}

type messageBody struct {
	SubscriptionID string          `json:"subscription_id,omitempty"`
	SessionID      string          `json:"session_id"`
	Message        json.RawMessage `json:"message"`
}

type terminalBody struct {
	SubscriptionID string `json:"subscription_id,omitempty"`
	SessionID      string `json:"session_id"`
	Terminal       bool   `json:"terminal"`
	Phase          string `json:"phase"`
	Reason         string `json:"reason,omitempty"`
}

// Notification gives an event its shape: the method and the params of a
// JSON-RPC notification. A "_meta" in the params is MCP's own.
func (s Shape) Notification(e Event) (method string, params map[string]any) {
	switch s {
	case Strict:
		return "notifications/progress", map[string]any{
			"progressToken": e.SubscriptionID,
			"progress":      e.Count,
			"message":       e.line(),
			"_meta":         map[string]any{MetaKey: e.body("")},
		}
	case Log:
		return "notifications/message", map[string]any{
			"level":  "info",
			"logger": "ambient.watch",
			"data":   e.body(e.SubscriptionID),
		}
	default:
		return "notifications/progress", map[string]any{
			"progressToken": e.SubscriptionID,
			"progress":      e.body(""),
		}
	}
}

func (e Event) body(subscription string) any {
	if e.Message != nil {
		return messageBody{subscription, e.SessionID, e.Message.Raw}
	}
	return terminalBody{subscription, e.SessionID, true, e.Phase, e.Reason}
}

func (e Event) line() string {
	switch {
	case e.Message != nil:
		return fmt.Sprintf("%s #%d", e.Message.EventType, e.Message.Seq)
	case e.Reason != "":
		return fmt.Sprintf("terminal: %s (%s)", e.Phase, e.Reason)
	default:
		return "terminal: " + e.Phase
	}
}
