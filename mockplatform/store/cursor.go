// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import "context"

// Cursor reads the messages of one session in order, each once: those stored
// first, then those to come. It is for one goroutine at a time and needs no
// closing. However slow it is read, it keeps nobody waiting and no message is
// lost to it: it reads the session's own log by position.
type Cursor struct {
	store   *Store
	session string
	// last is the highest seq delivered, or the one the cursor began after.
	last int64
	// ahead is a part of the log not yet delivered, as of epoch.
	ahead []Message
	epoch int64
}

// Subscribe returns a cursor on the session's messages with a seq above afterSeq.
func (s *Store) Subscribe(sessionID string, afterSeq int64) (*Cursor, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if _, err := s.state.sessions.get(sessionID); err != nil {
		return nil, err
	}
	return &Cursor{store: s, session: sessionID, last: afterSeq}, nil
}

// Next returns the next message, waiting for it if need be. Its only errors are
// those of ctx: deletion of the session, like the absence of news, is a wait.
func (c *Cursor) Next(ctx context.Context) (Message, error) {
	for {
		if err := ctx.Err(); err != nil {
			return Message{}, err
		}
		wait := c.look()
		if wait == nil {
			m := c.ahead[0]
			c.ahead, c.last = c.ahead[1:], m.Seq
			return m, nil
		}
		select {
		case <-wait.woken:
		case <-ctx.Done():
			c.store.hub.leave(c.session, wait)
			return Message{}, ctx.Err()
		}
	}
}

// look fills ahead, or joins the session's waiting readers when there is
// nothing. An append comes either before the look or after the joining.
func (c *Cursor) look() *waiting {
	s := c.store
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(c.ahead) > 0 && c.epoch == s.epoch {
		return nil
	}
	l, _ := s.state.logs.Get(c.session)
	c.ahead, c.epoch = l.above(c.last), s.epoch
	if len(c.ahead) > 0 {
		return nil
	}
	return s.hub.join(c.session)
}
