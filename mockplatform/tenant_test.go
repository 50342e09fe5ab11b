// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

const small = `
tokens:
  - {label: ada, permissions: ["*"]}
projects:
  - {name: demo, labels: {team: a}}
agents:
  - {name: planner, owner: ada, project: demo, prompt: plan, versions: 3}
sessions:
  - name: first
    project: demo
    agent: planner
    prompt: go
    phase: Running
    messages: [{event_type: assistant, payload: going}]
  - {name: second, project: demo, parent: first}
`

func TestTenantsShareNothing(t *testing.T) {
	var p mockplatform.Platform
	tenants := []*mockplatform.Tenant{}
	clients := []client{}
	for range 2 {
		tenant, err := p.CreateTenant(control.TenantSpec{Seed: small})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tenant.AddToken(control.TokenSpec{Label: "c", Token: tenant.Name() + "-token", Permissions: []string{"*"}}); err != nil {
			t.Fatal(err)
		}
		tenants, clients = append(tenants, tenant), append(clients, client{t, &p, tenant.Name()})
	}
	if err := tenants[0].SetClock(control.ClockState{Mode: "frozen", Now: time.Unix(1000, 0)}); err != nil {
		t.Fatal(err)
	}
	fault(t, tenants[0], control.Fault{Path: "/agents", Kind: control.FaultStatus, Status: 500})
	made := clients[0].must(201, "POST", "/sessions", `{"name":"third","project_id":"demo"}`).object(t)

	clients[1].do("GET", "/sessions/"+made["id"].(string), "").refused(t, 404, "7", "")
	clients[1].must(200, "GET", "/agents", "")
	if n := len(tenants[1].State().Sessions); n != 2 {
		t.Errorf("the other tenant has %d sessions, want its own 2", n)
	}
	if c := tenants[1].Clock(); c.Mode != "real" || c.Now.Year() < 2000 {
		t.Errorf("the other tenant's clock is %+v", c)
	}
	if j := tenants[1].Journal(0); j.Mark != 2 {
		t.Errorf("the other tenant's journal has %d requests, want its own 2", j.Mark)
	}
	if made["created_at"] != "1970-01-01T00:16:40Z" {
		t.Errorf("created at %v, not by the tenant's clock", made["created_at"])
	}
	if err := p.DeleteTenant(tenants[0].Name()); err != nil {
		t.Fatal(err)
	}
	clients[0].do("GET", "/sessions", "").refused(t, 401, "15", "")
	clients[1].must(200, "GET", "/sessions", "")
}

func TestSeedIsAppliedWholly(t *testing.T) {
	var p mockplatform.Platform
	tenant, err := p.CreateTenant(control.TenantSpec{Seed: small})
	if err != nil {
		t.Fatal(err)
	}
	s := tenant.State()
	if len(s.Projects) != 1 || len(s.Agents) != 1 || len(s.Sessions) != 2 || len(s.Messages) != 2 {
		t.Fatalf("state %+v", s)
	}
	a := s.Agents[0]
	if a.Prompt != "plan" || len(a.Versions) != 3 || a.Versions[0].Prompt == "plan" {
		t.Errorf("agent %+v", a)
	}
	if s.Messages[0].Payload != "go" || s.Messages[0].EventType != "user" || s.Messages[1].Payload != "going" {
		t.Errorf("messages %+v", s.Messages)
	}
	for _, x := range []struct {
		document string
		want     error
		reason   string
	}{
		{"projects: [{name: demo}]", control.ErrConflict, "demo"},
		{"projects: [{name: new}]\nsessions: [{name: s, project: nowhere}]", control.ErrInvalid, "line 2"},
		{"projects: [{name: new}]\ntokens: [{label: ada, permissions: []}]", control.ErrConflict, "ada"},
		{"colours: []", control.ErrInvalid, "line 1"},
		{"projects: [{name: new}]\nagents: [{name: planner, owner: ada, project: demo, prompt: p}]", control.ErrConflict, "planner"},
	} {
		if err := tenant.Seed([]byte(x.document)); !errors.Is(err, x.want) || !strings.Contains(err.Error(), x.reason) {
			t.Errorf("seed %q: %v, want %v with %q", x.document, err, x.want, x.reason)
		}
		if n := len(tenant.State().Projects); n != 1 {
			t.Fatalf("seed %q left %d projects", x.document, n)
		}
	}
	if err := tenant.Seed([]byte("sessions: [{name: more, project: demo, agent: planner, parent: second}]")); err != nil {
		t.Errorf("a seed onto what is there: %v", err)
	}
}

func TestDemoSeedServesEveryTenantWithBearersOfItsOwn(t *testing.T) {
	var p mockplatform.Platform
	if err := p.Default().Seed(mustDocument(t, "demo")); err != nil {
		t.Fatal(err)
	}
	tenant, err := p.CreateTenant(control.TenantSpec{Seed: "demo"})
	if err != nil {
		t.Fatal(err)
	}
	for label, bearer := range tenant.Tokens() {
		if p.Default().Tokens()[label] != label || bearer == label {
			t.Errorf("%s: default has %q, the tenant %q", label, p.Default().Tokens()[label], bearer)
		}
	}
}

