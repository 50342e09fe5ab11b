// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"slices"
	"time"
)

// What a session has when neither its maker nor its agent says otherwise.
const (
	DefaultLLMModel       = "claude-sonnet-4-6"
	DefaultLLMTemperature = 0.7
	DefaultLLMMaxTokens   = 4000
)

// eventUser is the event type of what users say.
const eventUser = "user"

// CreateSession makes a session that was never started, and its first user
// message when it has a prompt. It fails with [*NotFoundError] for a project
// that does not exist, and with [*InvalidError] for an agent or a parent that
// does not.
func (s *Store) CreateSession(spec SessionSpec) (Session, error) {
	now := s.now()
	if spec.CreatedAt.IsZero() {
		spec.CreatedAt = now
	}
	if spec.ID == "" {
		spec.ID = s.o.NewID()
	}
	if spec.Phase != PhaseNone {
		if err := spec.Phase.check(); err != nil {
			return Session{}, err
		}
	}
	s.mu.Lock()
	made, err := s.state.createSession(spec)
	if err == nil && made.Prompt != nil && *made.Prompt != "" {
		s.append(made.ID, made.CreatedAt, NewMessage{EventType: eventUser, Payload: *made.Prompt})
	}
	woken := s.hub.take(spec.ID)
	s.mu.Unlock()
	woken.wake()
	return made, err
}

func (s *state) createSession(spec SessionSpec) (Session, error) {
	if s.sessions.has(spec.ID) {
		return Session{}, conflict(KindSession, spec.ID, "This Session already exists")
	}
	if _, err := s.projects.get(spec.ProjectID); err != nil {
		return Session{}, err
	}
	model := DefaultLLMModel
	if spec.AgentID != "" {
		agent, err := s.agents.get(spec.AgentID)
		if err != nil {
			return Session{}, &InvalidError{Field: "agent_id", Reason: err.Error()}
		}
		if agent.LLMModel != nil {
			model = *agent.LLMModel
		}
	}
	if err := s.checkParent(spec.ID, spec.ParentSessionID); err != nil {
		return Session{}, err
	}
	at := spec.CreatedAt.UTC().Round(0)
	made := Session{
		ID: spec.ID, CreatedAt: at, UpdatedAt: at, KubeCRName: spec.ID,
		Name: spec.Name, Prompt: spec.Prompt,
		ProjectID: spec.ProjectID, AgentID: spec.AgentID, ParentSessionID: spec.ParentSessionID,
		CreatedByUserID: spec.CreatedByUserID, AssignedUserID: spec.AssignedUserID,
		WorkflowID: spec.WorkflowID, RepoURL: spec.RepoURL, Repos: spec.Repos,
		BotAccountName: spec.BotAccountName, ResourceOverrides: spec.ResourceOverrides,
		EnvironmentVariables: spec.EnvironmentVariables,
		Labels:               spec.Labels, Annotations: spec.Annotations,
		Timeout:        spec.Timeout,
		LLMModel:       given(spec.LLMModel, model),
		LLMTemperature: given(spec.LLMTemperature, DefaultLLMTemperature),
		LLMMaxTokens:   given(spec.LLMMaxTokens, DefaultLLMMaxTokens),
	}
	if spec.Phase != PhaseNone && spec.Phase != PhasePending && spec.Phase != PhaseCreating {
		made.StartTime = &at
	}
	made.enter(spec.Phase, at)
	s.sessions.put(made)
	s.logs.Set(made.ID, log{})
	return made, nil
}

func (s *state) checkParent(child, parent string) error {
	if parent == "" {
		return nil
	}
	if parent == child {
		return &InvalidError{Field: "parent_session_id", Reason: "a session cannot be its own parent"}
	}
	if _, err := s.sessions.get(parent); err != nil {
		return &InvalidError{Field: "parent_session_id", Reason: err.Error()}
	}
	return nil
}

// Session returns the session.
func (s *Store) Session(id string) (Session, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found, err := s.state.sessions.get(id)
	if err != nil {
		return Session{}, err
	}
	return *found, nil
}

// ListSessions returns a page of sessions.
func (s *Store) ListSessions(q Query) (Page[Session], error) {
	page, err := list(s, sessionKind, func(st *state) *table[Session] { return st.sessions }, q)
	return shown(page, err, func(r *Session) Session { return *r })
}

// DeleteSession removes the session and its messages. Open cursors on it go on waiting.
func (s *Store) DeleteSession(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.state.sessions.delete(id); err != nil {
		return err
	}
	s.state.logs.Delete(id)
	return nil
}

