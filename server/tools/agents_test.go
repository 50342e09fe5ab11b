// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func TestListAgentsSearch(t *testing.T) {
	tests := []struct {
		name string
		args map[string]any
		want string
	}{
		{"none", map[string]any{}, "GET /agents"},
		{"the caller's own", map[string]any{"search": "name like 'code-%'"}, "GET /agents search=name like 'code-%'"},
		{"a project", map[string]any{"project_id": "demo"}, "GET /agents search=project_id = 'demo'"},
		{"both", map[string]any{"project_id": "demo", "search": "a or b"}, "GET /agents search=(a or b) and project_id = 'demo'"},
		{"a quote in the project", map[string]any{"project_id": "x' or '1"}, "GET /agents search=project_id = 'x'' or ''1'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStub(t).on("GET", "/agents", list("AgentList", agent(uuid1, "a", `"project_id":"demo"`)))
			s.answers("list_agents", tt.args)
			s.asked(tt.want)
		})
	}
}

func TestSearchesThatReachOutAreRefused(t *testing.T) {
	for _, search := range []string{"name='zzz') or (project_id='other'", "(name='a'", "name='a", "name=\"a", ")("} {
		s := newStub(t)
		s.fails("list_agents", map[string]any{"search": search, "project_id": "demo"}, toolerr.InvalidRequest, "search")
		s.fails("list_agents", map[string]any{"search": search}, toolerr.InvalidRequest, "search")
		s.asked()
	}
}

func TestAgentsOfOtherProjectsAreDropped(t *testing.T) {
	s := newStub(t).on("GET", "/agents", list("AgentList",
		agent(uuid1, "a", `"project_id":"demo"`), agent(uuid2, "b", `"project_id":"other"`), agent("x", "c")))
	items := s.answers("list_agents", map[string]any{"project_id": "demo"})["items"].([]any)
	if len(items) != 1 || items[0].(map[string]any)["id"] != uuid1 {
		t.Errorf("got %v", items)
	}
}

func TestNoAnswerHoldsAPrompt(t *testing.T) {
	mine := agent(uuid1, "planner", `"project_id":"demo"`)
	s := newStub(t).on("GET", "/agents", list("AgentList", mine)).on("GET", "/agents/"+uuid1, mine).
		on("POST", "/agents", mine).on("PATCH", "/agents/"+uuid1, mine).on("PATCH", "/projects/demo/agents/"+uuid1, mine)
	for tool, args := range map[string]map[string]any{
		"list_agents": {}, "get_agent": {"agent_id": "planner"},
		"create_agent":            {"name": "planner", "prompt": "hush"},
		"update_agent":            {"agent_id": uuid1, "prompt": "hush"},
		"patch_agent_annotations": {"project_id": "demo", "agent_id": uuid1, "annotations": map[string]any{}},
	} {
		document, err := s.call(tool, args)
		if err != nil || strings.Contains(document, "hush") || strings.Contains(document, "prompt") {
			t.Errorf("%s: %s %v", tool, document, err)
		}
		if tool != "list_agents" && !strings.Contains(document, `"version":2`) {
			t.Errorf("%s: the version is not passed through: %s", tool, document)
		}
	}
}

func TestGetAgentByIDOrName(t *testing.T) {
	named := list("AgentList", agent(uuid2, uuid1), agent("x", "other"))
	tests := []struct {
		name  string
		ref   string
		setup func(s *stub)
		code  toolerr.Code
		id    string
		asked []string
	}{
		{"an id", uuid1, func(s *stub) { s.on("GET", "/agents/"+uuid1, agent(uuid1, "a")) }, "", uuid1,
			[]string{"GET /agents/" + uuid1}},
		{"a name that looks like an id", uuid1, func(s *stub) { s.on("GET", "/agents/"+uuid1, "404").on("GET", "/agents", named) }, "", uuid2,
			[]string{"GET /agents/" + uuid1, "GET /agents search=name='" + uuid1 + "'"}},
		{"an id that is forbidden", uuid1, func(s *stub) { s.on("GET", "/agents/"+uuid1, "403") }, toolerr.Forbidden, "",
			[]string{"GET /agents/" + uuid1}},
		{"a name", "a", func(s *stub) { s.on("GET", "/agents", list("AgentList", agent(uuid1, "a"), agent(uuid2, "A"))) }, "", uuid1,
			[]string{"GET /agents search=name='a'"}},
		{"a name with a quote", "a'b", func(s *stub) { s.on("GET", "/agents", list("AgentList")) }, toolerr.AgentNotFound, "",
			[]string{"GET /agents search=name='a''b'"}},
		{"a name of two", "a", func(s *stub) { s.on("GET", "/agents", list("AgentList", agent(uuid1, "a"), agent(uuid2, "a"))) },
			toolerr.AmbiguousAgentName, "", []string{"GET /agents search=name='a'"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStub(t)
			tt.setup(s)
			if tt.code != "" {
				s.fails("get_agent", map[string]any{"agent_id": tt.ref}, tt.code)
			} else if got := s.answers("get_agent", map[string]any{"agent_id": tt.ref}); got["id"] != tt.id {
				t.Errorf("got %v", got)
			}
			s.asked(tt.asked...)
		})
	}
}

