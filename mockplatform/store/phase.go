// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"slices"
	"time"
)

// Phase is where a session is in its life; empty before the first start.
type Phase string

// The phases.
const (
	PhaseNone      Phase = ""
	PhasePending   Phase = "Pending"
	PhaseCreating  Phase = "Creating"
	PhaseRunning   Phase = "Running"
	PhaseStopping  Phase = "Stopping"
	PhaseStopped   Phase = "Stopped"
	PhaseCompleted Phase = "Completed"
	PhaseFailed    Phase = "Failed"
)

// Phases returns the phases a session can be put into, in the order of its life.
func Phases() []Phase {
	return []Phase{
		PhasePending, PhaseCreating, PhaseRunning, PhaseStopping, PhaseStopped, PhaseCompleted, PhaseFailed,
	}
}

// Terminal reports whether p is Stopped, Completed or Failed.
func (p Phase) Terminal() bool {
	return p == PhaseStopped || p == PhaseCompleted || p == PhaseFailed
}

// startable and stoppable are the phases from which a client may start and stop a session.
var (
	startable = []Phase{PhaseNone, PhaseStopped, PhaseFailed, PhaseCompleted}
	stoppable = []Phase{PhaseRunning, PhaseCreating, PhasePending}
)

func (p Phase) check() error {
	if slices.Contains(Phases(), p) {
		return nil
	}
	return &InvalidError{
		Field:  "phase",
		Reason: fmt.Sprintf("invalid phase %q; must be one of: %s", string(p), phaseList(Phases(), ", ")),
	}
}

func phaseList(phases []Phase, separator string) string {
	var text string
	for i, p := range phases {
		if i > 0 {
			text += separator
		}
		text += string(p)
	}
	return text
}

// enter puts the session into the phase, with the times that go with it: a run
// begins when it is first Running and is over in a terminal phase; before a run
// there are none.
func (s *Session) enter(p Phase, now time.Time) {
	s.Phase = p
	switch {
	case p == PhaseNone || p == PhasePending:
		s.StartTime, s.CompletionTime = nil, nil
	case p == PhaseRunning:
		s.CompletionTime = nil
		if s.StartTime == nil {
			s.StartTime = &now
		}
	case p.Terminal():
		if s.CompletionTime == nil {
			s.CompletionTime = &now
		}
	}
}
