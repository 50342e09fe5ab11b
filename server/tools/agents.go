// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func listAgentsTool() Tool {
	return describe(Tool{
		Name: "list_agents", Summary: "List agents visible to the caller",
		InputSchema: input("list_agents"), OutputSchema: outputList("agent"),
		RBAC: "agents:list", Backing: []string{"GET /api/ambient/v1/agents"},
		Errors: errorsOf(
			own(toolerr.Unauthorized, "Token invalid"),
			own(toolerr.Forbidden, "Token lacks agents:list"),
		),
		Annotations: Annotations{ReadOnly: true, Idempotent: true}, Group: GroupRead,
	}, "Lists agents visible to the caller.",
		"Note: Agent.prompt is write-only in the API. list_agents and get_agent do not return prompt text.")
}

func getAgentTool() Tool {
	return describe(Tool{
		Name: "get_agent", Summary: "Get agent detail by ID or name",
		InputSchema: input("get_agent"), OutputSchema: output("agent"),
		RBAC: "agents:get", Backing: []string{"GET /api/ambient/v1/agents/{id}", "GET /api/ambient/v1/agents?search=name='{name}'"},
		Errors: errorsOf(
			own(toolerr.AgentNotFound, "No agent matches the ID or name"),
			own(toolerr.AmbiguousAgentName, "Name search returns more than one agent"),
			own(toolerr.Forbidden, "Token lacks agents:get"),
		),
		Annotations: Annotations{ReadOnly: true, Idempotent: true}, Group: GroupRead,
	}, "Returns detail for a single agent by ID or name.")
}

func createAgentTool() Tool {
	return describe(Tool{
		Name: "create_agent", Summary: "Create a new agent",
		InputSchema: input("create_agent"), OutputSchema: output("agent"),
		RBAC: "agents:create", Backing: []string{"POST /api/ambient/v1/agents"},
		Errors: errorsOf(
			own(toolerr.AgentNameConflict, "An agent with this name already exists for the caller"),
			own(toolerr.InvalidRequest, "name contains disallowed characters or prompt is empty"),
			own(toolerr.Forbidden, "Token lacks agents:create"),
			general(toolerr.ProjectNotFound, "No project with the ID project_id"),
		),
		Annotations: Annotations{}, Group: GroupAgents,
	}, "Creates a new agent.")
}

func updateAgentTool() Tool {
	return describe(Tool{
		Name: "update_agent", Summary: "Update an agent's prompt (creates new version)",
		InputSchema: input("update_agent"), OutputSchema: output("agent"),
		RBAC: "agents:patch", Backing: []string{"PATCH /api/ambient/v1/agents/{id}"},
		Errors: errorsOf(
			own(toolerr.AgentNotFound, "No agent with that ID"),
			own(toolerr.Forbidden, "Token lacks agents:patch or caller does not own the agent"),
			general(toolerr.AmbiguousAgentName, "agent_id is the name of more than one agent"),
			general(toolerr.InvalidRequest, "prompt is empty; an argument is unknown, missing or of the wrong type"),
		),
		Annotations: Annotations{}, Group: GroupAgents,
	}, "Updates an agent's prompt. Creates a new immutable version (increments Agent.version). Prior versions are preserved.")
}

func (s *Set) listAgents(c call) (any, error) {
	project, err := c.args.optionalID("project_id")
	if err != nil {
		return nil, err
	}
	p, err := c.args.page()
	if err != nil {
		return nil, err
	}
	if p.Search, err = agentSearch(c.args.text("search"), project); err != nil {
		return nil, err
	}
	l, err := s.platform.ListAgents(c.ctx, p)
	if err != nil {
		return nil, platform.Explain(err, toolerr.Context{Thing: "agents", Action: "list agents", Arguments: c.args.given("search", "project_id")})
	}
	if project != "" { // The platform is free to ignore the search.
		l.Items = slices.DeleteFunc(l.Items, func(a *platform.Agent) bool { return a.ProjectID != project })
	}
	return l.Raw(), nil
}

