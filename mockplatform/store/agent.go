// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import "time"

// Agent is an agent as stored, at its current version: what REST answers, less
// kind and href. What its pointers point to is shared and must not be changed.
type Agent struct {
	ID             string    `json:"id"`
	CreatedAt      time.Time `json:"created_at"`
	UpdatedAt      time.Time `json:"updated_at"`
	Name           string    `json:"name"`
	OwnerUserID    string    `json:"owner_user_id"`
	Version        int       `json:"version"`
	ProjectID      string    `json:"project_id,omitempty"`
	DisplayName    *string   `json:"display_name,omitempty"`
	Description    *string   `json:"description,omitempty"`
	LLMModel       *string   `json:"llm_model,omitempty"`
	LLMTemperature *float64  `json:"llm_temperature,omitempty"`
	LLMMaxTokens   *int32    `json:"llm_max_tokens,omitempty"`
	Labels         *string   `json:"labels,omitempty"`
	Annotations    *string   `json:"annotations,omitempty"`
	// Prompt is write-only: it never appears in JSON.
	Prompt string `json:"-"`
}

// AgentVersion is one immutable version of an agent's prompt.
type AgentVersion struct {
	Version int `json:"version"`
	// Prompt is write-only: it never appears in JSON.
	Prompt    string    `json:"-"`
	CreatedAt time.Time `json:"created_at"`
}

// AgentSpec is an agent to make. The fields with a JSON name are those a
// client may give; the others are for the caller's user and for seeds.
type AgentSpec struct {
	Name           string   `json:"name"`
	Prompt         string   `json:"prompt"`
	ProjectID      string   `json:"project_id"`
	DisplayName    *string  `json:"display_name"`
	Description    *string  `json:"description"`
	LLMModel       *string  `json:"llm_model"`
	LLMTemperature *float64 `json:"llm_temperature"`
	LLMMaxTokens   *int32   `json:"llm_max_tokens"`
	Labels         *string  `json:"labels"`
	Annotations    *string  `json:"annotations"`

	// ID is made up when empty.
	ID string `json:"-"`
	// OwnerUserID is the user who makes the agent.
	OwnerUserID string `json:"-"`
	// CreatedAt is the store's present when zero.
	CreatedAt time.Time `json:"-"`
}

// AgentPatch is a change of an agent; nil fields stay as they are. A Prompt
// that is given, even an equal one, makes a new version.
type AgentPatch struct {
	Name           *string  `json:"name"`
	Prompt         *string  `json:"prompt"`
	DisplayName    *string  `json:"display_name"`
	Description    *string  `json:"description"`
	LLMModel       *string  `json:"llm_model"`
	LLMTemperature *float64 `json:"llm_temperature"`
	LLMMaxTokens   *int32   `json:"llm_max_tokens"`
	Labels         *string  `json:"labels"`
	Annotations    *string  `json:"annotations"`
}
