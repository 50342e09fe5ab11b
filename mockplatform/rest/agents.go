// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"math"
	"net/http"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

var (
	agentCreate = shape{required: []string{"name", "prompt"}, readOnly: agentBody{}}
	agentPatch  = shape{readOnly: agentBody{}}
)

func listAgents(c *call) (int, any, error) {
	q, err := c.list()
	if err != nil {
		return 0, nil, err
	}
	page, err := c.Store.ListAgents(q)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showList(store.KindAgent, q, page, showAgent), nil
}

func createAgent(c *call) (int, any, error) {
	var spec store.AgentSpec
	if err := decode(c.Body, &spec, agentCreate); err != nil {
		return 0, nil, err
	}
	if spec.Prompt == "" {
		return 0, nil, invalid.because("prompt must not be empty")
	}
	if spec.ProjectID == "" {
		spec.ProjectID = c.Caller.OnlyProject()
	}
	if err := c.reach("agent", spec.Name, spec.ProjectID); err != nil {
		return 0, nil, err
	}
	spec.OwnerUserID = c.Caller.User
	a, err := c.Store.CreateAgent(spec)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, showAgent(a), nil
}

// agent reads the agent with the id, within the caller's scope.
func (c *call) agent(id string) (store.Agent, error) {
	a, err := c.Store.Agent(id)
	if err != nil {
		return a, err
	}
	return a, c.reach("agent", a.ID, a.ProjectID)
}

func getAgent(c *call) (int, any, error) {
	a, err := c.agent(c.path["id"])
	if err != nil {
		return 0, nil, err
	}
	version, err := c.integer("version", int64(a.Version), 1, math.MaxInt32)
	if err != nil {
		return 0, nil, err
	}
	if int(version) != a.Version {
		if a, err = c.Store.AgentAt(a.ID, int(version)); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusOK, showAgent(a), nil
}

func listAgentVersions(c *call) (int, any, error) {
	a, err := c.agent(c.path["id"])
	if err != nil {
		return 0, nil, err
	}
	page, size, err := c.page()
	if err != nil {
		return 0, nil, err
	}
	versions, err := c.Store.AgentVersions(a.ID)
	if err != nil {
		return 0, nil, err
	}
	from := min((page-1)*size, len(versions))
	to := min(from+size, len(versions))
	return http.StatusOK, list[store.AgentVersion]{
		Kind: "AgentVersionList", Page: page, Size: size, Total: len(versions),
		Items: append([]store.AgentVersion{}, versions[from:to]...),
	}, nil
}

func patchAgent(c *call) (int, any, error) {
	a, err := c.agent(c.path["id"])
	if err != nil {
		return 0, nil, err
	}
	return c.changeAgent(a)
}

// patchProjectAgent changes an agent by way of its project; by way of another there is no such agent.
func patchProjectAgent(c *call) (int, any, error) {
	a, err := c.Store.Agent(c.path["agent_id"])
	if err != nil {
		return 0, nil, err
	}
	if a.ProjectID != c.path["project_id"] {
		return 0, nil, notFound.because("Agent with id='%s' not found in project '%s'", a.ID, c.path["project_id"])
	}
	if err := c.reach("agent", a.ID, a.ProjectID); err != nil {
		return 0, nil, err
	}
	return c.changeAgent(a)
}

func (c *call) changeAgent(a store.Agent) (int, any, error) {
	var change store.AgentPatch
	if err := decode(c.Body, &change, agentPatch); err != nil {
		return 0, nil, err
	}
	if definesAgent(change) && a.OwnerUserID != c.Caller.User && !c.Caller.MayAll() {
		return 0, nil, forbidden.because("user %s does not own agent '%s'", c.Caller.User, a.ID)
	}
	if change.Prompt != nil && *change.Prompt == "" {
		return 0, nil, invalid.because("prompt must not be empty")
	}
	a, err := c.Store.PatchAgent(a.ID, change)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, showAgent(a), nil
}

// definesAgent tells a change of what the agent is, which is its owner's, from
// one of the notes on it, labels and annotations, which are a store shared by all who may patch.
func definesAgent(change store.AgentPatch) bool {
	change.Labels, change.Annotations = nil, nil
	return change != store.AgentPatch{}
}

func deleteAgent(c *call) (int, any, error) {
	a, err := c.agent(c.path["id"])
	if err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, c.Store.DeleteAgent(a.ID)
}
