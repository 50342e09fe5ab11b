// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// SetPhase puts a session into a phase, past the transition rules; the empty
// phase is the one before the first start.
func (t *Tenant) SetPhase(session, phase string) error {
	_, err := t.store.SetPhase(session, store.Phase(phase))
	return refusal(err)
}

// DeleteSession removes a session.
func (t *Tenant) DeleteSession(session string) error {
	return refusal(t.store.DeleteSession(session))
}

// Append stores messages in a session, in order, and returns them as stored.
func (t *Tenant) Append(session string, messages ...control.NewMessage) ([]control.Message, error) {
	in := make([]store.NewMessage, len(messages))
	for i, m := range messages {
		if m.EventType == "" {
			return nil, fmt.Errorf("%w: message %d has no event_type", control.ErrInvalid, i+1)
		}
		in[i] = store.NewMessage(m)
	}
	stored, err := t.store.AppendMessages(session, in...)
	if err != nil {
		return nil, refusal(err)
	}
	return showMessages(stored), nil
}

// Reset returns the tenant to the state it was made with: its data, without
// faults, with a real clock. Its tokens stay as they are, and so does the journal.
func (t *Tenant) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.store.Restore(t.initial)
	t.ClearFaults()
	_ = t.SetClock(control.ClockState{Mode: clockReal}) // the mode exists
}

// Snapshot keeps the tenant's data and returns the snapshot's id. It costs nothing.
func (t *Tenant) Snapshot() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := "snapshot-" + strconv.Itoa(len(t.snapshots)+1)
	t.snapshots[id] = t.store.Snapshot()
	return id
}

// Restore puts kept data back. Seq goes on from where it is.
func (t *Tenant) Restore(id string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, ok := t.snapshots[id]
	if !ok {
		return fmt.Errorf("snapshot %q: %w", id, control.ErrNotFound)
	}
	t.store.Restore(kept)
	return nil
}

// State returns everything the tenant stores, what REST hides included.
func (t *Tenant) State() control.State {
	d := t.store.Dump()
	s := control.State{
		Projects:    make([]json.RawMessage, 0, len(d.Projects)),
		Agents:      make([]control.AgentState, 0, len(d.Agents)),
		Sessions:    make([]json.RawMessage, 0, len(d.Sessions)),
		Messages:    showMessages(d.Messages),
		OpenStreams: int(t.streams.Load()),
	}
	for _, p := range d.Projects {
		s.Projects = append(s.Projects, rest.Project(p))
	}
	for _, a := range d.Agents {
		shown := control.AgentState{Agent: rest.Agent(a.Agent), Versions: make([]control.AgentVersion, len(a.Versions))}
		for i, v := range a.Versions {
			shown.Versions[i] = control.AgentVersion{Version: v.Version, Prompt: v.Prompt, CreatedAt: v.CreatedAt}
			shown.Prompt = v.Prompt // the newest comes last
		}
		s.Agents = append(s.Agents, shown)
	}
	for _, session := range d.Sessions {
		s.Sessions = append(s.Sessions, rest.Session(session))
	}
	return s
}

func showMessages(in []store.Message) []control.Message {
	out := make([]control.Message, len(in))
	for i, m := range in {
		out[i] = control.Message(m)
	}
	return out
}
