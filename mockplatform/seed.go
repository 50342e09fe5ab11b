// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// Seed adds everything that a seed document (YAML or JSON) names to the tenant:
// all of it, or nothing and an error. References are to what the document or
// the tenant holds.
//
// A bearer that the document asks for and another tenant has is replaced by one
// made up; [Tenant.Tokens] tells which. What the default tenant is seeded with
// before its first request belongs to the state that [Tenant.Reset] returns to.
func (t *Tenant) Seed(document []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	doc, err := seed.ParseOnto(document, t.known())
	if err != nil {
		return fmt.Errorf("%w: seed: %w", control.ErrInvalid, err)
	}
	tokens, err := t.seedTokens(doc.Tokens)
	if err != nil {
		return err
	}
	before := t.store.Snapshot()
	if err := t.sow(doc); err != nil {
		t.store.Restore(before)
		return fmt.Errorf("seed: %w", refusal(err))
	}
	if err := t.tokens.Add(t.name, tokens...); err != nil {
		t.store.Restore(before)
		return fmt.Errorf("seed: %w", refusal(err))
	}
	if t.name == DefaultTenant && !t.served.Load() {
		t.initial = t.store.Snapshot()
	}
	return nil
}

// known tells what references of a document may mean besides what is in it.
func (t *Tenant) known() seed.Known {
	named := func(ref string) store.Query {
		return store.Query{Where: search.Equal("name", ref), Page: 1, Size: 1}
	}
	return seed.Known{
		Project: func(id string) int {
			_, err := t.store.Project(id)
			return count(err, 0)
		},
		Agent: func(ref string) int {
			_, err := t.store.Agent(ref)
			page, _ := t.store.ListAgents(named(ref)) // the column exists
			return count(err, page.Total)
		},
		Session: func(ref string) int {
			_, err := t.store.Session(ref)
			page, _ := t.store.ListSessions(named(ref)) // the column exists
			return count(err, page.Total)
		},
	}
}

func count(err error, more int) int {
	if err == nil {
		more++
	}
	return more
}

func (t *Tenant) seedTokens(in []seed.Token) ([]access.Token, error) {
	var out []access.Token
	for _, s := range in {
		token := access.Token{
			Label: s.Label, Bearer: s.Token, User: s.User, Projects: s.Projects, ExpiresAt: s.ExpiresAt,
		}
		for _, p := range s.Permissions {
			token.Permissions = append(token.Permissions, access.Permission(p))
		}
		if owner, ok := t.tokens.Lookup(s.Token); ok && owner.Tenant != t.name {
			token.Bearer = ""
		}
		if token.Bearer == "" {
			token.Bearer = t.platform.NewBearer()
		}
		if err := token.Validate(); err != nil {
			return nil, fmt.Errorf("%w: seed: %w", control.ErrInvalid, err)
		}
		out = append(out, token)
	}
	return out, nil
}

// sow stores what the document names, in the order in which things refer to each other.
func (t *Tenant) sow(doc *seed.Document) error {
	for _, p := range doc.Projects {
		spec := store.ProjectSpec{Name: p.Name, Labels: p.Labels, Annotations: p.Annotations}
		if p.Description != "" {
			spec.Description = &p.Description
		}
		if _, err := t.store.CreateProject(spec); err != nil {
			return fmt.Errorf("project %q: %w", p.Name, err)
		}
	}
	for _, a := range doc.Agents {
		if err := t.sowAgent(a); err != nil {
			return fmt.Errorf("agent %q: %w", a.Name, err)
		}
	}
	for _, s := range doc.Sessions {
		if err := t.sowSession(s); err != nil {
			return fmt.Errorf("session %q: %w", s.Name, err)
		}
	}
	return nil
}

// sowAgent makes an agent of so many versions. The prompts of the earlier ones
// are the newest with a note, for want of anything truer.
func (t *Tenant) sowAgent(a seed.Agent) error {
	prompt := func(version int) string {
		if version == a.Versions {
			return a.Prompt
		}
		return fmt.Sprintf("%s (version %d)", a.Prompt, version)
	}
	spec := store.AgentSpec{
		ID: a.ID, Name: a.Name, OwnerUserID: a.Owner, ProjectID: a.Project, Prompt: prompt(1),
		Labels: a.Labels, Annotations: a.Annotations,
	}
	if a.LLMModel != "" {
		spec.LLMModel = &a.LLMModel
	}
	made, err := t.store.CreateAgent(spec)
	for version := 2; err == nil && version <= a.Versions; version++ {
		text := prompt(version)
		_, err = t.store.PatchAgent(made.ID, store.AgentPatch{Prompt: &text})
	}
	return err
}

func (t *Tenant) sowSession(s seed.Session) error {
	spec := store.SessionSpec{
		ID: s.ID, Name: s.Name, ProjectID: s.Project, CreatedByUserID: s.Owner, Phase: store.Phase(s.Phase),
		AgentID: t.agentID(s.Agent), ParentSessionID: t.sessionID(s.Parent),
		Labels: s.Labels, Annotations: s.Annotations,
	}
	if s.Prompt != "" {
		spec.Prompt = &s.Prompt
	}
	if s.CreatedAt != nil {
		spec.CreatedAt = *s.CreatedAt
	}
	made, err := t.store.CreateSession(spec)
	if err != nil || len(s.Messages) == 0 {
		return err
	}
	messages := make([]store.NewMessage, len(s.Messages))
	for i, m := range s.Messages {
		messages[i] = store.NewMessage(m)
	}
	_, err = t.store.AppendMessages(made.ID, messages...)
	return err
}

// agentID is the id of the agent that ref, an id or a name, means.
func (t *Tenant) agentID(ref string) string {
	page, err := t.store.ListAgents(store.Query{Where: search.Equal("name", ref), Page: 1, Size: 1})
	if ref != "" && err == nil && len(page.Items) == 1 {
		return page.Items[0].ID
	}
	return ref
}

// sessionID is the id of the session that ref, an id or a name, means.
func (t *Tenant) sessionID(ref string) string {
	page, err := t.store.ListSessions(store.Query{Where: search.Equal("name", ref), Page: 1, Size: 1})
	if ref != "" && err == nil && len(page.Items) == 1 {
		return page.Items[0].ID
	}
	return ref
}
