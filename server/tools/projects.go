// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

// listProjectsTool has an error table although the specification gives none:
// that of the other lists.
func listProjectsTool() Tool {
	return describe(Tool{
		Name: "list_projects", Summary: "List projects visible to the caller",
		InputSchema: input("list_projects"), OutputSchema: outputList("project"),
		RBAC: "projects:list", Backing: []string{"GET /api/ambient/v1/projects"},
		Errors: errorsOf(
			own(toolerr.Unauthorized, "Token invalid or expired"),
			own(toolerr.Forbidden, "Token lacks projects:list"),
			own(toolerr.Internal, "Backend returned 5xx"),
		),
		Annotations: Annotations{ReadOnly: true, Idempotent: true}, Group: GroupRead,
	}, "Lists projects visible to the caller.")
}

func getProjectTool() Tool {
	return describe(Tool{
		Name: "get_project", Summary: "Get project detail by ID or name",
		InputSchema: input("get_project"), OutputSchema: output("project"),
		RBAC: "projects:get", Backing: []string{"GET /api/ambient/v1/projects/{id}", "GET /api/ambient/v1/projects?search=name='{name}'"},
		Errors: errorsOf(
			own(toolerr.ProjectNotFound, "No project matches the ID or name"),
			own(toolerr.Forbidden, "Token lacks projects:get"),
			general(toolerr.InvalidRequest, "project_id is the name of more than one project; an argument is unknown, missing or of the wrong type"),
		),
		Annotations: Annotations{ReadOnly: true, Idempotent: true}, Group: GroupRead,
	}, "Returns detail for a single project by ID or name.")
}

func (s *Set) listProjects(c call) (any, error) {
	page, err := c.args.page()
	if err != nil {
		return nil, err
	}
	l, err := s.platform.ListProjects(c.ctx, page)
	if err != nil {
		return nil, platform.Explain(err, toolerr.Context{Thing: "projects", Action: "list projects"})
	}
	return l.Raw(), nil
}

func (s *Set) getProject(c call) (any, error) {
	p, err := s.project(c)
	if err != nil {
		return nil, err
	}
	return p.Raw, nil
}

// project finds the one project that the call's project_id, an id or a name,
// means (decision D10).
func (s *Set) project(c call) (*platform.Project, error) {
	ref, err := c.args.id("project_id")
	if err != nil {
		return nil, err
	}
	where := toolerr.Context{
		Thing: "project with the id or name " + ref, Action: "read project " + ref,
		Arguments: []string{"project_id"}, NotFound: toolerr.ProjectNotFound,
	}
	if platform.LooksLikeID(ref) {
		p, err := s.platform.GetProject(c.ctx, ref)
		if err == nil {
			return p, nil
		}
		if !platform.IsNotFound(err) {
			return nil, platform.Explain(err, where)
		}
	}
	found, err := s.platform.FindProjectsByName(c.ctx, ref)
	switch {
	case err != nil:
		return nil, platform.Explain(err, where)
	case len(found) == 0:
		return nil, toolerr.New(toolerr.ProjectNotFound, "no %s", where.Thing)
	case len(found) > 1:
		// The catalogue has no code of its own for this.
		return nil, toolerr.New(toolerr.InvalidRequest, "%d projects are named %s; use the id of one", len(found), ref)
	}
	return found[0], nil
}
