// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
)

func mustDocument(t testing.TB, name string) []byte {
	t.Helper()
	document, ok := seed.Builtin(name)
	if !ok {
		t.Fatalf("no built-in seed %s", name)
	}
	return document
}

// sessionID finds a session of the tenant by its name.
func sessionID(t testing.TB, d *mockplatform.Tenant, name string) string {
	t.Helper()
	for _, raw := range d.State().Sessions {
		var s struct{ ID, Name string }
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		if s.Name == name {
			return s.ID
		}
	}
	t.Fatalf("no session %q", name)
	return ""
}

// TestControlClientDoesEverything has the client arrange, observe and break a tenant over HTTP.
func TestControlClientDoesEverything(t *testing.T) {
	p := new(mockplatform.Platform)
	t.Cleanup(p.Close)
	s := serve(t, p, "memory")
	ctx := context.Background()
	c := &control.Client{BaseURL: s.url, HTTP: s.http}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	made, err := c.CreateTenant(ctx, control.TenantSpec{Name: "one", Seed: small})
	ok(err)
	if made.Name != "one" || made.Tokens["ada"] == "" {
		t.Fatalf("made %+v", made)
	}
	one := c.Tenant("one")
	bearer, err := one.AddToken(ctx, control.TokenSpec{Label: "a/b c", Permissions: []string{"sessions:get"}})
	ok(err)
	if bearer == "" {
		t.Error("no bearer made up")
	}
	session := sessionID(t, p.Tenant("one"), "first")
	get := func() int {
		resp, err := s.request(ctx, "GET", "/sessions/"+session, "", "Authorization", "Bearer "+bearer)
		ok(err)
		resp.Body.Close()
		return resp.StatusCode
	}
	if got := get(); got != 200 {
		t.Errorf("the new bearer gets %d", got)
	}
	ok(one.RevokeToken(ctx, "a/b c"))
	if got := get(); got != 401 {
		t.Errorf("the revoked bearer gets %d", got)
	}
	j, err := one.Journal(ctx, 1)
	ok(err)
	if j.Mark != 2 || len(j.Requests) != 1 || j.Requests[0].TokenLabel != "a/b c" {
		t.Errorf("journal %+v; the control API must not be in it", j)
	}

	ok(one.Seed(ctx, "projects: [{name: extra}]"))
	snapshot, err := one.Snapshot(ctx)
	ok(err)
	ok(one.SetPhase(ctx, session, "Failed"))
	stored, err := one.Append(ctx, session, control.NewMessage{EventType: "error", Payload: "boom"})
	ok(err)
	if len(stored) != 1 || stored[0].EventType != "error" || stored[0].ID == "" {
		t.Errorf("stored %+v", stored)
	}
	ok(one.DeleteSession(ctx, session))
	state, err := one.State(ctx)
	ok(err)
	if len(state.Sessions) != 1 || len(state.Projects) != 2 || len(state.Messages) != 0 {
		t.Errorf("state %+v", state)
	}
	ok(one.Restore(ctx, snapshot))
	state, err = one.State(ctx)
	ok(err)
	if len(state.Sessions) != 2 || len(state.Agents) != 1 || state.Agents[0].Prompt != "plan" {
		t.Errorf("restored state %+v", state)
	}
	ok(one.Reset(ctx))

	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ok(one.SetClock(ctx, control.ClockState{Mode: "frozen", Now: at}))
	ok(one.Advance(ctx, 36*time.Hour))
	clock, err := one.Clock(ctx)
	ok(err)
	if clock.Mode != "frozen" || !clock.Now.Equal(at.Add(36*time.Hour)) {
		t.Errorf("clock %+v", clock)
	}
	id, err := one.AddFault(ctx, control.Fault{Path: "/sessions", Kind: control.FaultWrongShape, Times: 2})
	ok(err)
	if faults := p.Tenant("one").Faults(); len(faults) != 1 || faults[0].ID != id {
		t.Errorf("faults %+v", faults)
	}
	ok(one.ClearFaults(ctx))
	if faults := p.Tenant("one").Faults(); len(faults) != 0 {
		t.Errorf("faults %+v", faults)
	}

	if err := c.SaveState(ctx); err == nil || !strings.Contains(err.Error(), "status 409") {
		t.Errorf("SaveState without a file: %v", err)
	}
	saved := errors.New("disk full")
	p.SaveState = func() error { return saved }
	if err := c.SaveState(ctx); err == nil || !strings.Contains(err.Error(), "status 500") || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("SaveState that fails: %v", err)
	}
	saved = nil
	ok(c.SaveState(ctx))
	ok(c.DeleteTenant(ctx, "one"))
	if err := c.DeleteTenant(ctx, "one"); err == nil || !strings.Contains(err.Error(), "status 404") {
		t.Errorf("second delete: %v", err)
	}
}