func TestAProjectSettlesAnAmbiguousName(t *testing.T) {
	s := newStub(t).on("GET", "/agents", list("AgentList",
		agent(uuid1, "twin", `"project_id":"demo"`), agent(uuid2, "twin", `"project_id":"other"`)))
	if got := s.answers("get_agent", map[string]any{"agent_id": "twin", "project_id": "other"}); got["id"] != uuid2 {
		t.Errorf("got %v", got)
	}
	s.asked("GET /agents search=name='twin'")
	s.fails("get_agent", map[string]any{"agent_id": "twin", "project_id": "third"}, toolerr.AgentNotFound, "twin", "third")
}

func TestCreateAgentRules(t *testing.T) {
	refused := map[string]map[string]any{
		"name with a blank": {"name": "a b", "prompt": "p"}, "name with a dot": {"name": "a.b", "prompt": "p"},
		"name with a letter of another script": {"name": "größe", "prompt": "p"}, "no name": {"name": "", "prompt": "p"},
		"name with a line break": {"name": "a\n", "prompt": "p"}, "too long a name": {"name": strings.Repeat("a", 257), "prompt": "p"},
		"no prompt": {"name": "a", "prompt": ""}, "a blank prompt": {"name": "a", "prompt": " \n"},
	}
	for name, args := range refused {
		t.Run(name, func(t *testing.T) {
			s := newStub(t)
			s.fails("create_agent", args, toolerr.InvalidRequest)
			s.asked()
		})
	}
	s := newStub(t).on("POST", "/agents", agent(uuid1, "a_B-1"))
	s.answers("create_agent", map[string]any{"name": "a_B-1", "prompt": "p", "project_id": "demo"})
	s.asked(`POST /agents {"name":"a_B-1","prompt":"p","project_id":"demo"}`)
}

func TestRefusalsOfAnAgent(t *testing.T) {
	for answer, want := range map[string]toolerr.Code{
		"409": toolerr.AgentNameConflict, "403": toolerr.Forbidden, "400": toolerr.InvalidRequest, "404": toolerr.ProjectNotFound, "500": toolerr.Internal,
	} {
		s := newStub(t).on("POST", "/agents", answer)
		s.fails("create_agent", map[string]any{"name": "a", "prompt": "p", "project_id": "demo"}, want)
	}
	for answer, want := range map[string]toolerr.Code{
		"404": toolerr.AgentNotFound, "403": toolerr.Forbidden, "400": toolerr.InvalidRequest, "500": toolerr.Internal,
	} {
		s := newStub(t).on("GET", "/agents/"+uuid1, agent(uuid1, "a")).on("PATCH", "/agents/"+uuid1, answer)
		s.fails("update_agent", map[string]any{"agent_id": uuid1, "prompt": "p"}, want, uuid1[:0])
	}
}

func TestUpdateAgent(t *testing.T) {
	s := newStub(t).on("GET", "/agents", list("AgentList", agent(uuid1, "a"))).on("PATCH", "/agents/"+uuid1, agent(uuid1, "a"))
	s.answers("update_agent", map[string]any{"agent_id": "a", "prompt": "new"})
	s.asked("GET /agents search=name='a'", "PATCH /agents/"+uuid1+` {"prompt":"new"}`)
	none := newStub(t)
	none.fails("update_agent", map[string]any{"agent_id": "a", "prompt": " "}, toolerr.InvalidRequest, "prompt")
	none.asked()
}

func TestGetProjectByIDOrName(t *testing.T) {
	s := newStub(t).on("GET", "/projects", list("ProjectList", project("demo", "demo"), project("x", "demo2")))
	if got := s.answers("get_project", map[string]any{"project_id": "demo"}); got["id"] != "demo" {
		t.Errorf("got %v", got)
	}
	s.asked("GET /projects search=name='demo'")
	s.fails("get_project", map[string]any{"project_id": "nowhere"}, toolerr.ProjectNotFound, "nowhere")

	byID := newStub(t).on("GET", "/projects/"+uuid1, project(uuid1, "p"))
	byID.answers("get_project", map[string]any{"project_id": uuid1})
	byID.asked("GET /projects/" + uuid1)

	twice := newStub(t).on("GET", "/projects", list("ProjectList", project("a", "p"), project("b", "p")))
	twice.fails("get_project", map[string]any{"project_id": "p"}, toolerr.InvalidRequest, "p")
}

func TestListProjects(t *testing.T) {
	s := newStub(t).on("GET", "/projects", list("ProjectList", project("demo", "demo")))
	if got := s.answers("list_projects", map[string]any{}); got["kind"] != "ProjectList" || got["total"] != 1.0 {
		t.Errorf("got %v", got)
	}
	newStub(t).on("GET", "/projects", "403").fails("list_projects", map[string]any{}, toolerr.Forbidden)
}
