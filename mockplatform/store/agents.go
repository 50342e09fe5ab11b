// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"regexp"
	"slices"
)

var agentName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func (s *state) checkAgentName(id, owner, name string) error {
	if !agentName.MatchString(name) {
		return &InvalidError{Field: "name", Reason: fmt.Sprintf("agent name '%s' must match %s", name, agentName)}
	}
	for _, other := range s.agents.named(name) {
		if other.ID != id && other.OwnerUserID == owner {
			return conflict(KindAgent, other.ID, fmt.Sprintf("an Agent with name='%s' already exists for its owner", name))
		}
	}
	return nil
}

// CreateAgent makes an agent at version 1. It fails with [*InvalidError] on a
// name outside ^[A-Za-z0-9_-]+$, with [*NotFoundError] for a project that does
// not exist, and with [*ConflictError] when the owner has an agent of that name.
func (s *Store) CreateAgent(spec AgentSpec) (Agent, error) {
	if spec.CreatedAt.IsZero() {
		spec.CreatedAt = s.now()
	}
	if spec.ID == "" {
		spec.ID = s.o.NewAgentID()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.agents.has(spec.ID) {
		return Agent{}, conflict(KindAgent, spec.ID, "This Agent already exists")
	}
	if err := s.state.checkAgentName(spec.ID, spec.OwnerUserID, spec.Name); err != nil {
		return Agent{}, err
	}
	if spec.ProjectID != "" && !s.state.projects.has(spec.ProjectID) {
		return Agent{}, &NotFoundError{Kind: KindProject, ID: spec.ProjectID}
	}
	at := spec.CreatedAt.UTC().Round(0)
	made := Agent{
		ID: spec.ID, CreatedAt: at, UpdatedAt: at,
		Name: spec.Name, OwnerUserID: spec.OwnerUserID, ProjectID: spec.ProjectID,
		Version: 1, Prompt: spec.Prompt,
		DisplayName: spec.DisplayName, Description: spec.Description,
		LLMModel: spec.LLMModel, LLMTemperature: spec.LLMTemperature, LLMMaxTokens: spec.LLMMaxTokens,
		Labels: spec.Labels, Annotations: spec.Annotations,
	}
	first := AgentVersion{Version: 1, CreatedAt: at, Prompt: spec.Prompt}
	s.state.agents.put(agentRecord{Agent: made, versions: []AgentVersion{first}})
	return made, nil
}

// Agent returns the agent at its current version.
func (s *Store) Agent(id string) (Agent, error) {
	found, err := s.agent(id)
	if err != nil {
		return Agent{}, err
	}
	return found.Agent, nil
}

// AgentAt returns the agent with the version, prompt and time of change it had at the given version.
func (s *Store) AgentAt(id string, version int) (Agent, error) {
	found, err := s.agent(id)
	if err != nil {
		return Agent{}, err
	}
	if version < 1 || version > len(found.versions) {
		return Agent{}, &NotFoundError{Kind: KindAgentVersion, ID: fmt.Sprintf("%s/%d", id, version)}
	}
	was, then := found.Agent, found.versions[version-1]
	was.Version, was.Prompt = then.Version, then.Prompt
	if version < len(found.versions) {
		was.UpdatedAt = then.CreatedAt
	}
	return was, nil
}

// AgentVersions returns every version of the agent, the oldest first.
func (s *Store) AgentVersions(id string) ([]AgentVersion, error) {
	found, err := s.agent(id)
	if err != nil {
		return nil, err
	}
	return slices.Clone(found.versions), nil
}

func (s *Store) agent(id string) (*agentRecord, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state.agents.get(id)
}

// PatchAgent changes the agent. A new name meets the rules of [Store.CreateAgent].
func (s *Store) PatchAgent(id string, patch AgentPatch) (Agent, error) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	found, err := s.state.agents.get(id)
	if err != nil {
		return Agent{}, err
	}
	changed := *found
	if patch.Name != nil {
		if err := s.state.checkAgentName(id, found.OwnerUserID, *patch.Name); err != nil {
			return Agent{}, err
		}
		changed.Name = *patch.Name
	}
	if patch.Prompt != nil {
		changed.Version++
		changed.Prompt = *patch.Prompt
		// Older records share the slice, so it is never appended to in place.
		changed.versions = append(slices.Clip(found.versions),
			AgentVersion{Version: changed.Version, CreatedAt: now, Prompt: changed.Prompt})
	}
	overlay(&changed.DisplayName, patch.DisplayName)
	overlay(&changed.Description, patch.Description)
	overlay(&changed.LLMModel, patch.LLMModel)
	overlay(&changed.LLMTemperature, patch.LLMTemperature)
	overlay(&changed.LLMMaxTokens, patch.LLMMaxTokens)
	overlay(&changed.Labels, patch.Labels)
	overlay(&changed.Annotations, patch.Annotations)
	changed.UpdatedAt = now
	s.state.agents.put(changed)
	return changed.Agent, nil
}

// DeleteAgent removes the agent and its versions; sessions keep its id.
func (s *Store) DeleteAgent(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.agents.delete(id)
}

// ListAgents returns a page of agents. An agent without a project is listed only by a query without a project scope.
func (s *Store) ListAgents(q Query) (Page[Agent], error) {
	page, err := list(s, agentKind, func(st *state) *table[agentRecord] { return st.agents }, q)
	return shown(page, err, func(r *agentRecord) Agent { return r.Agent })
}
