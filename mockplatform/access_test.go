// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

func TestZeroPlatformAnswers(t *testing.T) {
	var p mockplatform.Platform
	c := client{t, &p, ""}
	if a := c.must(200, "GET", "/healthcheck", ""); strings.TrimSpace(a.text) != "{}" {
		t.Errorf("healthcheck answers %q", a.text)
	}
	if got := c.must(200, "GET", "/api/ambient", "").object(t)["kind"]; got != "API" {
		t.Errorf("API info is of kind %v", got)
	}
	c.do("GET", "/sessions", "").refused(t, 401, "15", "no bearer")
	client{t, &p, "any"}.do("GET", "/sessions", "").refused(t, 401, "15", "not valid")
}

func TestBearerIsNeeded(t *testing.T) {
	p := platform(t)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	d := p.Default()
	if err := d.SetClock(control.ClockState{Mode: "frozen", Now: at}); err != nil {
		t.Fatal(err)
	}
	end := at.Add(time.Minute)
	for _, spec := range []control.TokenSpec{
		{Label: "short", Token: "short-token", Permissions: []string{"*"}, ExpiresAt: &end},
		{Label: "gone", Token: "gone-token", Permissions: []string{"*"}},
	} {
		if _, err := d.AddToken(spec); err != nil {
			t.Fatal(err)
		}
	}
	client{t, p, "short"}.must(200, "GET", "/sessions", "")
	if err := d.Advance(time.Minute); err != nil {
		t.Fatal(err)
	}
	client{t, p, "short"}.do("GET", "/sessions", "").refused(t, 401, "15", "expired")
	if err := d.RevokeToken("gone"); err != nil {
		t.Fatal(err)
	}
	client{t, p, "gone"}.do("GET", "/sessions", "").refused(t, 401, "15", "not valid")

	for name, header := range map[string]string{
		"none": "", "another scheme": "Basic YTpi", "the scheme in lower case": "bearer admin-token", "a bare token": "admin-token",
	} {
		a := client{t, p, ""}.do("GET", "/sessions", "", func(r *http.Request) { r.Header.Set("Authorization", header) })
		t.Run(name, func(t *testing.T) { a.refused(t, 401, "15", "") })
		if a.header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s: no WWW-Authenticate header", name)
		}
	}
	client{t, p, "unknown"}.do("GET", "/no/such/route", "").refused(t, 401, "15", "")
}

// TestEveryOperationNeedsItsPermission walks the table of operations: without
// its permission each is refused, and with nothing but it, not for want of permission.
func TestEveryOperationNeedsItsPermission(t *testing.T) {
	p := platform(t)
	for _, op := range rest.Spec().Operations() {
		if op.Permission == "" {
			continue
		}
		t.Run(op.Method+" "+op.Path, func(t *testing.T) {
			client{t, p, "nobody"}.do(op.Method, op.Path, "{}").refused(t, 403, "4", string(op.Permission))
			label := "only-" + op.Method + strings.ReplaceAll(op.Path, "/", "-")
			label = strings.NewReplacer("{", "", "}", "").Replace(label)
			if _, err := p.Default().AddToken(control.TokenSpec{
				Label: label, Token: label + "-token", Permissions: []string{string(op.Permission)},
			}); err != nil {
				t.Fatal(err)
			}
			if a := (client{t, p, label}).do(op.Method, op.Path, "{}"); a.status == 403 || a.status == 401 {
				t.Errorf("with %s alone: %d %s", op.Permission, a.status, a.text)
			}
		})
	}
}

func TestRightToGetOpensAListOfOneName(t *testing.T) {
	p := platform(t)
	if _, err := p.Default().AddToken(control.TokenSpec{
		Label: "getter", Token: "getter-token", Permissions: []string{"agents:get", "projects:get", "sessions:get"},
	}); err != nil {
		t.Fatal(err)
	}
	client{t, p, "admin"}.agent("a")
	for _, x := range []struct {
		path string
		open bool
	}{
		{"/agents?search=name%3D%27a%27&page=1&size=100&orderBy=created_at+desc,+id+asc", true},
		{"/agents?search=name+%3D+%27it%27%27s%27", true},
		{"/agents", false},
		{"/agents?search=name%3D%27a%27+or+name%3D%27b%27", false},
		{"/agents?search=name+like+%27a%25%27", false},
		{"/agents?search=project_id%3D%27demo%27", false},
		{"/projects?search=name%3D%27demo%27", true},
		{"/projects", false},
		{"/sessions?search=name%3D%27a%27", false},
	} {
		t.Run(x.path, func(t *testing.T) {
			a := client{t, p, "getter"}.do("GET", x.path, "")
			if (a.status == 200) != x.open || !x.open && a.status != 403 {
				t.Errorf("answer %d %s", a.status, a.text)
			}
		})
	}
}

