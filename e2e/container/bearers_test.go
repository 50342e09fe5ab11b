// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func TestBearers(t *testing.T) {
	platform := &mockplatform.Platform{}
	t.Cleanup(platform.Close)
	srv := httptest.NewServer(platform)
	t.Cleanup(srv.Close)
	b := &bearers{next: http.DefaultTransport}
	c := &control.Client{BaseURL: srv.URL, HTTP: &http.Client{Transport: b}}
	made, err := c.CreateTenant(t.Context(), control.TenantSpec{Seed: "empty"})
	if err != nil {
		t.Fatal(err)
	}
	tenant := c.Tenant(made.Name)
	var tokens []string
	for _, label := range []string{"one", "two"} {
		token, err := tenant.AddToken(t.Context(), control.TokenSpec{Label: label, Permissions: []string{"*"}})
		if err != nil || token == "" {
			t.Fatalf("%q, %v", token, err)
		}
		tokens = append(tokens, token)
	}
	if _, err := tenant.AddToken(t.Context(), control.TokenSpec{}); err == nil {
		t.Error("a token without a label was made")
	}
	log := "first\nsecond " + tokens[1] + " " + tokens[0] + "\nthird"
	if got := b.scrub(log); got != "first\nsecond [token] [token]\nthird" {
		t.Errorf("scrubbed: %q", got)
	}
	b.search("a clean log", "first\nthird")
	if got := b.found(); len(got) > 0 {
		t.Errorf("found in a clean log: %q", got)
	}
	b.search("a log", log)
	if got := strings.Join(b.found(), "\n"); got != "a log holds a bearer: second [token] [token]" {
		t.Errorf("found: %q", got)
	}
	http.DefaultClient.CloseIdleConnections()
}
