// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
)

func TestCreatedAgentHidesItsPrompt(t *testing.T) {
	p := platform(t)
	c := client{t, p, "editor"}
	a := c.must(201, "POST", "/agents", `{"name":"planner","prompt":"plan well","project_id":"demo","llm_model":"m"}`).object(t)
	if _, err := uuid.Parse(a["id"].(string)); err != nil {
		t.Errorf("id %v is no UUID", a["id"])
	}
	for field, want := range map[string]any{
		"kind": "Agent", "name": "planner", "owner_user_id": "editor", "version": 1.0, "project_id": "demo", "llm_model": "m",
		"href": "/api/ambient/v1/agents/" + a["id"].(string),
	} {
		if a[field] != want {
			t.Errorf("%s = %v, want %v", field, a[field], want)
		}
	}
	if _, ok := a["prompt"]; ok {
		t.Error("the prompt is in the answer")
	}
	if got := p.Default().State().Agents[0].Prompt; got != "plan well" {
		t.Errorf("stored prompt %q", got)
	}
}

func TestCreateAgentRefuses(t *testing.T) {
	c := client{t, platform(t), "admin"}
	c.agent("taken")
	for _, x := range []struct {
		name, body string
		status     int
		id, reason string
	}{
		{"no name", `{"prompt":"p"}`, 400, "17", "name"},
		{"no prompt", `{"name":"a"}`, 400, "17", "prompt"},
		{"an empty prompt", `{"name":"a","prompt":""}`, 400, "8", "prompt"},
		{"a name outside the charset", `{"name":"a b","prompt":"p"}`, 400, "8", "name"},
		{"a name in use by the owner", `{"name":"taken","prompt":"p"}`, 409, "6", "taken"},
		{"a project that does not exist", `{"name":"a","prompt":"p","project_id":"nope"}`, 404, "7", "nope"},
		{"a version", `{"name":"a","prompt":"p","version":4}`, 400, "17", `"version" is read-only`},
		{"another owner", `{"name":"a","prompt":"p","owner_user_id":"eve"}`, 400, "17", "owner_user_id"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c.do("POST", "/agents", x.body).refused(t, x.status, x.id, x.reason)
		})
	}
}

func TestAgentNamesAreUniquePerOwnerOnly(t *testing.T) {
	p := platform(t)
	client{t, p, "admin"}.agent("twin")
	client{t, p, "editor"}.agent("twin")
	a := client{t, p, "reader"}.must(200, "GET", "/agents?search=name%3D%27twin%27", "")
	if owners := a.names(t, "owner_user_id"); len(owners) != 2 {
		t.Errorf("twins of %v, want two", owners)
	}
}

func TestAgentOfAScopedTokenTakesItsOnlyProject(t *testing.T) {
	p := platform(t)
	c := client{t, p, "scoped"}
	a := c.must(201, "POST", "/agents", `{"name":"a","prompt":"p"}`).object(t)
	if a["project_id"] != "demo" {
		t.Errorf("project is %v, want demo", a["project_id"])
	}
	b := client{t, p, "admin"}.must(201, "POST", "/agents", `{"name":"b","prompt":"p"}`).object(t)
	if v, ok := b["project_id"]; ok {
		t.Errorf("project is %v, want none", v)
	}
	c.do("GET", "/agents/"+b["id"].(string), "").refused(t, 403, "4", "no project")
}

