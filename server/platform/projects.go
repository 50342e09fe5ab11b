// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
)

// ListProjects is GET /projects.
func (c *Client) ListProjects(ctx context.Context, p Page) (*List[Project], error) {
	return list(ctx, c, get("/projects", p.values(), "projects"), p, "ProjectList", decodeProject, func(p *Project) json.RawMessage { return p.Raw })
}

// GetProject is GET /projects/{id}.
func (c *Client) GetProject(ctx context.Context, id string) (*Project, error) {
	return one(ctx, c, get("/projects/{id}", nil, "projects", id), decodeProject)
}

// FindProjectsByName returns every visible project of exactly that name.
func (c *Client) FindProjectsByName(ctx context.Context, name string) ([]*Project, error) {
	return find(func(p Page) (*List[Project], error) {
		p.Search = guard.Equal("name", name)
		return c.ListProjects(ctx, p)
	}, func(p *Project) (id string, match bool) { return p.ID, p.Name == name })
}

// PatchProject is PATCH /projects/{id}.
func (c *Client) PatchProject(ctx context.Context, id string, p Patch) (*Project, error) {
	return write(ctx, c, http.MethodPatch, "/projects/{id}", p, decodeProject, "projects", id)
}