// agentSearch joins the caller's own search with the project's. The caller's
// cannot reach out of its parentheses (decision D11).
func agentSearch(search, project string) (string, error) {
	if strings.TrimSpace(search) == "" {
		search = ""
	}
	if err := guard.Balanced(search); err != nil {
		return "", toolerr.New(toolerr.InvalidRequest, "search is refused: %s", err)
	}
	switch {
	case project == "":
		return search, nil
	case search == "":
		return "project_id = " + guard.Quote(project), nil
	default:
		return "(" + search + ") and project_id = " + guard.Quote(project), nil
	}
}

func (s *Set) getAgent(c call) (any, error) {
	a, err := s.namedAgent(c)
	if err != nil {
		return nil, err
	}
	return a.Raw, nil
}

// namedAgent finds the agent that the call's agent_id means, perhaps within its project_id.
func (s *Set) namedAgent(c call) (*platform.Agent, error) {
	ref, err := c.args.id("agent_id")
	if err != nil {
		return nil, err
	}
	project, err := c.args.optionalID("project_id")
	if err != nil {
		return nil, err
	}
	return s.agent(c, ref, project)
}

// agent finds the one agent that ref, an id or a name, means (decision D10).
// With a project, agents of other projects do not exist.
func (s *Set) agent(c call, ref, project string) (*platform.Agent, error) {
	thing, in := "agent with the id or name "+ref, ""
	if project != "" {
		in = " in project " + project
	}
	found, err := s.platform.AgentsByIDOrName(c.ctx, ref)
	if err != nil {
		return nil, platform.Explain(err, toolerr.Context{
			Thing: thing, Action: "read agent " + ref, Arguments: []string{"agent_id"}, NotFound: toolerr.AgentNotFound,
		})
	}
	if project != "" {
		found = slices.DeleteFunc(found, func(a *platform.Agent) bool { return a.ProjectID != project })
	}
	switch len(found) {
	case 0:
		return nil, toolerr.New(toolerr.AgentNotFound, "no %s%s", thing, in)
	case 1:
		return found[0], nil
	default:
		return nil, toolerr.New(toolerr.AmbiguousAgentName, "%d agents are named %s%s; use the id of one", len(found), ref, in)
	}
}

// createAgent leaves the question whether the name is taken to the platform:
// names are unique per owner, and who the caller is only the platform knows. An
// agent of that name that is somebody else's is no conflict.
func (s *Set) createAgent(c call) (any, error) {
	project, err := c.args.optionalID("project_id")
	if err != nil {
		return nil, err
	}
	name, prompt := c.args.text("name"), c.args.text("prompt")
	switch {
	case !validAgentName(name):
		return nil, toolerr.New(toolerr.InvalidRequest, "name %q is not made of letters, digits, hyphens and underscores alone", name)
	case strings.TrimSpace(prompt) == "":
		return nil, toolerr.New(toolerr.InvalidRequest, "prompt must not be empty")
	}
	if _, err := c.args.id("name"); err != nil {
		return nil, err
	}
	a, err := s.platform.CreateAgent(c.ctx, platform.NewAgent{Name: name, Prompt: prompt, ProjectID: project})
	if err != nil {
		where := toolerr.Context{
			Thing: "agent named " + name, Action: "create agent " + name,
			Arguments: c.args.given("name", "prompt", "project_id"), Conflict: toolerr.AgentNameConflict,
		}
		if project != "" && platform.IsNotFound(err) {
			where.Thing, where.NotFound = "project with id "+project, toolerr.ProjectNotFound
		}
		return nil, platform.Explain(err, where)
	}
	return a.Raw, nil
}

func validAgentName(name string) bool {
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return name != ""
}

func (s *Set) updateAgent(c call) (any, error) {
	prompt := c.args.text("prompt")
	if strings.TrimSpace(prompt) == "" {
		return nil, toolerr.New(toolerr.InvalidRequest, "prompt must not be empty")
	}
	a, err := s.namedAgent(c)
	if err != nil {
		return nil, err
	}
	updated, err := s.platform.PatchAgent(c.ctx, a.ID, platform.Patch{"prompt": prompt})
	if err != nil {
		return nil, platform.Explain(err, toolerr.Context{
			Thing: "agent with id " + a.ID, Action: "change agent " + a.ID,
			Arguments: []string{"prompt"}, NotFound: toolerr.AgentNotFound,
		})
	}
	return updated.Raw, nil
}
