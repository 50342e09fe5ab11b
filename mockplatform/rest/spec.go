// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import "github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"

// specRoutes is the API of profile "spec". Adding an operation is adding a row.
var specRoutes = []route{
	{Method: get, Pattern: "/healthcheck", Open: true, Serve: health},
	{Method: get, Pattern: "/api/ambient", Open: true, Serve: info},

	{Method: get, Pattern: Base + "/sessions", Needs: access.SessionsList, Query: sessionListQuery, Serve: listSessions},
	{Method: post, Pattern: Base + "/sessions", Needs: access.SessionsCreate, Serve: createSession},
	{Method: get, Pattern: Base + "/sessions/{id}", Needs: access.SessionsGet, Serve: getSession},
	{Method: patch, Pattern: Base + "/sessions/{id}", Needs: access.SessionsPatch, Serve: patchSession},
	{Method: remove, Pattern: Base + "/sessions/{id}", Needs: access.SessionsDelete, Serve: deleteSession},
	{Method: patch, Pattern: Base + "/sessions/{id}/status", Needs: access.SessionsPatch, Serve: patchSessionStatus},
	{Method: post, Pattern: Base + "/sessions/{id}/start", Needs: access.SessionsCreate, Serve: startSession},
	{Method: post, Pattern: Base + "/sessions/{id}/stop", Needs: access.SessionsPatch, Serve: stopSession},
	{Method: get, Pattern: Base + "/sessions/{id}/messages", Needs: access.SessionsGet, Query: messageQuery, Serve: readMessages},
	{Method: post, Pattern: Base + "/sessions/{id}/messages", Needs: access.SessionsPatch, Serve: pushMessage},

	{Method: get, Pattern: Base + "/agents", Needs: access.AgentsList, ByName: access.AgentsGet, Query: listQuery, Serve: listAgents},
	{Method: post, Pattern: Base + "/agents", Needs: access.AgentsCreate, Serve: createAgent},
	{Method: get, Pattern: Base + "/agents/{id}", Needs: access.AgentsGet, Query: versionQuery, Serve: getAgent},
	{Method: patch, Pattern: Base + "/agents/{id}", Needs: access.AgentsPatch, Serve: patchAgent},
	{Method: remove, Pattern: Base + "/agents/{id}", Needs: access.AgentsDelete, Serve: deleteAgent},
	{Method: get, Pattern: Base + "/agents/{id}/versions", Needs: access.AgentsGet, Query: pageQuery, Serve: listAgentVersions},
	{Method: patch, Pattern: Base + "/projects/{project_id}/agents/{agent_id}", Needs: access.AgentsPatch, Serve: patchProjectAgent},

	{Method: get, Pattern: Base + "/projects", Needs: access.ProjectsList, ByName: access.ProjectsGet, Query: listQuery, Serve: listProjects},
	{Method: post, Pattern: Base + "/projects", Needs: access.ProjectsCreate, Serve: createProject},
	{Method: get, Pattern: Base + "/projects/{id}", Needs: access.ProjectsGet, Serve: getProject},
	{Method: patch, Pattern: Base + "/projects/{id}", Needs: access.ProjectsPatch, Serve: patchProject},
	{Method: remove, Pattern: Base + "/projects/{id}", Needs: access.ProjectsDelete, Serve: deleteProject},
}

// The query parameters that routes understand.
var (
	pageQuery        = []string{"page", "size"}
	listQuery        = []string{"page", "size", "search", "orderBy"}
	sessionListQuery = append([]string{"project_id", "phase"}, listQuery...)
	messageQuery     = []string{"after_seq"}
	versionQuery     = []string{"version"}
)
