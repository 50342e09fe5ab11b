// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package access_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
)

func TestCallerMay(t *testing.T) {
	for _, c := range []struct {
		name    string
		granted []access.Permission
		asked   access.Permission
		want    bool
	}{
		{"nothing granted allows nothing", nil, access.SessionsList, false},
		{"a permission allows itself", []access.Permission{access.SessionsList}, access.SessionsList, true},
		{"list does not allow get", []access.Permission{access.SessionsList}, access.SessionsGet, false},
		{"get does not allow list", []access.Permission{access.AgentsGet}, access.AgentsList, false},
		{"patch allows get", []access.Permission{access.SessionsPatch}, access.SessionsGet, true},
		{"patch of agents allows get of agents", []access.Permission{access.AgentsPatch}, access.AgentsGet, true},
		{"patch of projects allows get of projects", []access.Permission{access.ProjectsPatch}, access.ProjectsGet, true},
		{"patch of one kind does not allow get of another", []access.Permission{access.AgentsPatch}, access.SessionsGet, false},
		{"create does not allow patch", []access.Permission{access.SessionsCreate}, access.SessionsPatch, false},
		{"the star allows everything", []access.Permission{access.All}, access.ProjectsDelete, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := access.NewCaller("u", c.granted, nil).May(c.asked); got != c.want {
				t.Errorf("May(%s) = %v, want %v", c.asked, got, c.want)
			}
		})
	}
}

func TestCallerReaches(t *testing.T) {
	for _, c := range []struct {
		name     string
		projects []string
		project  string
		want     bool
	}{
		{"no limit reaches any project", nil, "demo", true},
		{"no limit reaches what has no project", nil, "", true},
		{"a limit reaches its projects", []string{"a", "b"}, "b", true},
		{"a limit reaches no other", []string{"a", "b"}, "c", false},
		{"a limit does not reach what has no project", []string{"a"}, "", false},
		{"an empty limit reaches nothing", []string{}, "a", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := access.NewCaller("u", nil, c.projects).Reaches(c.project); got != c.want {
				t.Errorf("Reaches(%q) = %v, want %v", c.project, got, c.want)
			}
		})
	}
	if got := access.NewCaller("u", nil, []string{"a"}).OnlyProject(); got != "a" {
		t.Errorf("OnlyProject = %q, want a", got)
	}
	if got := access.NewCaller("u", nil, []string{"a", "b"}).OnlyProject(); got != "" {
		t.Errorf("OnlyProject of two = %q, want none", got)
	}
}

