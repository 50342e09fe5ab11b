// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"sort"
	"time"
)

// Message is a session message as stored.
type Message struct {
	ID        string `json:"id"`
	SessionID string `json:"session_id"`
	// Seq counts the messages of the whole store, so it rises within a session, with gaps.
	Seq       int64     `json:"seq"`
	EventType string    `json:"event_type"`
	Payload   string    `json:"payload"`
	CreatedAt time.Time `json:"created_at"`
}

// NewMessage is a message to append.
type NewMessage struct {
	EventType string `json:"event_type"`
	Payload   string `json:"payload"`
}

// log is the messages of a session: the first n of a buffer. States that were
// copied from each other share buffers. Whoever has all of a buffer may grow it
// in place, for the others do not look beyond their own n; whoever has less of
// it must take a buffer of its own.
type log struct {
	buffer *buffer
	n      int
}

type buffer struct{ messages []Message }

func (l log) append(messages []Message) log {
	if l.buffer == nil || l.n != len(l.buffer.messages) {
		l.buffer = &buffer{messages: append([]Message{}, l.all()...)}
	}
	l.buffer.messages = append(l.buffer.messages, messages...)
	return log{buffer: l.buffer, n: len(l.buffer.messages)}
}

// all is the messages; readers may keep it when the lock is gone.
func (l log) all() []Message {
	if l.buffer == nil {
		return []Message{}
	}
	return l.buffer.messages[:l.n:l.n]
}

// above is the messages with a seq above after.
func (l log) above(after int64) []Message {
	messages := l.all()
	return messages[sort.Search(len(messages), func(i int) bool { return messages[i].Seq > after }):]
}

// PushMessage appends a user message as a client does: it fails with
// [*ConflictError] when the session is in a terminal phase.
func (s *Store) PushMessage(sessionID, payload string) (Message, error) {
	stored, err := s.appendIf(sessionID, func(x *Session) error {
		if x.Phase.Terminal() {
			return conflict(KindSession, sessionID, fmt.Sprintf("session with id='%s' takes no messages in phase %q", sessionID, string(x.Phase)))
		}
		return nil
	}, NewMessage{EventType: eventUser, Payload: payload})
	if err != nil {
		return Message{}, err
	}
	return stored[0], nil
}

// AppendMessages appends messages of any event type in any phase, in order and
// without others of the session between them, and returns them as stored.
func (s *Store) AppendMessages(sessionID string, messages ...NewMessage) ([]Message, error) {
	return s.appendIf(sessionID, func(*Session) error { return nil }, messages...)
}

func (s *Store) appendIf(sessionID string, allowed func(*Session) error, messages ...NewMessage) ([]Message, error) {
	s.mu.Lock()
	found, err := s.state.sessions.get(sessionID)
	if err == nil {
		err = allowed(found)
	}
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	stored := s.append(sessionID, s.now(), messages...)
	woken := s.hub.take(sessionID)
	s.mu.Unlock()
	// Readers wake when the lock is free again: they are about to take it.
	woken.wake()
	return stored, nil
}

// append needs the lock for writing.
func (s *Store) append(sessionID string, at time.Time, messages ...NewMessage) []Message {
	stored := make([]Message, len(messages))
	for i, m := range messages {
		s.state.seq++
		stored[i] = Message{
			ID: s.o.NewID(), SessionID: sessionID, Seq: s.state.seq,
			EventType: m.EventType, Payload: m.Payload, CreatedAt: at,
		}
	}
	l, _ := s.state.logs.Get(sessionID)
	s.state.logs.Set(sessionID, l.append(stored))
	return stored
}

// Messages returns the messages of the session with a seq above afterSeq, in
// order. The slice is shared and must not be changed; it is never nil.
func (s *Store) Messages(sessionID string, afterSeq int64) ([]Message, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if _, err := s.state.sessions.get(sessionID); err != nil {
		return nil, err
	}
	l, _ := s.state.logs.Get(sessionID)
	return l.above(afterSeq), nil
}
