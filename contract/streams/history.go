// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package streams judges what the clients of a message watch received against
// what the platform stored: the guarantees of D20, checked on a recording.
package streams

// Kind is what a client received.
type Kind int

// What a watching client can receive. The zero value is none of them.
const (
	// Result is the result of the call that made the subscription.
	Result Kind = iota + 1
	// Message is a notification with one message.
	Message
	// Terminal is the notification that ends a subscription.
	Terminal
)

func (k Kind) String() string {
	switch k {
	case Result:
		return "result"
	case Message:
		return "message"
	case Terminal:
		return "terminal"
	}
	return "nothing known"
}

// Event is one thing a client received.
type Event struct {
	// Kind is what arrived.
	Kind Kind
	// Seq is the message's sequence number; only a Message has one.
	Seq int64
}

// Ending is how a subscription was meant to end, which decides how much of the
// stream its client is owed.
type Ending int

// The endings. Whatever the ending, what arrives is gapless from its start.
const (
	// Whole: the session ended; every message is owed, and one terminal.
	Whole Ending = iota
	// Cut: the server gave up, for a stated reason; any number of messages
	// without a gap is right, and one terminal is owed.
	Cut
	// Left: the client unwatched or vanished; nothing more is owed, though one
	// terminal that raced with its leaving is allowed.
	Left
)

// Watcher is what one client received on one subscription, in order of arrival.
type Watcher struct {
	// Name tells the watcher in a violation.
	Name string
	// AfterSeq is the sequence number the subscription starts after.
	AfterSeq int64
	// Ending is how it was meant to end.
	Ending Ending
	// Events is what arrived.
	Events []Event
}

// History is one session's stored messages and everyone who watched it.
type History struct {
	// Seed fixes the faults of the run that was recorded; a violation repeats it.
	Seed uint64
	// Stored holds the sequence numbers of the messages, ascending.
	Stored []int64
	// Watchers are those who watched.
	Watchers []Watcher
}
