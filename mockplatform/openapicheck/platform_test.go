// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package openapicheck_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/api/openapi"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/openapicheck"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestTheDocumentHasExactlyThePlatformsOperations compares methods, paths and permissions.
func TestTheDocumentHasExactlyThePlatformsOperations(t *testing.T) {
	var documented, served []string
	for path, item := range document(t).Paths.Map() {
		for method, op := range item.Operations() {
			permission, _ := op.Extensions["x-permission"].(string)
			documented = append(documented, strings.TrimSpace(method+" "+path+" "+permission))
		}
	}
	for _, op := range rest.Spec().Operations() {
		served = append(served, strings.TrimSpace(op.Method+" "+op.Path+" "+string(op.Permission)))
	}
	slices.Sort(documented)
	slices.Sort(served)
	if diff := cmp.Diff(documented, served); diff != "" {
		t.Errorf("operations (-documented +served):\n%s", diff)
	}
}

// The things of the demo seed that requests name.
const (
	draft     = "3Demo00000000000000000Draft"
	pending   = "3Demo000000000000000Pending"
	running   = "3Demo000000000000000Running"
	failed    = "3Demo0000000000000000Failed"
	reviewer  = "6f1e3c1a-5a0e-4a6e-9c39-0d6a3f1f0a01"
	planner   = "6f1e3c1a-5a0e-4a6e-9c39-0d6a3f1f0a02"
	noSession = "3Demo00000000000000000Nobod"
	noAgent   = "00000000-0000-4000-8000-000000000000"
)

// drive is a request that shows one documented answer of an operation.
type drive struct {
	operation string
	status    int
	path      string
	body      string
}

