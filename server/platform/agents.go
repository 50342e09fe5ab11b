// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
)

// NewAgent is an agent to create.
type NewAgent struct {
	Name      string `json:"name"`
	Prompt    string `json:"prompt"`
	ProjectID string `json:"project_id,omitempty"`
}

// ListAgents is GET /agents.
func (c *Client) ListAgents(ctx context.Context, p Page) (*List[Agent], error) {
	return list(ctx, c, get("/agents", p.values(), "agents"), p, "AgentList", decodeAgent, func(a *Agent) json.RawMessage { return a.Raw })
}

// GetAgent is GET /agents/{id}.
func (c *Client) GetAgent(ctx context.Context, id string) (*Agent, error) {
	return one(ctx, c, get("/agents/{id}", nil, "agents", id), decodeAgent)
}

// FindAgentsByName returns every visible agent of exactly that name. It reads all
// pages, because the platform is free to ignore the search.
func (c *Client) FindAgentsByName(ctx context.Context, name string) ([]*Agent, error) {
	return find(func(p Page) (*List[Agent], error) {
		p.Search = guard.Equal("name", name)
		return c.ListAgents(ctx, p)
	}, func(a *Agent) (id string, match bool) { return a.ID, a.Name == name })
}

// AgentsByIDOrName returns the agents that ref means: the one with that id when
// ref has the form of an id and there is one, else all of that name.
func (c *Client) AgentsByIDOrName(ctx context.Context, ref string) ([]*Agent, error) {
	if LooksLikeID(ref) {
		a, err := c.GetAgent(ctx, ref)
		if err == nil {
			return []*Agent{a}, nil
		}
		if !IsNotFound(err) {
			return nil, err
		}
	}
	return c.FindAgentsByName(ctx, ref)
}

// CreateAgent is POST /agents.
func (c *Client) CreateAgent(ctx context.Context, a NewAgent) (*Agent, error) {
	return write(ctx, c, http.MethodPost, "/agents", a, decodeAgent, "agents")
}

// PatchAgent is PATCH /agents/{id}.
func (c *Client) PatchAgent(ctx context.Context, id string, p Patch) (*Agent, error) {
	return write(ctx, c, http.MethodPatch, "/agents/{id}", p, decodeAgent, "agents", id)
}

// PatchProjectAgent is PATCH /projects/{project_id}/agents/{agent_id}.
func (c *Client) PatchProjectAgent(ctx context.Context, project, id string, p Patch) (*Agent, error) {
	return write(ctx, c, http.MethodPatch, "/projects/{project_id}/agents/{agent_id}", p, decodeAgent, "projects", project, "agents", id)
}