// PatchSession changes what a client may change of the session.
func (s *Store) PatchSession(id string, patch SessionPatch) (Session, error) {
	return s.changeSession(id, func(x *Session, _ time.Time) error {
		if patch.ParentSessionID != nil {
			if err := s.state.checkParent(id, *patch.ParentSessionID); err != nil {
				return err
			}
			x.ParentSessionID = *patch.ParentSessionID
		}
		set(&x.Name, patch.Name)
		set(&x.LLMModel, patch.LLMModel)
		set(&x.LLMTemperature, patch.LLMTemperature)
		set(&x.LLMMaxTokens, patch.LLMMaxTokens)
		overlay(&x.Prompt, patch.Prompt)
		overlay(&x.AssignedUserID, patch.AssignedUserID)
		overlay(&x.WorkflowID, patch.WorkflowID)
		overlay(&x.RepoURL, patch.RepoURL)
		overlay(&x.BotAccountName, patch.BotAccountName)
		overlay(&x.ResourceOverrides, patch.ResourceOverrides)
		overlay(&x.Repos, patch.Repos)
		overlay(&x.EnvironmentVariables, patch.EnvironmentVariables)
		overlay(&x.Labels, patch.Labels)
		overlay(&x.Annotations, patch.Annotations)
		overlay(&x.Timeout, patch.Timeout)
		return nil
	})
}

// StartSession puts a session that was never started, or is Stopped, Failed or
// Completed, into Pending; from any other phase it fails with [*ConflictError].
func (s *Store) StartSession(id string) (Session, error) {
	return s.move(id, startable, PhasePending, "cannot start session in phase %q; must be empty, Stopped, Failed, or Completed")
}

// StopSession puts a session that is Pending, Creating or Running into
// Stopping; from any other phase it fails with [*ConflictError].
func (s *Store) StopSession(id string) (Session, error) {
	return s.move(id, stoppable, PhaseStopping, "cannot stop session in phase %q; must be Running, Creating, or Pending")
}

func (s *Store) move(id string, from []Phase, to Phase, refusal string) (Session, error) {
	return s.changeSession(id, func(x *Session, now time.Time) error {
		if !slices.Contains(from, x.Phase) {
			return conflict(KindSession, id, fmt.Sprintf(refusal, string(x.Phase)))
		}
		x.enter(to, now)
		return nil
	})
}

// PatchSessionStatus changes what the control plane may change of the session.
// Any phase may follow any other; one that does not exist is an
// [*InvalidError]. Times that are given win over those that the phase brings.
func (s *Store) PatchSessionStatus(id string, status SessionStatus) (Session, error) {
	return s.changeSession(id, func(x *Session, now time.Time) error {
		if status.Phase != nil {
			if err := status.Phase.check(); err != nil {
				return err
			}
			x.enter(*status.Phase, now)
		}
		overlay(&x.StartTime, inUTC(status.StartTime))
		overlay(&x.CompletionTime, inUTC(status.CompletionTime))
		overlay(&x.SDKSessionID, status.SDKSessionID)
		overlay(&x.SDKRestartCount, status.SDKRestartCount)
		overlay(&x.Conditions, status.Conditions)
		overlay(&x.ReconciledRepos, status.ReconciledRepos)
		overlay(&x.ReconciledWorkflow, status.ReconciledWorkflow)
		overlay(&x.KubeCRUID, status.KubeCRUID)
		overlay(&x.KubeNamespace, status.KubeNamespace)
		return nil
	})
}

// SetPhase puts the session into any phase, the empty one included.
func (s *Store) SetPhase(id string, phase Phase) (Session, error) {
	return s.changeSession(id, func(x *Session, now time.Time) error {
		if phase != PhaseNone {
			if err := phase.check(); err != nil {
				return err
			}
		}
		x.enter(phase, now)
		return nil
	})
}

// changeSession changes a copy of the session and stores it, unless change fails.
func (s *Store) changeSession(id string, change func(x *Session, now time.Time) error) (Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	found, err := s.state.sessions.get(id)
	if err != nil {
		return Session{}, err
	}
	changed := *found
	if err := change(&changed, now); err != nil {
		return Session{}, err
	}
	changed.UpdatedAt = now
	s.state.sessions.put(changed)
	return changed, nil
}

// inUTC keeps the zone that a caller wrote out of what others read: every time
// of the platform ends in "Z".
func inUTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}
