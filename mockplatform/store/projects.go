// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"regexp"
)

// The bounds of the length of a project name, in bytes.
const (
	minProjectName = 2
	maxProjectName = 63
)

var projectName = regexp.MustCompile(`^[a-z][a-z0-9-]*[a-z0-9]$`)

func (s *state) checkProjectName(id, name string) error {
	if len(name) < minProjectName || len(name) > maxProjectName {
		return &InvalidError{
			Field:  "name",
			Reason: fmt.Sprintf("project name must be between %d and %d characters", minProjectName, maxProjectName),
		}
	}
	if !projectName.MatchString(name) {
		return &InvalidError{Field: "name", Reason: fmt.Sprintf("project name '%s' must match %s", name, projectName)}
	}
	if name != id && s.projects.has(name) {
		return conflict(KindProject, name, "This Project already exists")
	}
	for _, other := range s.projects.named(name) {
		if other.ID != id {
			return conflict(KindProject, other.ID, "This Project already exists")
		}
	}
	return nil
}

// CreateProject makes a project whose id is its name. It fails with
// [*InvalidError] on a bad name and with [*ConflictError] on one in use.
func (s *Store) CreateProject(spec ProjectSpec) (Project, error) {
	if spec.CreatedAt.IsZero() {
		spec.CreatedAt = s.now()
	}
	at := spec.CreatedAt.UTC().Round(0)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.state.checkProjectName("", spec.Name); err != nil {
		return Project{}, err
	}
	made := Project{
		ID: spec.Name, CreatedAt: at, UpdatedAt: at, Name: spec.Name, Description: spec.Description,
		Labels: spec.Labels, Annotations: spec.Annotations, Status: spec.Status,
	}
	s.state.projects.put(made)
	return made, nil
}

// Project returns the project.
func (s *Store) Project(id string) (Project, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found, err := s.state.projects.get(id)
	if err != nil {
		return Project{}, err
	}
	return *found, nil
}

// PatchProject changes the project; its id stays when its name changes.
func (s *Store) PatchProject(id string, patch ProjectPatch) (Project, error) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	found, err := s.state.projects.get(id)
	if err != nil {
		return Project{}, err
	}
	changed := *found
	if patch.Name != nil {
		if err := s.state.checkProjectName(id, *patch.Name); err != nil {
			return Project{}, err
		}
		changed.Name = *patch.Name
	}
	overlay(&changed.Description, patch.Description)
	overlay(&changed.Labels, patch.Labels)
	overlay(&changed.Annotations, patch.Annotations)
	overlay(&changed.Status, patch.Status)
	changed.UpdatedAt = now
	s.state.projects.put(changed)
	return changed, nil
}

// DeleteProject removes the project; what belongs to it stays.
func (s *Store) DeleteProject(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.projects.delete(id)
}

// ListProjects returns a page of projects; the scope and filter of a query by project mean the project's own id.
func (s *Store) ListProjects(q Query) (Page[Project], error) {
	page, err := list(s, projectKind, func(st *state) *table[Project] { return st.projects }, q)
	return shown(page, err, func(r *Project) Project { return *r })
}