// drives are the answers that are particular to an operation. What all of them
// share is made in the test.
var drives = []drive{
	{"listSessions", 200, "/sessions?page=1&size=2&search=phase+%3D+'Running'&orderBy=created_at+desc,+id+asc&project_id=demo&phase=Running", ""},
	{"createSession", 201, "/sessions", `{"name":"s","project_id":"demo","prompt":"p","agent_id":"` + planner + `","parent_session_id":"` + running + `","labels":"{}","annotations":"no json","timeout":5,"llm_model":"m","llm_temperature":0.1,"llm_max_tokens":7,"repo_url":"r","repos":"[]","environment_variables":"{}","workflow_id":"w","assigned_user_id":"u","bot_account_name":"b","resource_overrides":"{}"}`},
	{"createSession", 201, "/sessions", `{"name":"s","project_id":"demo","agent_id":"","parent_session_id":""}`},
	{"createSession", 404, "/sessions", `{"name":"s","project_id":"nowhere"}`},
	{"createSession", 400, "/sessions", `{"name":"s","project_id":"demo","agent_id":"` + noAgent + `"}`},
	{"createSession", 400, "/sessions", `{"name":"s","project_id":"demo","parent_session_id":"` + noSession + `"}`},
	{"createSession", 400, "/sessions", `{"name":"s","project_id":"demo","project_agent_id":"` + planner + `"}`},
	{"createSession", 400, "/sessions", `{"name":"","project_id":"demo"}`},
	{"createSession", 400, "/sessions", `{"name":null,"project_id":"demo"}`},
	{"createSession", 400, "/sessions", `{"name":"s","project_id":"demo","phase":"Running"}`},
	{"getSession", 200, "/sessions/" + running, ""},
	{"getSession", 200, "/sessions/" + draft, ""},
	{"patchSession", 200, "/sessions/" + running, `{"name":"n","labels":"{\"a\":\"b\"}","annotations":"","parent_session_id":"` + draft + `"}`},
	{"patchSession", 200, "/sessions/" + running, `{"parent_session_id":""}`},
	{"patchSession", 200, "/sessions/" + running, `{}`},
	{"patchSession", 400, "/sessions/" + running, `{"project_id":"other"}`},
	{"patchSession", 400, "/sessions/" + running, `{"labels":{"a":"b"}}`},
	{"patchSessionStatus", 200, "/sessions/" + running + "/status", `{"phase":"Running","start_time":"2026-01-01T10:00:00+01:00","completion_time":"2026-01-01T10:00:00.123456789Z","sdk_session_id":"s","sdk_restart_count":1,"conditions":"[]","reconciled_repos":"[]","reconciled_workflow":"w","kube_cr_uid":"u","kube_namespace":"n"}`},
	{"patchSessionStatus", 400, "/sessions/" + running + "/status", `{"phase":"running"}`},
	{"patchSessionStatus", 400, "/sessions/" + running + "/status", `{}`},
	{"startSession", 200, "/sessions/" + draft + "/start", ""},
	{"startSession", 200, "/sessions/" + failed + "/start", `{}`},
	{"startSession", 409, "/sessions/" + running + "/start", ""},
	{"stopSession", 200, "/sessions/" + running + "/stop", ""},
	{"stopSession", 409, "/sessions/" + draft + "/stop", ""},
	{"listSessionMessages", 200, "/sessions/" + running + "/messages?after_seq=1", ""},
	{"listSessionMessages", 400, "/sessions/" + running + "/messages?after_seq=x", ""},
	{"pushSessionMessage", 201, "/sessions/" + running + "/messages", `{"payload":"","event_type":"user"}`},
	{"pushSessionMessage", 400, "/sessions/" + running + "/messages", `{"payload":"x","event_type":"assistant"}`},
	{"pushSessionMessage", 409, "/sessions/" + failed + "/messages", `{"payload":"x"}`},
	{"deleteSession", 204, "/sessions/" + pending, ""},

	{"listAgents", 200, "/agents?search=name%3D'twin'&page=2&size=1", ""},
	{"listAgents", 400, "/agents?search=prompt%3D'x'", ""},
	{"listAgents", 400, "/agents?size=0", ""},
	{"listAgents", 400, "/agents?orderBy=nothing", ""},
	{"createAgent", 201, "/agents", `{"name":"fresh","prompt":"p","project_id":"demo","display_name":"d","description":"e","llm_model":"m","llm_temperature":1,"llm_max_tokens":9,"labels":"{}","annotations":"{}"}`},
	{"createAgent", 201, "/agents", `{"name":"homeless","prompt":"p"}`},
	{"createAgent", 400, "/agents", `{"name":"two words","prompt":"p"}`},
	{"createAgent", 404, "/agents", `{"name":"fresh","prompt":"p","project_id":"nowhere"}`},
	{"createAgent", 409, "/agents", `{"name":"twin","prompt":"p"}`},
	{"getAgent", 200, "/agents/" + reviewer, ""},
	{"getAgent", 200, "/agents/" + reviewer + "?version=1", ""},
	{"getAgent", 404, "/agents/" + reviewer + "?version=9", ""},
	{"getAgent", 404, "/agents/code-review", ""},
	{"patchAgent", 200, "/agents/" + reviewer, `{"prompt":"new","description":"d"}`},
	{"patchAgent", 409, "/agents/" + reviewer, `{"name":"planner"}`},
	{"listAgentVersions", 200, "/agents/" + reviewer + "/versions?page=1&size=2", ""},
	{"patchProjectAgent", 200, "/projects/demo/agents/" + reviewer, `{"annotations":"{}"}`},
	{"patchProjectAgent", 404, "/projects/other/agents/" + reviewer, `{"annotations":"{}"}`},
	{"patchProjectAgent", 409, "/projects/demo/agents/" + reviewer, `{"name":"planner"}`},
	{"deleteAgent", 204, "/agents/" + planner, ""},

	{"listProjects", 200, "/projects?search=name+like+'d%25'", ""},
	{"createProject", 201, "/projects", `{"name":"fresh","description":"d","labels":"{}","annotations":"{}","status":"active"}`},
	{"createProject", 400, "/projects", `{"name":"Fresh"}`},
	{"createProject", 409, "/projects", `{"name":"demo"}`},
	{"getProject", 200, "/projects/demo", ""},
	{"patchProject", 200, "/projects/other", `{"name":"renamed","status":"s"}`},
	{"patchProject", 409, "/projects/other", `{"name":"demo"}`},
	{"deleteProject", 204, "/projects/other", ""},
}

