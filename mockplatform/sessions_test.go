// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func TestCreatedSessionHasDefaultsAndNoPhase(t *testing.T) {
	p := platform(t)
	c := client{t, p, "editor"}
	s := c.must(http.StatusCreated, "POST", "/sessions",
		`{"name":"s1","project_id":"demo","prompt":"hi there","labels":"{\"a\":\"b\"}"}`).object(t)
	for field, want := range map[string]any{
		"kind": "Session", "href": "/api/ambient/v1/sessions/" + s["id"].(string), "name": "s1", "project_id": "demo",
		"prompt": "hi there", "labels": `{"a":"b"}`, "llm_model": "claude-sonnet-4-6", "llm_temperature": 0.7,
		"llm_max_tokens": 4000.0, "created_by_user_id": "editor", "kube_cr_name": s["id"],
	} {
		if s[field] != want {
			t.Errorf("%s = %v, want %v", field, s[field], want)
		}
	}
	if len(s["id"].(string)) != 27 {
		t.Errorf("id %q is not of 27 characters", s["id"])
	}
	for _, absent := range []string{"phase", "annotations", "agent_id", "parent_session_id", "start_time", "timeout"} {
		if v, ok := s[absent]; ok {
			t.Errorf("%s is %v, want it absent", absent, v)
		}
	}
	state := p.Default().State()
	if len(state.Messages) != 1 || state.Messages[0].EventType != "user" || state.Messages[0].Payload != "hi there" {
		t.Errorf("messages %+v, want the prompt as the first one", state.Messages)
	}
}

func TestCreateSessionRefuses(t *testing.T) {
	c := client{t, platform(t), "admin"}
	for _, x := range []struct {
		name, body string
		status     int
		id, reason string
	}{
		{"no name", `{"project_id":"demo"}`, 400, "17", "name"},
		{"an empty name", `{"name":"","project_id":"demo"}`, 400, "8", "name"},
		{"no project", `{"name":"s"}`, 400, "17", "project_id"},
		{"a project that does not exist", `{"name":"s","project_id":"nope"}`, 404, "7", "Project with id='nope' not found"},
		{"an agent that does not exist", `{"name":"s","project_id":"demo","agent_id":"nope"}`, 400, "8", "nope"},
		{"a parent that does not exist", `{"name":"s","project_id":"demo","parent_session_id":"nope"}`, 400, "8", "nope"},
		{"an unknown field", `{"name":"s","project_id":"demo","project_agent_id":"x"}`, 400, "17", "project_agent_id"},
		{"a phase", `{"name":"s","project_id":"demo","phase":"Running"}`, 400, "17", "phase"},
		{"labels as an object", `{"name":"s","project_id":"demo","labels":{}}`, 400, "17", "labels"},
		{"no body", ``, 400, "17", "empty"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c.do("POST", "/sessions", x.body).refused(t, x.status, x.id, x.reason)
		})
	}
	if n := c.must(200, "GET", "/sessions", "").object(t)["total"]; n != 0.0 {
		t.Errorf("%v sessions exist after refusals", n)
	}
}

func TestPatchSession(t *testing.T) {
	c := client{t, platform(t), "admin"}
	id := c.session("s")
	s := c.must(200, "PATCH", "/sessions/"+id, `{"labels":"{\"k\":\"v\"}","name":"renamed"}`).object(t)
	if s["labels"] != `{"k":"v"}` || s["name"] != "renamed" {
		t.Errorf("patched session is %v", s)
	}
	if s = c.must(200, "GET", "/sessions/"+id, "").object(t); s["name"] != "renamed" {
		t.Errorf("re-read session is %v", s)
	}
	for _, x := range []struct {
		name, body string
		id, reason string
	}{
		{"an unknown field", `{"colour":"red"}`, "17", "colour"},
		{"the project", `{"project_id":"other"}`, "17", `"project_id" is read-only`},
		{"the phase", `{"phase":"Running"}`, "17", `"phase" is read-only`},
		{"null", `{"labels":null}`, "17", "labels"},
		{"an empty name", `{"name":""}`, "8", "name"},
	} {
		t.Run("refuses "+x.name, func(t *testing.T) {
			c.do("PATCH", "/sessions/"+id, x.body).refused(t, 400, x.id, x.reason)
		})
	}
	c.do("PATCH", "/sessions/nope", `{}`).refused(t, 404, "7", "Session with id='nope' not found")
}

func TestDeletedSessionIsGone(t *testing.T) {
	c := client{t, platform(t), "admin"}
	id := c.session("s")
	if a := c.must(204, "DELETE", "/sessions/"+id, ""); a.text != "" {
		t.Errorf("the answer has a body: %q", a.text)
	}
	for _, method := range []string{"GET", "DELETE"} {
		c.do(method, "/sessions/"+id, "").refused(t, 404, "7", id)
	}
	c.do("POST", "/sessions/"+id+"/start", "").refused(t, 404, "7", id)
	c.do("GET", "/sessions/"+id+"/messages", "").refused(t, 404, "7", id)
}