func TestScopeLimitsWhatATokenReaches(t *testing.T) {
	p := platform(t)
	admin, scoped := client{t, p, "admin"}, client{t, p, "scoped"}
	mine := admin.session("mine")
	theirs := admin.must(201, "POST", "/sessions", `{"name":"theirs","project_id":"other"}`).object(t)["id"].(string)
	agent := admin.must(201, "POST", "/agents", `{"name":"theirs","prompt":"p","project_id":"other"}`).object(t)["id"].(string)

	if got := scoped.must(200, "GET", "/sessions", "").names(t, "name"); !slices.Equal(got, []string{"mine"}) {
		t.Errorf("sessions listed: %v", got)
	}
	for _, path := range []string{
		"/sessions?project_id=other", "/agents", "/sessions?search=name%3D%27theirs%27+or+project_id%3D%27other%27",
	} {
		if got := scoped.must(200, "GET", path, "").object(t)["total"]; got != 0.0 {
			t.Errorf("%s lists %v", path, got)
		}
	}
	if got := scoped.must(200, "GET", "/projects", "").names(t, "id"); !slices.Equal(got, []string{"demo"}) {
		t.Errorf("projects listed: %v", got)
	}
	for _, x := range []struct{ method, path, body string }{
		{"GET", "/sessions/" + theirs, ""},
		{"PATCH", "/sessions/" + theirs, "{}"},
		{"DELETE", "/sessions/" + theirs, ""},
		{"POST", "/sessions/" + theirs + "/start", ""},
		{"POST", "/sessions/" + theirs + "/stop", ""},
		{"PATCH", "/sessions/" + theirs + "/status", `{"phase":"Running"}`},
		{"GET", "/sessions/" + theirs + "/messages", ""},
		{"POST", "/sessions/" + theirs + "/messages", `{"payload":"x"}`},
		{"POST", "/sessions", `{"name":"s","project_id":"other"}`},
		{"POST", "/sessions", `{"name":"s","project_id":"demo","agent_id":"` + agent + `"}`},
		{"POST", "/sessions", `{"name":"s","project_id":"demo","parent_session_id":"` + theirs + `"}`},
		{"PATCH", "/sessions/" + mine, `{"parent_session_id":"` + theirs + `"}`},
		{"GET", "/agents/" + agent, ""},
		{"PATCH", "/agents/" + agent, "{}"},
		{"PATCH", "/projects/other/agents/" + agent, "{}"},
		{"DELETE", "/agents/" + agent, ""},
		{"POST", "/agents", `{"name":"b","prompt":"p","project_id":"other"}`},
		{"GET", "/projects/other", ""},
		{"PATCH", "/projects/other", "{}"},
		{"DELETE", "/projects/other", ""},
		{"POST", "/projects", `{"name":"third"}`},
	} {
		t.Run(x.method+" "+x.path, func(t *testing.T) {
			scoped.do(x.method, x.path, x.body).refused(t, 403, "4", "outside the token's projects")
		})
	}
	scoped.must(200, "GET", "/sessions/"+mine, "")
}

func TestWithoutAuthEveryoneIsTheDeveloper(t *testing.T) {
	p := &mockplatform.Platform{Auth: mockplatform.AuthOff}
	for _, label := range []string{"", "whoever"} {
		c := client{t, p, label}
		c.must(201, "POST", "/projects", `{"name":"p`+label+`x"}`)
		s := c.must(201, "POST", "/sessions", `{"name":"s","project_id":"p`+label+`x"}`).object(t)
		if s["created_by_user_id"] != "dev-user" {
			t.Errorf("created by %v", s["created_by_user_id"])
		}
	}
}

func TestUnknownRoutesAndMethods(t *testing.T) {
	c := client{t, platform(t), "admin"}
	for _, path := range []string{"/sessions/", "/nothing", "/sessions/x/y", "/api/ambient/v2/sessions", "/api/ambient/"} {
		c.do("GET", path, "").refused(t, 404, "7", "doesn't exist")
	}
	for path, allow := range map[string]string{
		"/sessions": "GET, POST", "/sessions/x": "DELETE, GET, PATCH", "/sessions/x/status": "PATCH", "/sessions/x/start": "POST",
	} {
		a := c.do("PUT", path, "")
		a.refused(t, 405, "10", "PUT")
		if got := a.header.Get("Allow"); got != allow {
			t.Errorf("%s allows %q, want %q", path, got, allow)
		}
	}
}

func TestBodyLimit(t *testing.T) {
	c := client{t, platform(t), "admin"}
	id := c.session("s")
	frame := `{"payload":""}`
	fits := `{"payload":"` + strings.Repeat("x", rest.MaxBody-len(frame)) + `"}`
	c.must(201, "POST", "/sessions/"+id+"/messages", fits)
	c.do("POST", "/sessions/"+id+"/messages", fits+" ").refused(t, 413, "8", "larger than 1048576 bytes")
}

func TestUnknownSettingsAreRefusedBeforeAnything(t *testing.T) {
	for _, p := range []*mockplatform.Platform{{Profile: "moon"}, {Auth: "jwt"}} {
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "unknown") {
			t.Errorf("Validate() = %v", err)
		}
		if a := (client{t, p, ""}).do("GET", "/healthcheck", ""); a.status != 500 {
			t.Errorf("answers %d", a.status)
		}
	}
}
