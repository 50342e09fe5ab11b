// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Dump is everything a store keeps, as plain data for JSON, prompts included. Everything is in order of creation.
type Dump struct {
	Projects []Project   `json:"projects"`
	Agents   []AgentDump `json:"agents"`
	Sessions []Session   `json:"sessions"`
	Messages []Message   `json:"messages"`
	// Seq is the seq of the newest message ever stored.
	Seq int64 `json:"seq"`
}

// AgentDump is an agent with what its JSON form hides.
type AgentDump struct {
	Agent    Agent         `json:"agent"`
	Versions []VersionDump `json:"versions"`
}

// VersionDump is an agent's version with its prompt.
type VersionDump struct {
	Version   int       `json:"version"`
	Prompt    string    `json:"prompt"`
	CreatedAt time.Time `json:"created_at"`
}

// Dump returns everything the store keeps.
func (s *Store) Dump() Dump {
	// The copy is of one moment and is read without keeping anyone waiting,
	// except for the logs: states share their growing buffers.
	s.mu.Lock()
	now := s.state.copy()
	logs := make([][]Message, 0, now.logs.Len())
	now.logs.Scan(func(_ string, l log) bool {
		logs = append(logs, l.all())
		return true
	})
	s.mu.Unlock()

	d := Dump{
		Projects: now.projects.oldestFirst(),
		Agents:   []AgentDump{},
		Sessions: now.sessions.oldestFirst(),
		Messages: []Message{},
		Seq:      now.seq,
	}
	for _, a := range now.agents.oldestFirst() {
		out := AgentDump{Agent: a.Agent}
		for _, v := range a.versions {
			out.Versions = append(out.Versions, VersionDump(v))
		}
		d.Agents = append(d.Agents, out)
	}
	for _, messages := range logs {
		d.Messages = append(d.Messages, messages...)
	}
	slices.SortFunc(d.Messages, func(a, b Message) int { return cmp.Compare(a.Seq, b.Seq) })
	return d
}

// Load replaces everything the store keeps by d, which should come from
// [Store.Dump]: it is held against no rule save that it must hang together. A
// failed Load changes nothing. As with [Store.Restore], seq does not go back
// and open cursors go on.
func (s *Store) Load(d Dump) error {
	if d.Seq < 0 {
		return &InvalidError{Field: "seq", Reason: fmt.Sprintf("seq %d is below 0", d.Seq)}
	}
	next := newState()
	next.seq = d.Seq
	for _, p := range d.Projects {
		if next.projects.has(p.ID) {
			return conflict(KindProject, p.ID, fmt.Sprintf("the Project with id='%s' is there twice", p.ID))
		}
		next.projects.put(p)
	}
	for _, a := range d.Agents {
		if err := next.loadAgent(a); err != nil {
			return err
		}
	}
	for _, x := range d.Sessions {
		if next.sessions.has(x.ID) {
			return conflict(KindSession, x.ID, fmt.Sprintf("the Session with id='%s' is there twice", x.ID))
		}
		next.sessions.put(x)
		next.logs.Set(x.ID, log{})
	}
	if err := next.loadMessages(d.Messages); err != nil {
		return err
	}
	s.mu.Lock()
	s.replace(next)
	s.mu.Unlock()
	s.hub.wakeAll()
	return nil
}

func (s *state) loadAgent(a AgentDump) error {
	id := a.Agent.ID
	if s.agents.has(id) {
		return conflict(KindAgent, id, fmt.Sprintf("the Agent with id='%s' is there twice", id))
	}
	r := agentRecord{Agent: a.Agent}
	for i, v := range a.Versions {
		if v.Version != i+1 {
			return &InvalidError{Field: "versions", Reason: fmt.Sprintf("the Agent with id='%s' has no version %d", id, i+1)}
		}
		r.versions = append(r.versions, AgentVersion(v))
	}
	if len(r.versions) == 0 || r.Version != len(r.versions) {
		return &InvalidError{
			Field:  "versions",
			Reason: fmt.Sprintf("the Agent with id='%s' is at version %d of %d", id, r.Version, len(r.versions)),
		}
	}
	r.Prompt = r.versions[len(r.versions)-1].Prompt
	s.agents.put(r)
	return nil
}

func (s *state) loadMessages(messages []Message) error {
	last := int64(0)
	for _, m := range messages {
		l, ok := s.logs.Get(m.SessionID)
		if !ok {
			return &NotFoundError{Kind: KindSession, ID: m.SessionID}
		}
		if m.Seq <= last {
			return &InvalidError{Field: "seq", Reason: fmt.Sprintf("the message with seq %d comes after seq %d", m.Seq, last)}
		}
		last = m.Seq
		s.logs.Set(m.SessionID, l.append([]Message{m}))
	}
	s.seq = max(s.seq, last)
	return nil
}