func TestEveryPromptMakesAVersionThatStaysReadable(t *testing.T) {
	p := platform(t)
	c := client{t, p, "editor"}
	id := c.agent("a")
	for _, x := range []struct {
		body string
		want float64
	}{
		{`{"prompt":"two"}`, 2}, {`{"display_name":"A"}`, 2}, {`{"annotations":"{}"}`, 2}, {`{"prompt":"two"}`, 3},
	} {
		if got := c.must(200, "PATCH", "/agents/"+id, x.body).object(t)["version"]; got != x.want {
			t.Errorf("after %s the version is %v, want %v", x.body, got, x.want)
		}
	}
	if got := c.must(200, "GET", "/agents/"+id+"?version=1", "").object(t)["version"]; got != 1.0 {
		t.Errorf("version 1 reads as %v", got)
	}
	c.do("GET", "/agents/"+id+"?version=4", "").refused(t, 404, "7", id)
	c.do("GET", "/agents/"+id+"?version=0", "").refused(t, 400, "21", "version")

	list := c.must(200, "GET", "/agents/"+id+"/versions?size=2", "").object(t)
	if list["kind"] != "AgentVersionList" || list["total"] != 3.0 || len(list["items"].([]any)) != 2 {
		t.Errorf("versions are %v", list)
	}
	if _, ok := list["items"].([]any)[0].(map[string]any)["prompt"]; ok {
		t.Error("a version shows its prompt")
	}
	prompts := []string{}
	for _, v := range p.Default().State().Agents[0].Versions {
		prompts = append(prompts, v.Prompt)
	}
	if !slices.Equal(prompts, []string{"be good", "two", "two"}) {
		t.Errorf("stored prompts %v", prompts)
	}
}

func TestOnlyTheOwnerDefinesAnAgent(t *testing.T) {
	p := platform(t)
	admin, editor := client{t, p, "admin"}, client{t, p, "editor"}
	admins, editors := admin.agent("a"), editor.agent("b")
	editor.do("PATCH", "/agents/"+admins, `{"prompt":"evil"}`).refused(t, 403, "4", "does not own")
	editor.do("PATCH", "/projects/demo/agents/"+admins, `{"llm_model":"m"}`).refused(t, 403, "4", "does not own")
	admin.must(200, "PATCH", "/agents/"+editors, `{"prompt":"fine"}`)
	editor.must(200, "PATCH", "/projects/demo/agents/"+admins, `{"annotations":"{\"seen\":\"yes\"}"}`)
}

func TestAgentIsFoundOnlyByWayOfItsOwnProject(t *testing.T) {
	p := platform(t)
	c := client{t, p, "admin"}
	id := c.agent("a")
	c.do("PATCH", "/projects/other/agents/"+id, `{}`).refused(t, 404, "7", id)
	c.do("PATCH", "/projects/demo/agents/nope", `{}`).refused(t, 404, "7", "nope")
	c.do("GET", "/projects/demo/agents/"+id, "").refused(t, 405, "10", "GET")
}

func TestDeletedAgentIsGone(t *testing.T) {
	c := client{t, platform(t), "admin"}
	id := c.agent("a")
	c.must(204, "DELETE", "/agents/"+id, "")
	for _, path := range []string{"/agents/" + id, "/agents/" + id + "/versions"} {
		c.do("GET", path, "").refused(t, 404, "7", id)
	}
	c.agent("a") // the name is free again
}

func TestProjects(t *testing.T) {
	c := client{t, platform(t), "admin"}
	a := c.must(201, "POST", "/projects", `{"name":"new-one","description":"d","labels":"{}"}`).object(t)
	if a["id"] != "new-one" || a["kind"] != "Project" || a["href"] != "/api/ambient/v1/projects/new-one" || a["description"] != "d" {
		t.Errorf("created project is %v", a)
	}
	for body, id := range map[string]string{
		`{"name":"x"}`: "8", `{"name":"Up"}`: "8", `{"name":"a-"}`: "8", `{"name":"1a"}`: "8", `{}`: "17", `{"name":"ok","display_name":"d"}`: "17",
	} {
		c.do("POST", "/projects", body).refused(t, 400, id, "")
	}
	c.do("POST", "/projects", `{"name":"new-one"}`).refused(t, 409, "6", "")

	a = c.must(200, "PATCH", "/projects/new-one", `{"name":"renamed"}`).object(t)
	if a["id"] != "new-one" || a["name"] != "renamed" {
		t.Errorf("renamed project is %v", a)
	}
	c.do("GET", "/projects/renamed", "").refused(t, 404, "7", "Project with id='renamed' not found")
	if got := c.must(200, "GET", "/projects?search=name%3D%27renamed%27", "").names(t, "id"); !slices.Equal(got, []string{"new-one"}) {
		t.Errorf("found by name: %v", got)
	}
	c.must(204, "DELETE", "/projects/new-one", "")
	c.do("GET", "/projects/new-one", "").refused(t, 404, "7", "new-one")
}
