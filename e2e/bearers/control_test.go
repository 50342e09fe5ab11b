// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package bearers_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/bearers"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func TestBearersOfTheRealControlAPI(t *testing.T) {
	platform := &mockplatform.Platform{}
	t.Cleanup(platform.Close)
	srv := httptest.NewServer(platform)
	t.Cleanup(srv.Close)
	var b bearers.Set
	c := &control.Client{BaseURL: srv.URL, HTTP: &http.Client{Transport: b.Note(http.DefaultTransport)}}
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
	if got := b.Scrub(log); got != "first\nsecond [bearer] [bearer]\nthird" {
		t.Errorf("scrubbed: %q", got)
	}
	if err := b.Leak("first\nthird"); err != nil {
		t.Errorf("found in a clean log: %v", err)
	}
	if err := b.Leak(log); err == nil || err.Error() != "line 2 holds a bearer: second [bearer] [bearer]" {
		t.Errorf("found: %v", err)
	}
	http.DefaultClient.CloseIdleConnections()
}
