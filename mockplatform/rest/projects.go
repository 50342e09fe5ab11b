// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"net/http"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

var (
	projectCreate = shape{required: []string{"name"}, readOnly: projectBody{}}
	projectPatch  = shape{readOnly: projectBody{}}
)

func listProjects(c *call) (int, any, error) {
	q, err := c.list()
	if err != nil {
		return 0, nil, err
	}
	page, err := c.Store.ListProjects(q)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showList(store.KindProject, q, page, showProject), nil
}

func createProject(c *call) (int, any, error) {
	var spec store.ProjectSpec
	if err := decode(c.Body, &spec, projectCreate); err != nil {
		return 0, nil, err
	}
	if err := c.reach("project", spec.Name, spec.Name); err != nil {
		return 0, nil, err
	}
	p, err := c.Store.CreateProject(spec)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, showProject(p), nil
}

// project reads the project of the path, within the caller's scope.
func (c *call) project() (store.Project, error) {
	p, err := c.Store.Project(c.path["id"])
	if err != nil {
		return p, err
	}
	return p, c.reach("project", p.ID, p.ID)
}

func getProject(c *call) (int, any, error) {
	p, err := c.project()
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showProject(p), nil
}

func patchProject(c *call) (int, any, error) {
	p, err := c.project()
	if err != nil {
		return 0, nil, err
	}
	var change store.ProjectPatch
	if err := decode(c.Body, &change, projectPatch); err != nil {
		return 0, nil, err
	}
	if p, err = c.Store.PatchProject(p.ID, change); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showProject(p), nil
}

func deleteProject(c *call) (int, any, error) {
	p, err := c.project()
	if err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, c.Store.DeleteProject(p.ID)
}
