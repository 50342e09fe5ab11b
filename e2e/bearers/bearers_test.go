// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package bearers_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/bearers"
)

func TestBearers(t *testing.T) {
	var b bearers.Set
	for _, token := range []string{"one-bearer", "another-bearer", "short", ""} {
		b.Add(token)
	}
	if got := b.Scrub("a short one-bearer, another-bearer"); got != "a short [bearer], [bearer]" {
		t.Errorf("scrubbed to %q", got)
	}
	if err := b.Leak("nothing\nof a short kind\n"); err != nil {
		t.Error(err)
	}
	err := b.Leak("first\n{\"msg\": \"got Bearer another-bearer\"}\nthird")
	if err == nil || err.Error() != `line 2 holds a bearer: {"msg": "got Bearer [bearer]"}` {
		t.Errorf("got %v", err)
	}
}

func TestBearersAreNotedWhereTheyAreMade(t *testing.T) {
	const tenant = `{"name":"t","tokens":{"a":"token-of-a"}}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodGet:
			_, _ = io.WriteString(w, `{"token":"of-a-get-request"}`)
		case strings.HasSuffix(r.URL.Path, "/tenants"):
			_, _ = io.WriteString(w, tenant)
		case strings.HasSuffix(r.URL.Path, "/tokens"):
			_, _ = io.WriteString(w, `{"token":"made-token"}`)
		default:
			_, _ = io.WriteString(w, `{"token":"of-something-else"}`)
		}
	}))
	defer s.Close()
	var b bearers.Set
	client := &http.Client{Transport: b.Note(http.DefaultTransport)}
	defer client.CloseIdleConnections()
	for path, want := range map[string]string{"/-/tenants": tenant, "/-/tenants/t/tokens": `{"token":"made-token"}`, "/-/seed": `{"token":"of-something-else"}`} {
		resp, err := client.Post(s.URL+path, "application/json", nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(body) != want || err != nil {
			t.Errorf("%s: the caller gets %q, %v", path, body, err)
		}
	}
	resp, err := client.Get(s.URL + "/-/tenants/t/tokens")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := b.Scrub("token-of-a made-token of-something-else of-a-get-request"); got != "[bearer] [bearer] of-something-else of-a-get-request" {
		t.Errorf("noted: %q", got)
	}
}