func TestPhaseTransitions(t *testing.T) {
	p := platform(t)
	c := client{t, p, "admin"}
	id := c.session("s")
	all := []string{"", "Pending", "Creating", "Running", "Stopping", "Stopped", "Completed", "Failed"}
	for _, x := range []struct {
		operation, result string
		from              []string
	}{
		{"start", "Pending", []string{"", "Stopped", "Failed", "Completed"}},
		{"stop", "Stopping", []string{"Running", "Creating", "Pending"}},
	} {
		for _, from := range all {
			t.Run(x.operation+" from "+from, func(t *testing.T) {
				if err := p.Default().SetPhase(id, from); err != nil {
					t.Fatal(err)
				}
				a := c.do("POST", "/sessions/"+id+"/"+x.operation, "")
				if !slices.Contains(x.from, from) {
					a.refused(t, 409, "6", "cannot "+x.operation)
					return
				}
				if a.status != 200 || a.object(t)["phase"] != x.result {
					t.Errorf("answer %d %s, want phase %s", a.status, a.text, x.result)
				}
			})
		}
	}
	for _, phase := range all[1:] {
		s := c.must(200, "PATCH", "/sessions/"+id+"/status", `{"phase":"`+phase+`","sdk_restart_count":2}`).object(t)
		if s["phase"] != phase || s["sdk_restart_count"] != 2.0 {
			t.Errorf("status %s: session is %v", phase, s)
		}
	}
	for body, reason := range map[string]string{
		`{"phase":"running"}`: "running", `{"phase":""}`: "phase", `{}`: "phase", `{"phase":"Running","name":"x"}`: "name",
	} {
		if a := c.do("PATCH", "/sessions/"+id+"/status", body); a.status != 400 {
			t.Errorf("status %s: answer %d, want 400 about %s", body, a.status, reason)
		}
	}
}

func TestListSessions(t *testing.T) {
	p := platform(t)
	if err := p.Default().SetClock(control.ClockState{Mode: "frozen"}); err != nil {
		t.Fatal(err)
	}
	c := client{t, p, "admin"}
	ids := map[string]string{}
	for _, name := range []string{"a", "b", "c"} {
		ids[name] = c.session(name)
		advance(t, p.Default())
	}
	c.must(201, "POST", "/sessions", `{"name":"d","project_id":"other"}`)
	c.must(200, "POST", "/sessions/"+ids["b"]+"/start", "")
	for _, x := range []struct {
		name, query string
		want        []string
		total       float64
	}{
		{"newest first", "", []string{"d", "c", "b", "a"}, 4},
		{"one page", "?page=2&size=3", []string{"a"}, 4},
		{"past the end", "?page=9&size=3", []string{}, 4},
		{"in another order", "?orderBy=name+asc&size=2", []string{"a", "b"}, 4},
		{"of one project", "?project_id=demo", []string{"c", "b", "a"}, 3},
		{"in one phase", "?phase=Pending", []string{"b"}, 1},
		{"by a search", "?search=name+%3D+%27a%27+or+name+like+%27d%25%27", []string{"d", "a"}, 2},
		{"pending or never started", "?search=%28phase+%3D+%27Pending%27+or+phase+is+null%29&project_id=demo", []string{"c", "b", "a"}, 3},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := c.must(200, "GET", "/sessions"+x.query, "")
			list := a.object(t)
			if got := a.names(t, "name"); !slices.Equal(got, x.want) || list["total"] != x.total || list["kind"] != "SessionList" {
				t.Errorf("got %v of %v, want %v of %v", got, list["total"], x.want, x.total)
			}
		})
	}
	list := c.must(200, "GET", "/sessions", "").object(t)
	if list["page"] != 1.0 || list["size"] != 20.0 {
		t.Errorf("page %v, size %v; want the defaults 1 and 20", list["page"], list["size"])
	}
}

func TestListRefuses(t *testing.T) {
	c := client{t, platform(t), "admin"}
	for query, reason := range map[string]string{
		"page=0": "page", "page=x": "page", "size=0": "size", "size=101": "size", "size=1.5": "size", "page=1&page=2": "more than once",
		"colour=red": "colour", "phase=running": "phase", "project_id=a%27b": "project_id", "search=name+is": "search",
		"search=bogus+%3D+1": "bogus", "orderBy=bogus": "bogus", "orderBy=name+DESC": "DESC", "search=%zz": "malformed",
	} {
		t.Run(query, func(t *testing.T) {
			a := c.do("GET", "/sessions?"+query, "")
			a.refused(t, 400, a.object(t)["id"].(string), reason)
		})
	}
	c.do("GET", "/agents?project_id=demo", "").refused(t, 400, "21", "project_id")
	c.do("GET", "/agents?search=prompt+is+null", "").refused(t, 400, "21", "prompt")
}

func advance(t testing.TB, tenant *mockplatform.Tenant) {
	t.Helper()
	if err := tenant.Advance(1e9); err != nil {
		t.Fatal(err)
	}
}