func TestControlRefuses(t *testing.T) {
	p := platform(t)
	s := serve(t, p, "memory")
	for _, x := range []struct {
		method, path, body string
		status             int
		reason             string
	}{
		{"GET", "nothing", "", 404, "no such route"},
		{"PUT", "tenants", "", 405, "PUT"},
		{"POST", "tenants", `{"colour":1}`, 400, "colour"},
		{"POST", "tenants", `{"name":5}`, 400, "name"},
		{"POST", "tenants", `{} {}`, 400, "follows"},
		{"POST", "tenants", ``, 400, "empty"},
		{"POST", "tenants", `{"seed":"tokens: 5"}`, 400, "line 1"},
		{"POST", "tenants", `{"name":"default"}`, 409, "default"},
		{"DELETE", "tenants/default", "", 409, "default"},
		{"GET", "tenants/nope/state", "", 404, "nope"},
		{"POST", "tenants/default/tokens", `{"label":"x","permissions":["fly"]}`, 400, "fly"},
		{"POST", "tenants/default/tokens", `{"label":"admin","permissions":[]}`, 409, "admin"},
		{"DELETE", "tenants/default/tokens/nope", "", 404, "nope"},
		{"POST", "tenants/default/seed", `{}`, 400, "document"},
		{"POST", "tenants/default/snapshots/nope/restore", "", 404, "nope"},
		{"PUT", "tenants/default/clock", `{"mode":"fast"}`, 400, "fast"},
		{"POST", "tenants/default/clock/advance", `{"duration":"soon"}`, 400, "soon"},
		{"POST", "tenants/default/clock/advance", `{"duration":"1s"}`, 409, "frozen"},
		{"PUT", "tenants/default/sessions/nope/phase", `{"phase":"Running"}`, 404, "nope"},
		{"PUT", "tenants/default/sessions/nope/phase", `{}`, 400, "phase"},
		{"DELETE", "tenants/default/sessions/nope", "", 404, "nope"},
		{"POST", "tenants/default/sessions/nope/messages", `[{"event_type":"x"}]`, 404, "nope"},
		{"POST", "tenants/default/sessions/nope/messages", `[{"payload":"x"}]`, 400, "event_type"},
		{"GET", "tenants/default/journal?since=x", "", 400, "since"},
		{"GET", "tenants/default/journal?from=1", "", 400, "from"},
		{"POST", "tenants/default/faults", `{"path":"/x","kind":"y"}`, 400, "kind"},
		{"DELETE", "tenants/default/faults/nope", "", 404, "nope"},
	} {
		t.Run(x.method+" "+x.path, func(t *testing.T) {
			status, text := controlCall(t, s, x.method, x.path, x.body)
			var body struct{ Error string }
			if err := json.Unmarshal([]byte(text), &body); err != nil || status != x.status || !strings.Contains(body.Error, x.reason) {
				t.Errorf("answer %d %s, want %d with %q", status, text, x.status, x.reason)
			}
		})
	}
}

func TestControlTellsAboutItself(t *testing.T) {
	p := platform(t)
	s := serve(t, p, "memory")
	for path, want := range map[string]string{
		"":                `{"name":"mockplatform","profile":"spec","auth":"tokens","tenants":["default"]}`,
		"tenants":         `[{"name":"default","token_labels":["admin","editor","nobody","reader","scoped"]}]`,
		"tenants/default": `{"name":"default","token_labels":["admin","editor","nobody","reader","scoped"]}`,
	} {
		if status, text := controlCall(t, s, "GET", path, ""); status != 200 || strings.TrimSpace(text) != want {
			t.Errorf("%s answers %d %s", path, status, text)
		}
	}
}

func TestControlCanBeSwitchedOff(t *testing.T) {
	s := serve(t, &mockplatform.Platform{ControlDisabled: true}, "memory")
	for _, path := range []string{"", "tenants", "nothing"} {
		if status, text := controlCall(t, s, "GET", path, ""); status != http.StatusForbidden || !strings.Contains(text, "switched off") {
			t.Errorf("%s answers %d %s", path, status, text)
		}
	}
}

func controlCall(t testing.TB, s *server, method, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, s.url+control.Prefix+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}
