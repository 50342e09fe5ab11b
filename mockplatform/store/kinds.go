// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

// agentRecord is an agent with all its versions, the oldest first.
type agentRecord struct {
	Agent
	versions []AgentVersion
}

var sessionKind = typed(kind[Session]{
	name: KindSession, table: "sessions",
	keys: func(s *Session) keys {
		return keys{id: s.ID, project: s.ProjectID, phase: string(s.Phase), name: s.Name, created: s.CreatedAt}
	},
	columns: map[string]column[Session]{
		"id":                    text(func(s *Session) string { return s.ID }),
		"created_at":            moment(func(s *Session) time.Time { return s.CreatedAt }),
		"updated_at":            moment(func(s *Session) time.Time { return s.UpdatedAt }),
		"name":                  text(func(s *Session) string { return s.Name }),
		"prompt":                optionalText(func(s *Session) *string { return s.Prompt }),
		"project_id":            filled(func(s *Session) string { return s.ProjectID }),
		"agent_id":              filled(func(s *Session) string { return s.AgentID }),
		"parent_session_id":     filled(func(s *Session) string { return s.ParentSessionID }),
		"created_by_user_id":    filled(func(s *Session) string { return s.CreatedByUserID }),
		"assigned_user_id":      optionalText(func(s *Session) *string { return s.AssignedUserID }),
		"workflow_id":           optionalText(func(s *Session) *string { return s.WorkflowID }),
		"repo_url":              optionalText(func(s *Session) *string { return s.RepoURL }),
		"bot_account_name":      optionalText(func(s *Session) *string { return s.BotAccountName }),
		"resource_overrides":    optionalText(func(s *Session) *string { return s.ResourceOverrides }),
		"repos":                 optionalText(func(s *Session) *string { return s.Repos }),
		"environment_variables": optionalText(func(s *Session) *string { return s.EnvironmentVariables }),
		"labels":                optionalText(func(s *Session) *string { return s.Labels }),
		"annotations":           optionalText(func(s *Session) *string { return s.Annotations }),
		"timeout":               optionalInt(func(s *Session) *int32 { return s.Timeout }),
		"llm_model":             text(func(s *Session) string { return s.LLMModel }),
		"llm_temperature":       number(func(s *Session) float64 { return s.LLMTemperature }),
		"llm_max_tokens":        number(func(s *Session) float64 { return float64(s.LLMMaxTokens) }),
		"phase":                 filled(func(s *Session) string { return string(s.Phase) }),
		"start_time":            optionalTime(func(s *Session) *time.Time { return s.StartTime }),
		"completion_time":       optionalTime(func(s *Session) *time.Time { return s.CompletionTime }),
		"sdk_session_id":        optionalText(func(s *Session) *string { return s.SDKSessionID }),
		"sdk_restart_count":     optionalInt(func(s *Session) *int32 { return s.SDKRestartCount }),
		"conditions":            optionalText(func(s *Session) *string { return s.Conditions }),
		"reconciled_repos":      optionalText(func(s *Session) *string { return s.ReconciledRepos }),
		"reconciled_workflow":   optionalText(func(s *Session) *string { return s.ReconciledWorkflow }),
		"kube_cr_name":          text(func(s *Session) string { return s.KubeCRName }),
		"kube_cr_uid":           optionalText(func(s *Session) *string { return s.KubeCRUID }),
		"kube_namespace":        optionalText(func(s *Session) *string { return s.KubeNamespace }),
	},
})

var agentKind = typed(kind[agentRecord]{
	name: KindAgent, table: "agents",
	keys: func(a *agentRecord) keys {
		return keys{id: a.ID, project: a.ProjectID, name: a.Name, created: a.CreatedAt}
	},
	columns: map[string]column[agentRecord]{
		"id":             text(func(a *agentRecord) string { return a.ID }),
		"created_at":     moment(func(a *agentRecord) time.Time { return a.CreatedAt }),
		"updated_at":     moment(func(a *agentRecord) time.Time { return a.UpdatedAt }),
		"name":           text(func(a *agentRecord) string { return a.Name }),
		"owner_user_id":  filled(func(a *agentRecord) string { return a.OwnerUserID }),
		"version":        number(func(a *agentRecord) float64 { return float64(a.Version) }),
		"project_id":     filled(func(a *agentRecord) string { return a.ProjectID }),
		"display_name":   optionalText(func(a *agentRecord) *string { return a.DisplayName }),
		"description":    optionalText(func(a *agentRecord) *string { return a.Description }),
		"llm_model":      optionalText(func(a *agentRecord) *string { return a.LLMModel }),
		"llm_max_tokens": optionalInt(func(a *agentRecord) *int32 { return a.LLMMaxTokens }),
		"llm_temperature": optional(search.KindNumber,
			func(a *agentRecord) *float64 { return a.LLMTemperature }, search.Number),
		"labels":      optionalText(func(a *agentRecord) *string { return a.Labels }),
		"annotations": optionalText(func(a *agentRecord) *string { return a.Annotations }),
	},
})

var projectKind = typed(kind[Project]{
	name: KindProject, table: "projects",
	// A project is in its own scope.
	keys: func(p *Project) keys { return keys{id: p.ID, project: p.ID, name: p.Name, created: p.CreatedAt} },
	columns: map[string]column[Project]{
		"id":          text(func(p *Project) string { return p.ID }),
		"created_at":  moment(func(p *Project) time.Time { return p.CreatedAt }),
		"updated_at":  moment(func(p *Project) time.Time { return p.UpdatedAt }),
		"name":        text(func(p *Project) string { return p.Name }),
		"description": optionalText(func(p *Project) *string { return p.Description }),
		"labels":      optionalText(func(p *Project) *string { return p.Labels }),
		"annotations": optionalText(func(p *Project) *string { return p.Annotations }),
		"status":      optionalText(func(p *Project) *string { return p.Status }),
	},
})