func TestTokenValidate(t *testing.T) {
	good := access.Token{Label: "ada", Bearer: "secret-1", User: "ada"}
	for _, c := range []struct {
		name  string
		spoil func(*access.Token)
		want  string
	}{
		{"a label is needed", func(t *access.Token) { t.Label = "" }, "label is empty"},
		{"a label has no control characters", func(t *access.Token) { t.Label = "a\nb" }, "control characters"},
		{"a bearer is needed", func(t *access.Token) { t.Bearer = "" }, "bearer is empty"},
		{"a bearer has no blank", func(t *access.Token) { t.Bearer = "a b" }, "header cannot carry"},
		{"a bearer is ASCII", func(t *access.Token) { t.Bearer = "é" }, "header cannot carry"},
		{"permissions are known", func(t *access.Token) { t.Permissions = []access.Permission{"sessions:fly"} }, `unknown permission "sessions:fly"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			token := good
			c.spoil(&token)
			if err := token.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Validate() = %v, want %q in it", err, c.want)
			}
		})
	}
	if err := good.Validate(); err != nil {
		t.Errorf("a good token is refused: %v", err)
	}
}

func TestTokenIsInvalidFromTheInstantItExpires(t *testing.T) {
	end := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	token := access.Token{ExpiresAt: &end}
	if !token.ValidAt(end.Add(-time.Nanosecond)) || token.ValidAt(end) {
		t.Error("the token must be valid until just before it expires")
	}
}

func TestRegistryAddsAllTokensOrNone(t *testing.T) {
	var r access.Registry
	must(t, r.Add("one", access.Token{Label: "a", Bearer: "bearer-a"}))
	err := r.Add("two", access.Token{Label: "b", Bearer: "bearer-b"}, access.Token{Label: "c", Bearer: "bearer-a"})
	if !errors.Is(err, access.ErrInUse) {
		t.Fatalf("Add = %v, want ErrInUse", err)
	}
	if _, ok := r.Lookup("bearer-b"); ok {
		t.Error("a token of a refused batch is known")
	}
}

func TestRegistryRefusesLabelsAndBearersInUse(t *testing.T) {
	var r access.Registry
	must(t, r.Add("one", access.Token{Label: "a", Bearer: "bearer-a"}))
	for _, c := range []struct {
		name   string
		tenant string
		token  access.Token
		ok     bool
	}{
		{"the label again", "one", access.Token{Label: "a", Bearer: "bearer-x"}, false},
		{"the bearer again", "one", access.Token{Label: "x", Bearer: "bearer-a"}, false},
		{"the bearer in another tenant", "two", access.Token{Label: "a", Bearer: "bearer-a"}, false},
		{"the label in another tenant", "two", access.Token{Label: "a", Bearer: "bearer-y"}, true},
	} {
		if err := r.Add(c.tenant, c.token); (err == nil) != c.ok {
			t.Errorf("%s: Add = %v", c.name, err)
		}
	}
}

func TestRevokedTokenSelectsItsTenantAndCanBeMadeAnew(t *testing.T) {
	var r access.Registry
	token := access.Token{Label: "a", Bearer: "bearer-a"}
	must(t, r.Add("one", token))
	must(t, r.Revoke("one", "a"))
	found, ok := r.Lookup("bearer-a")
	if !ok || found.Tenant != "one" || found.Token.ValidAt(time.Now()) {
		t.Errorf("Lookup = %+v, %v; want the revoked token of its tenant", found, ok)
	}
	if err := r.Revoke("one", "a"); !errors.Is(err, access.ErrUnknown) {
		t.Errorf("second Revoke = %v, want ErrUnknown", err)
	}
	if err := r.Add("two", access.Token{Label: "z", Bearer: "bearer-a"}); err == nil {
		t.Error("another tenant got the revoked bearer")
	}
	must(t, r.Add("one", token))
	if found, _ := r.Lookup("bearer-a"); !found.Token.ValidAt(time.Now()) {
		t.Error("the token made anew is not valid")
	}
	if n := len(r.Tokens("one")); n != 1 {
		t.Errorf("the tenant has %d tokens, want 1", n)
	}
	r.Drop("one")
	if _, ok := r.Lookup("bearer-a"); ok {
		t.Error("a dropped tenant's bearer is known")
	}
}

func TestScrubReplacesEveryWayToWriteABearer(t *testing.T) {
	var r access.Registry
	must(t, r.Add("one", access.Token{Label: "ada", Bearer: `se/cr"et+1`}, access.Token{Label: "bob", Bearer: "short"}))
	for text, want := range map[string]string{
		`plain se/cr"et+1 here`: "plain ada here",
		"q=se%2Fcr%22et%2B1":    "q=ada",
		"/p/se%2Fcr%22et+1/x":   "/p/ada/x",
		`{"k":"se/cr\"et+1"}`:   `{"k":"ada"}`,
		"a short word":          "a short word",
		"":                      "",
	} {
		if got := r.Scrub("one", text); got != want {
			t.Errorf("Scrub(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestBearer(t *testing.T) {
	for header, want := range map[string]string{
		"Bearer abc": "abc", "bearer abc": "", "Basic abc": "", "Bearer ": "", "Bearer": "", "": "", "Bearer a b": "",
	} {
		if got, ok := access.Bearer(header); got != want || ok != (want != "") {
			t.Errorf("Bearer(%q) = %q, %v; want %q", header, got, ok, want)
		}
	}
	if got := access.ScrubHeader("Basic dXNlcjpwYXNz", "unknown"); got != "Basic unknown" {
		t.Errorf("ScrubHeader = %q", got)
	}
	if got := access.ScrubHeader("naked", "unknown"); got != "unknown" {
		t.Errorf("ScrubHeader = %q", got)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