// TestEveryDocumentedAnswerIsGiven drives the platform through every status of
// every operation, so that the document promises nothing that never comes, and
// reports nothing on the way.
func TestEveryDocumentedAnswerIsGiven(t *testing.T) {
	missing := map[string]bool{}
	methods, templates := map[string]string{}, map[string]string{}
	for path, item := range document(t).Paths.Map() {
		for method, op := range item.Operations() {
			methods[op.OperationID], templates[op.OperationID] = method, path
			for status := range op.Responses.Map() {
				missing[op.OperationID+" "+status] = true
			}
		}
	}
	run := func(d drive, bearer string) {
		t.Helper()
		p := demoPlatform(t)
		var said reports
		h := openapicheck.Wrap(p, said.add)
		r := httptest.NewRequest(methods[d.operation], d.path, strings.NewReader(d.body))
		r.Header.Set("Authorization", "Bearer "+bearer)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		at := fmt.Sprintf("%s: %s %s %.80s", d.operation, r.Method, d.path, d.body)
		if w.Code != d.status {
			t.Errorf("%s: status %d, want %d: %s", at, w.Code, d.status, w.Body)
		}
		for _, e := range said.all() {
			t.Errorf("%s: reported: %s", at, e)
		}
		delete(missing, fmt.Sprintf("%s %d", d.operation, w.Code))
	}

	for _, d := range drives {
		d.path = base + d.path
		run(d, "demo-admin")
	}
	run(drive{"getAPI", 200, "/api/ambient", ""}, "")
	run(drive{"getHealth", 200, "/healthcheck", ""}, "")

	fill := func(template string, session, agent, project string) string {
		id := session
		switch {
		case strings.HasPrefix(template, base+"/agents/"):
			id = agent
		case strings.HasPrefix(template, base+"/projects/"):
			id = project
		}
		return strings.NewReplacer("{id}", id, "{agent_id}", agent, "{project_id}", project).Replace(template)
	}
	for operation, template := range templates {
		there := fill(template, running, reviewer, "demo")
		run(drive{operation, 400, there + "?bogus=1", "{}"}, "demo-admin")
		run(drive{operation, 413, there, strings.Repeat(" ", 1<<20+1)}, "demo-admin")
		if strings.HasPrefix(template, base) {
			run(drive{operation, 401, there, "{}"}, "nobody")
			run(drive{operation, 401, there, "{}"}, "demo-expired")
			run(drive{operation, 403, there, "{}"}, "powerless")
		}
		if strings.Contains(template, "{") {
			run(drive{operation, 404, fill(template, noSession, noAgent, "nowhere"), `{}`}, "demo-admin")
			run(drive{operation, 404, fill(template, "no%2Fone", "no%2Fone", "NO"), `{}`}, "demo-admin")
		}
	}
	for at := range missing {
		t.Errorf("documented, never answered: %s", at)
	}
}

func demoPlatform(t *testing.T) *mockplatform.Platform {
	t.Helper()
	p := &mockplatform.Platform{}
	document, _ := seed.Builtin("demo")
	if err := p.Default().Seed(document); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Default().AddToken(control.TokenSpec{Label: "powerless", Token: "powerless", Permissions: []string{}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// TestThePlatformsStreamsAreGood follows a session through replay, live messages and faults.
func TestThePlatformsStreamsAreGood(t *testing.T) {
	p := demoPlatform(t)
	var said reports
	srv := httptest.NewServer(openapicheck.Wrap(p, said.add))
	defer srv.Close()
	defer p.Close()
	stream := func() *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL+base+"/sessions/"+running+"/messages?after_seq=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Authorization", "Bearer demo-admin")
		resp, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	first := stream()
	if _, err := p.Default().Append(running, control.NewMessage{EventType: "assistant", Payload: "the last\nline \u2028 <&>"}); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for buf := make([]byte, 512); !strings.Contains(text.String(), "the last"); {
		n, err := first.Body.Read(buf)
		text.Write(buf[:n])
		if err != nil {
			t.Fatal(err)
		}
	}
	first.Body.Close()

	for _, kind := range []control.FaultKind{
		control.FaultStatus, control.FaultCloseBeforeHeaders, control.FaultCloseAfterHeaders, control.FaultCloseMidStream,
		control.FaultMalformedBody, control.FaultWrongShape,
	} {
		if _, err := p.Default().AddFault(control.Fault{Path: "/sessions", Kind: kind, Status: 503, Times: 1}); err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, srv.URL+base+"/sessions", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer demo-admin")
		resp, err := srv.Client().Do(req)
		if err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
	}
	if errs := said.all(); len(errs) > 0 {
		t.Errorf("reported: %q", errs)
	}
}
