// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/openapicheck"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// platform returns a platform whose default tenant has the projects demo and
// other and these tokens, whose bearers are their labels with "-token" at the end.
func platform(t testing.TB) *mockplatform.Platform {
	t.Helper()
	p := new(mockplatform.Platform)
	t.Cleanup(p.Close)
	d := p.Default()
	for _, spec := range []control.TokenSpec{
		{Label: "admin", Permissions: []string{"*"}},
		{Label: "reader", Permissions: []string{"sessions:list", "sessions:get", "agents:list", "agents:get", "projects:list", "projects:get"}},
		{Label: "nobody", Permissions: []string{}},
		{Label: "scoped", Permissions: []string{"*"}, Projects: []string{"demo"}},
		{Label: "editor", Permissions: []string{
			"sessions:list", "sessions:create", "sessions:patch", "agents:list", "agents:create", "agents:patch", "projects:get"}},
	} {
		spec.Token = spec.Label + "-token"
		if _, err := d.AddToken(spec); err != nil {
			t.Fatal(err)
		}
	}
	admin := client{t, p, "admin"}
	for _, name := range []string{"demo", "other"} {
		admin.must(http.StatusCreated, "POST", "/projects", `{"name":"`+name+`"}`)
	}
	return p
}

// client calls a platform without a network, as the token with the label.
type client struct {
	t     testing.TB
	p     http.Handler
	label string
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	text   string
}

func (c client) do(method, path, body string, edit ...func(*http.Request)) answer {
	c.t.Helper()
	if !strings.HasPrefix(path, "/api") && path != "/healthcheck" {
		path = rest.Base + path
	}
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if c.label != "" {
		r.Header.Set("Authorization", "Bearer "+c.label+"-token")
	}
	for _, e := range edit {
		e(r)
	}
	w := httptest.NewRecorder()
	documented(c.t, c.p).ServeHTTP(w, r)
	return answer{w.Code, w.Result().Header, w.Body.String()}
}

// documented is the platform with everything that passes held against the OpenAPI document.
func documented(t testing.TB, p http.Handler) http.Handler {
	return openapicheck.Wrap(p, func(err error) { t.Errorf("against the OpenAPI document: %v", err) })
}

// must is do for an answer with the status.
func (c client) must(status int, method, path, body string) answer {
	c.t.Helper()
	a := c.do(method, path, body)
	if a.status != status {
		c.t.Fatalf("%s %s as %s: status %d, want %d: %s", method, path, c.label, a.status, status, a.text)
	}
	return a
}

// object is the answer as a JSON object.
func (a answer) object(t testing.TB) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(a.text), &out); err != nil {
		t.Fatalf("answer %q: %v", a.text, err)
	}
	return out
}

// refused checks that the answer is the platform's Error body with id, and that its reason says what is wrong.
func (a answer) refused(t testing.TB, status int, id, reason string) {
	t.Helper()
	var body rest.ErrorBody
	if err := json.Unmarshal([]byte(a.text), &body); err != nil {
		t.Fatalf("answer %d %q is no Error body: %v", a.status, a.text, err)
	}
	want := rest.ErrorBody{
		ID: id, Kind: "Error", Href: rest.Base + "/errors/" + id, Code: "ambient-api-server-" + id,
		OperationID: a.header.Get("X-Operation-Id"), Reason: body.Reason,
	}
	if a.status != status || body != want || want.OperationID == "" {
		t.Errorf("answer %d %+v\nwant   %d %+v", a.status, body, status, want)
	}
	if !strings.Contains(body.Reason, reason) {
		t.Errorf("reason %q does not say %q", body.Reason, reason)
	}
}

// names are the values of a field of the items of a list.
func (a answer) names(t testing.TB, field string) []string {
	t.Helper()
	out := []string{}
	for _, item := range a.object(t)["items"].([]any) {
		out = append(out, item.(map[string]any)[field].(string))
	}
	return out
}

// session makes a session in project demo and returns its id.
func (c client) session(name string) string {
	c.t.Helper()
	a := c.must(http.StatusCreated, "POST", "/sessions", `{"name":"`+name+`","project_id":"demo"}`)
	return a.object(c.t)["id"].(string)
}

// agent makes an agent in project demo and returns its id.
func (c client) agent(name string) string {
	c.t.Helper()
	a := c.must(http.StatusCreated, "POST", "/agents", `{"name":"`+name+`","prompt":"be good","project_id":"demo"}`)
	return a.object(c.t)["id"].(string)
}
