// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package watch keeps subscriptions to the messages of sessions: one backend
// stream and one phase poll per watched session and bearer, however many
// subscribers it has (spec: watch_session_messages; decision D20).
package watch

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
)

// Limits of a subscription.
const (
	// DefaultPollInterval is how often the phase of a watched session is read.
	DefaultPollInterval = 5 * time.Second
	// AwayLimit is how long the platform may stay away before a subscription ends.
	AwayLimit = 2 * time.Minute
)

// The phases that only a terminal notification knows; all others are the platform's.
const (
	PhaseDeleted = "Deleted"
	PhaseUnknown = "Unknown"
)

// ErrNotFound says that the caller has no active subscription of that id.
var ErrNotFound = errors.New("no active subscription with that id")

// ErrClosed says that the client or the server went away while a subscription was being made.
var ErrClosed = errors.New("the client session has ended")

// Message is one message of a session.
type Message struct {
	Seq       int64
	EventType string
	// Raw is the platform's JSON object, which goes to the client as it is.
	Raw json.RawMessage
}

// Stream is an open message stream.
type Stream interface {
	// All yields the messages as they arrive, perhaps an error, and ends with
	// the stream. It is ranged over once.
	All() iter.Seq2[Message, error]
	// Close releases the stream.
	Close()
}

// Backend is what a watch needs of the platform. [Platform] makes one of the
// platform's client. A refusal is a [*platform.StatusError]; every other error
// counts as "not reached".
type Backend interface {
	// Phase reads the phase of a session, "" when it was never started.
	Phase(ctx context.Context, sessionID string) (string, error)
	// MessagesAfter lists the messages with a greater seq, in order.
	MessagesAfter(ctx context.Context, sessionID string, after int64) ([]Message, error)
	// OpenStream opens the message stream behind a seq; it returns once the
	// platform has answered. The stream ends with ctx.
	OpenStream(ctx context.Context, sessionID string, after int64) (Stream, error)
}

// Terminal tells whether a session in that phase gets no further messages.
func Terminal(phase string) bool {
	return phase == "Completed" || phase == "Failed" || phase == "Stopped"
}

// end is why and how a feed ended.
type end struct {
	phase  string
	reason string
}

// endOf tells the end that an error of the backend means, and whether it means one.
func endOf(err error) (end, bool) {
	var refused *platform.StatusError
	if !errors.As(err, &refused) {
		return end{}, false
	}
	switch refused.Status {
	case http.StatusNotFound:
		return end{phase: PhaseDeleted}, true
	case http.StatusUnauthorized:
		return end{PhaseUnknown, "the platform no longer accepts the bearer token"}, true
	case http.StatusForbidden:
		return end{PhaseUnknown, "the token may no longer read the session"}, true
	}
	return end{}, false
}

var away = end{PhaseUnknown, "the platform has not answered for 2 minutes"}
