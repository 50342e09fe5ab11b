// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"net/http"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

var (
	sessionCreate = shape{required: []string{"name", "project_id"}, readOnly: sessionBody{}}
	sessionPatch  = shape{readOnly: sessionBody{}}
	statusPatch   = shape{required: []string{"phase"}, readOnly: sessionBody{}}
)

func listSessions(c *call) (int, any, error) {
	q, err := c.sessionList()
	if err != nil {
		return 0, nil, err
	}
	page, err := c.Store.ListSessions(q)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showList(store.KindSession, q, page, showSession), nil
}

func createSession(c *call) (int, any, error) {
	var spec store.SessionSpec
	if err := decode(c.Body, &spec, sessionCreate); err != nil {
		return 0, nil, err
	}
	if err := c.reachReferences(spec); err != nil {
		return 0, nil, err
	}
	spec.CreatedByUserID = c.Caller.User
	s, err := c.Store.CreateSession(spec)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, showSession(s), nil
}

// reachReferences refuses a session that names something outside the caller's
// scope. Whether what it names exists is for the store to say.
func (c *call) reachReferences(spec store.SessionSpec) error {
	if spec.Name == "" {
		return invalid.because("name must not be empty")
	}
	if err := c.reach("session", spec.Name, spec.ProjectID); err != nil {
		return err
	}
	if a, err := c.Store.Agent(spec.AgentID); err == nil {
		if err := c.reach("agent", a.ID, a.ProjectID); err != nil {
			return err
		}
	}
	return c.reachParent(spec.ParentSessionID)
}

func (c *call) reachParent(id string) error {
	if p, err := c.Store.Session(id); err == nil {
		return c.reach("session", p.ID, p.ProjectID)
	}
	return nil
}

// session reads the session of the path, within the caller's scope.
func (c *call) session() (store.Session, error) {
	s, err := c.Store.Session(c.path["id"])
	if err != nil {
		return s, err
	}
	return s, c.reach("session", s.ID, s.ProjectID)
}

func getSession(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showSession(s), nil
}

func patchSession(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	var change store.SessionPatch
	if err := decode(c.Body, &change, sessionPatch); err != nil {
		return 0, nil, err
	}
	if change.Name != nil && *change.Name == "" {
		return 0, nil, invalid.because("name must not be empty")
	}
	if change.ParentSessionID != nil {
		if err := c.reachParent(*change.ParentSessionID); err != nil {
			return 0, nil, err
		}
	}
	return c.changed(c.Store.PatchSession(s.ID, change))
}

func patchSessionStatus(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	var change store.SessionStatus
	if err := decode(c.Body, &change, statusPatch); err != nil {
		return 0, nil, err
	}
	for _, at := range []*time.Time{change.StartTime, change.CompletionTime} {
		if at != nil {
			*at = at.UTC() // as the platform writes every time
		}
	}
	return c.changed(c.Store.PatchSessionStatus(s.ID, change))
}

func startSession(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	return c.changed(c.Store.StartSession(s.ID))
}

func stopSession(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	return c.changed(c.Store.StopSession(s.ID))
}

func (c *call) changed(s store.Session, err error) (int, any, error) {
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showSession(s), nil
}

func deleteSession(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, c.Store.DeleteSession(s.ID)
}