func TestResetReturnsToWhatTheTenantWasMadeWith(t *testing.T) {
	var p mockplatform.Platform
	made, err := p.CreateTenant(control.TenantSpec{Seed: small})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []*mockplatform.Tenant{made, p.Default()} {
		if d == p.Default() {
			if err := d.Seed([]byte(strings.ReplaceAll(small, "ada", "bob"))); err != nil {
				t.Fatal(err)
			}
		}
		bearer, err := d.AddToken(control.TokenSpec{Label: "later", Permissions: []string{"*"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.SetClock(control.ClockState{Mode: "frozen"}); err != nil {
			t.Fatal(err)
		}
		fault(t, d, control.Fault{Path: "/sessions", Kind: control.FaultStatus, Status: 500})
		session := sessionID(t, d, "first")
		push(t, d, session, "more")
		if err := d.DeleteSession(sessionID(t, d, "second")); err != nil {
			t.Fatal(err)
		}
		d.Reset()
		s := d.State()
		if len(s.Sessions) != 2 || len(s.Messages) != 2 || len(d.Faults()) != 0 || d.Clock().Mode != "real" {
			t.Errorf("%s after reset: %+v", d.Name(), s)
		}
		if d.Tokens()["later"] != bearer {
			t.Errorf("%s: a token is lost by reset", d.Name())
		}
		if stored := push(t, d, session, "new"); stored[0].Seq != 4 {
			t.Errorf("%s: seq goes back to %d", d.Name(), stored[0].Seq)
		}
	}
}

func TestClock(t *testing.T) {
	d := new(mockplatform.Platform).Default()
	at := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	if err := d.Advance(time.Second); !errors.Is(err, control.ErrConflict) {
		t.Errorf("a real clock was advanced: %v", err)
	}
	if err := d.SetClock(control.ClockState{Mode: "frozen", Now: at}); err != nil {
		t.Fatal(err)
	}
	if err := d.Advance(90 * time.Minute); err != nil {
		t.Fatal(err)
	}
	if got := d.Clock(); got.Mode != "frozen" || !got.Now.Equal(at.Add(90*time.Minute)) {
		t.Errorf("clock is %+v", got)
	}
	for _, err := range []error{d.Advance(-1), d.SetClock(control.ClockState{Mode: "fast"})} {
		if !errors.Is(err, control.ErrInvalid) {
			t.Errorf("got %v, want a refusal", err)
		}
	}
	if err := d.SetClock(control.ClockState{Mode: "real"}); err != nil || d.Clock().Mode != "real" {
		t.Errorf("clock is %+v, %v", d.Clock(), err)
	}
}

func TestStateSurvivesDumpAndLoad(t *testing.T) {
	var p mockplatform.Platform
	tenant, err := p.CreateTenant(control.TenantSpec{Name: "one", Seed: small})
	if err != nil {
		t.Fatal(err)
	}
	if err := tenant.SetClock(control.ClockState{Mode: "frozen", Now: time.Unix(500, 0)}); err != nil {
		t.Fatal(err)
	}
	dump, err := p.DumpState()
	if err != nil {
		t.Fatal(err)
	}
	var q mockplatform.Platform
	if err := q.LoadState(dump); err != nil {
		t.Fatal(err)
	}
	again, err := q.DumpState()
	if err != nil || string(again) != string(dump) {
		t.Errorf("dumped again: %v\n%s\nwant\n%s", err, again, dump)
	}
	if got := q.Tenant("one"); asJSON(t, got.State()) != asJSON(t, tenant.State()) || got.Tokens()["ada"] != tenant.Tokens()["ada"] {
		t.Error("the loaded tenant is another")
	}
	for name, text := range map[string]string{
		"not JSON": "x", "another format": `{"format":9,"tenants":[]}`, "no default": `{"format":1,"tenants":[]}`,
		"unknown field": `{"format":1,"colour":1}`, "more": `{"format":1,"tenants":[]} {}`,
		"a tenant twice": strings.Replace(string(dump), `"name": "default"`, `"name": "one"`, 1),
		"a bad token":    strings.ReplaceAll(string(dump), `"label": "ada"`, `"label": ""`),
	} {
		if err := q.LoadState([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "platform state: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if again, _ := q.DumpState(); string(again) != string(dump) {
		t.Error("a refused state changed the platform")
	}
}

func TestTenantNamesAreChecked(t *testing.T) {
	var p mockplatform.Platform
	for name, want := range map[string]error{"default": control.ErrConflict, "a/b": control.ErrInvalid, "-a": control.ErrInvalid} {
		if _, err := p.CreateTenant(control.TenantSpec{Name: name}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", name, err, want)
		}
	}
	if _, err := p.CreateTenant(control.TenantSpec{Seed: "dmeo"}); !errors.Is(err, control.ErrInvalid) || !strings.Contains(err.Error(), "demo") {
		t.Errorf("a misspelt seed: %v", err)
	}
	if err := p.DeleteTenant("default"); !errors.Is(err, control.ErrConflict) {
		t.Errorf("the default tenant was deleted: %v", err)
	}
	if err := p.DeleteTenant("nope"); !errors.Is(err, control.ErrNotFound) {
		t.Errorf("a tenant that does not exist was deleted: %v", err)
	}
}
