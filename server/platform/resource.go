// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// Session is a session of the platform.
type Session struct {
	ID              string `json:"id"`
	Name            string `json:"name"`
	ProjectID       string `json:"project_id"`
	AgentID         string `json:"agent_id"`
	ParentSessionID string `json:"parent_session_id"`
	// Phase is empty until the session was first started.
	Phase string `json:"phase"`
	// Labels and Annotations are as stored: a JSON string, an object, or absent. See [DecodeMap].
	Labels      json.RawMessage `json:"labels"`
	Annotations json.RawMessage `json:"annotations"`
	// Raw is the platform's document.
	Raw json.RawMessage `json:"-"`
}

// Agent is an agent of the platform.
type Agent struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	ProjectID   string          `json:"project_id"`
	OwnerUserID string          `json:"owner_user_id"`
	Labels      json.RawMessage `json:"labels"`
	Annotations json.RawMessage `json:"annotations"`
	// Raw is the platform's document without the prompt.
	Raw json.RawMessage `json:"-"`
}

// Project is a project of the platform.
type Project struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	Labels      json.RawMessage `json:"labels"`
	Annotations json.RawMessage `json:"annotations"`
	// Raw is the platform's document.
	Raw json.RawMessage `json:"-"`
}

// Message is a message of a session.
type Message struct {
	ID        string `json:"id"`
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
	EventType string `json:"event_type"`
	// Raw is the platform's document.
	Raw json.RawMessage `json:"-"`
}

// ErrNotMap means that stored labels or annotations are not a JSON object of strings.
var ErrNotMap = errors.New("it is not a JSON object of strings")

// DecodeMap reads stored labels or annotations: a JSON string that holds an
// object of strings, or such an object itself. Absent, null and the empty
// string are an empty map.
func DecodeMap(stored json.RawMessage) (map[string]string, error) {
	stored = bytes.TrimSpace(stored)
	if len(stored) > 0 && stored[0] == '"' {
		var text string
		if err := json.Unmarshal(stored, &text); err != nil {
			return nil, ErrNotMap
		}
		stored = []byte(strings.TrimSpace(text))
	}
	if len(stored) == 0 || string(stored) == "null" {
		return map[string]string{}, nil
	}
	var values map[string]*string
	if err := json.Unmarshal(stored, &values); err != nil || values == nil {
		return nil, ErrNotMap
	}
	out := make(map[string]string, len(values))
	for k, v := range values {
		if v == nil { // Writing "" for a null would change what somebody stored.
			return nil, ErrNotMap
		}
		out[k] = *v
	}
	return out, nil
}

func decodeSession(raw json.RawMessage) (*Session, error) {
	raw, err := resource(raw)
	if err != nil {
		return nil, err
	}
	s := &Session{}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, errors.New("a field of the session has the wrong type")
	}
	s.Raw = raw
	return s, nil
}

func decodeAgent(raw json.RawMessage) (*Agent, error) {
	raw, err := resource(raw)
	if err != nil {
		return nil, err
	}
	a := &Agent{}
	if err := json.Unmarshal(raw, a); err != nil {
		return nil, errors.New("a field of the agent has the wrong type")
	}
	o, err := parseObject(raw)
	if err != nil {
		return nil, err
	}
	a.Raw = raw
	if rest := o.without("prompt"); len(rest) != len(o) {
		a.Raw = rest.encode()
	}
	return a, nil
}

func decodeProject(raw json.RawMessage) (*Project, error) {
	raw, err := resource(raw)
	if err != nil {
		return nil, err
	}
	p := &Project{}
	if err := json.Unmarshal(raw, p); err != nil {
		return nil, errors.New("a field of the project has the wrong type")
	}
	p.Raw = raw
	return p, nil
}

func decodeMessage(raw json.RawMessage) (*Message, error) {
	raw, err := resource(raw)
	if err != nil {
		return nil, err
	}
	m := &Message{}
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, errors.New("a field of the message has the wrong type")
	}
	if m.Seq <= 0 {
		return nil, errors.New("a message has no seq")
	}
	m.Raw = raw
	return m, nil
}

// resource checks what every resource has: it is an object, has an id and is not an error or a list.
func resource(raw json.RawMessage) (json.RawMessage, error) {
	raw, err := document(raw)
	if err != nil {
		return nil, err
	}
	var head struct {
		ID   *string `json:"id"`
		Kind string  `json:"kind"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, errors.New("it is not an object with an id")
	}
	if head.ID == nil || *head.ID == "" {
		return nil, errors.New("it has no id")
	}
	if head.Kind == "Error" || strings.HasSuffix(head.Kind, "List") {
		return nil, errors.New("it is of another kind")
	}
	return raw, nil
}
