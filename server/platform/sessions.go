// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"context"
	"encoding/json"
	"net/http"
)

// SessionQuery selects sessions.
type SessionQuery struct {
	Page
	// ProjectID limits the list to one project when not empty.
	ProjectID string
}

// NewSession is a session to create.
type NewSession struct {
	Name            string `json:"name"`
	ProjectID       string `json:"project_id"`
	Prompt          string `json:"prompt"`
	AgentID         string `json:"agent_id,omitempty"`
	LLMModel        string `json:"llm_model,omitempty"`
	ParentSessionID string `json:"parent_session_id,omitempty"`
}

// Patch is what to change in a resource, by field.
type Patch map[string]any

// ListSessions is GET /sessions.
func (c *Client) ListSessions(ctx context.Context, q SessionQuery) (*List[Session], error) {
	v := q.values()
	if q.ProjectID != "" {
		v.Set("project_id", q.ProjectID)
	}
	return list(ctx, c, get("/sessions", v, "sessions"), q.Page, "SessionList", decodeSession, func(s *Session) json.RawMessage { return s.Raw })
}

// GetSession is GET /sessions/{id}.
func (c *Client) GetSession(ctx context.Context, id string) (*Session, error) {
	return one(ctx, c, get("/sessions/{id}", nil, "sessions", id), decodeSession)
}

// CreateSession is POST /sessions.
func (c *Client) CreateSession(ctx context.Context, s NewSession) (*Session, error) {
	return write(ctx, c, http.MethodPost, "/sessions", s, decodeSession, "sessions")
}

// StartSession is POST /sessions/{id}/start.
func (c *Client) StartSession(ctx context.Context, id string) (*Session, error) {
	return write(ctx, c, http.MethodPost, "/sessions/{id}/start", nil, decodeSession, "sessions", id, "start")
}

// PatchSession is PATCH /sessions/{id}.
func (c *Client) PatchSession(ctx context.Context, id string, p Patch) (*Session, error) {
	return write(ctx, c, http.MethodPatch, "/sessions/{id}", p, decodeSession, "sessions", id)
}

// DeleteSession is DELETE /sessions/{id}.
func (c *Client) DeleteSession(ctx context.Context, id string) error {
	r, err := send(http.MethodDelete, "/sessions/{id}", nil, "sessions", id)
	if err != nil {
		return err
	}
	_, err = c.do(ctx, r)
	return err
}

// PushMessage is POST /sessions/{id}/messages with event type "user".
func (c *Client) PushMessage(ctx context.Context, id, payload string) (*Message, error) {
	body := map[string]string{"event_type": "user", "payload": payload}
	return write(ctx, c, http.MethodPost, "/sessions/{id}/messages", body, decodeMessage, "sessions", id, "messages")
}

func list[T any](ctx context.Context, c *Client, r call, p Page, kind string, decode func(json.RawMessage) (*T, error), raw func(*T) json.RawMessage) (*List[T], error) {
	body, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	l, err := decodeList(body, p, kind, decode, raw)
	if err != nil {
		return nil, &MalformedError{Operation: r.operation, Problem: err.Error()}
	}
	return l, nil
}

func one[T any](ctx context.Context, c *Client, r call, decode func(json.RawMessage) (*T, error)) (*T, error) {
	body, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	t, err := decode(body)
	if err != nil {
		return nil, &MalformedError{Operation: r.operation, Problem: err.Error()}
	}
	return t, nil
}

func write[T any](ctx context.Context, c *Client, method, operation string, body any, decode func(json.RawMessage) (*T, error), path ...string) (*T, error) {
	r, err := send(method, operation, body, path...)
	if err != nil {
		return nil, err
	}
	return one(ctx, c, r, decode)
}
