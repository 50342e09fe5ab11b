// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import "time"

// Session is a session as stored: what REST answers, less kind and href. What
// its pointers point to is shared and must not be changed.
type Session struct {
	ID                   string     `json:"id"`
	CreatedAt            time.Time  `json:"created_at"`
	UpdatedAt            time.Time  `json:"updated_at"`
	Name                 string     `json:"name"`
	Prompt               *string    `json:"prompt,omitempty"`
	ProjectID            string     `json:"project_id,omitempty"`
	AgentID              string     `json:"agent_id,omitempty"`
	ParentSessionID      string     `json:"parent_session_id,omitempty"`
	CreatedByUserID      string     `json:"created_by_user_id,omitempty"`
	AssignedUserID       *string    `json:"assigned_user_id,omitempty"`
	WorkflowID           *string    `json:"workflow_id,omitempty"`
	RepoURL              *string    `json:"repo_url,omitempty"`
	BotAccountName       *string    `json:"bot_account_name,omitempty"`
	ResourceOverrides    *string    `json:"resource_overrides,omitempty"`
	Repos                *string    `json:"repos,omitempty"`
	EnvironmentVariables *string    `json:"environment_variables,omitempty"`
	Labels               *string    `json:"labels,omitempty"`
	Annotations          *string    `json:"annotations,omitempty"`
	Timeout              *int32     `json:"timeout,omitempty"`
	LLMModel             string     `json:"llm_model"`
	LLMTemperature       float64    `json:"llm_temperature"`
	LLMMaxTokens         int32      `json:"llm_max_tokens"`
	Phase                Phase      `json:"phase,omitempty"`
	StartTime            *time.Time `json:"start_time,omitempty"`
	CompletionTime       *time.Time `json:"completion_time,omitempty"`
	SDKSessionID         *string    `json:"sdk_session_id,omitempty"`
	SDKRestartCount      *int32     `json:"sdk_restart_count,omitempty"`
	Conditions           *string    `json:"conditions,omitempty"`
	ReconciledRepos      *string    `json:"reconciled_repos,omitempty"`
	ReconciledWorkflow   *string    `json:"reconciled_workflow,omitempty"`
	KubeCRName           string     `json:"kube_cr_name"`
	KubeCRUID            *string    `json:"kube_cr_uid,omitempty"`
	KubeNamespace        *string    `json:"kube_namespace,omitempty"`
}

// SessionSpec is a session to make. The fields with a JSON name are those a
// client may give; the others are for seeds.
type SessionSpec struct {
	Name                 string   `json:"name"`
	ProjectID            string   `json:"project_id"`
	Prompt               *string  `json:"prompt"`
	AgentID              string   `json:"agent_id"`
	ParentSessionID      string   `json:"parent_session_id"`
	AssignedUserID       *string  `json:"assigned_user_id"`
	WorkflowID           *string  `json:"workflow_id"`
	RepoURL              *string  `json:"repo_url"`
	BotAccountName       *string  `json:"bot_account_name"`
	ResourceOverrides    *string  `json:"resource_overrides"`
	Repos                *string  `json:"repos"`
	EnvironmentVariables *string  `json:"environment_variables"`
	Labels               *string  `json:"labels"`
	Annotations          *string  `json:"annotations"`
	Timeout              *int32   `json:"timeout"`
	LLMModel             *string  `json:"llm_model"`
	LLMTemperature       *float64 `json:"llm_temperature"`
	LLMMaxTokens         *int32   `json:"llm_max_tokens"`

	// ID is made up when empty.
	ID string `json:"-"`
	// CreatedByUserID is the user who makes the session.
	CreatedByUserID string `json:"-"`
	// CreatedAt is the store's present when zero.
	CreatedAt time.Time `json:"-"`
	// Phase is the phase to be in at once, with the times that go with it.
	Phase Phase `json:"-"`
}

// SessionPatch is a change of a session by a client; nil fields stay as they are.
type SessionPatch struct {
	Name                 *string  `json:"name"`
	Prompt               *string  `json:"prompt"`
	ParentSessionID      *string  `json:"parent_session_id"`
	AssignedUserID       *string  `json:"assigned_user_id"`
	WorkflowID           *string  `json:"workflow_id"`
	RepoURL              *string  `json:"repo_url"`
	BotAccountName       *string  `json:"bot_account_name"`
	ResourceOverrides    *string  `json:"resource_overrides"`
	Repos                *string  `json:"repos"`
	EnvironmentVariables *string  `json:"environment_variables"`
	Labels               *string  `json:"labels"`
	Annotations          *string  `json:"annotations"`
	Timeout              *int32   `json:"timeout"`
	LLMModel             *string  `json:"llm_model"`
	LLMTemperature       *float64 `json:"llm_temperature"`
	LLMMaxTokens         *int32   `json:"llm_max_tokens"`
}

// SessionStatus is a change of a session by the control plane; nil fields stay as they are.
type SessionStatus struct {
	Phase              *Phase     `json:"phase"`
	StartTime          *time.Time `json:"start_time"`
	CompletionTime     *time.Time `json:"completion_time"`
	SDKSessionID       *string    `json:"sdk_session_id"`
	SDKRestartCount    *int32     `json:"sdk_restart_count"`
	Conditions         *string    `json:"conditions"`
	ReconciledRepos    *string    `json:"reconciled_repos"`
	ReconciledWorkflow *string    `json:"reconciled_workflow"`
	KubeCRUID          *string    `json:"kube_cr_uid"`
	KubeNamespace      *string    `json:"kube_namespace"`
}
