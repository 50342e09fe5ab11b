// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	status := func(code int) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/healthz" || r.Header.Get("Authorization") != "" {
				t.Errorf("asked for %s with %v", r.URL, r.Header)
			}
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(code)
		}))
		t.Cleanup(s.Close)
		return s.Listener.Addr().String()
	}
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	t.Setenv("http_proxy", "http://127.0.0.1:1")
	sse := func(addr string) map[string]string {
		return map[string]string{"AMBIENT_API_URL": "http://localhost", "MCP_TRANSPORT": "sse", "MCP_BIND_ADDR": addr}
	}
	stdio := map[string]string{"AMBIENT_API_URL": "http://localhost"}
	up := status(http.StatusOK)
	_, port, _ := net.SplitHostPort(up)
	for _, tt := range []struct {
		name string
		env  map[string]string
		code int
		want string
	}{
		{"it serves", sse(up), ExitOK, "ok\n"},
		{"it serves everywhere", sse(":" + port), ExitOK, "ok\n"},
		{"it serves everywhere, over IPv4", sse("0.0.0.0:" + port), ExitOK, "ok\n"},
		{"it answers an error", sse(status(http.StatusServiceUnavailable)), ExitFailed, "answers 503"},
		{"something else answers", sse(status(http.StatusFound)), ExitFailed, "answers 302"},
		{"nobody serves", sse("127.0.0.1:1"), ExitFailed, "127.0.0.1:1"},
		{"nobody serves on an address with a zone", sse("[fe80::1%nowhere]:1"), ExitFailed, "fe80::1%nowhere"},
		{"a port that nobody knows", sse(":0"), ExitUsage, "MCP_BIND_ADDR: port 0"},
		{"a wrong address", sse("nowhere"), ExitUsage, "MCP_BIND_ADDR"},
		{"a wrong transport", map[string]string{"MCP_TRANSPORT": "pigeon"}, ExitUsage, "pigeon"},
		{"nothing to ask", stdio, ExitOK, "nothing to ask"},
		{"no platform", nil, ExitUsage, "AMBIENT_API_URL is required"},
		{"a wrong token", map[string]string{"AMBIENT_API_URL": "http://localhost", "AMBIENT_TOKEN": "s3 cret"}, ExitUsage, "AMBIENT_TOKEN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := run(t, tt.env, "", "healthcheck")
			told, silent := stdout, stderr
			if tt.code != ExitOK {
				told, silent = stderr, stdout
			}
			if code != tt.code || !strings.Contains(told, tt.want) || strings.Count(told, "\n") != 1 || silent != "" || strings.Contains(told, "s3") {
				t.Errorf("%d, %q, %q", code, stdout, stderr)
			}
		})
	}
	if code, _, stderr := run(t, stdio, "", "healthcheck", "x"); code != ExitUsage || !strings.Contains(stderr, `"x"`) {
		t.Errorf("an argument: %d, %q", code, stderr)
	}
}

func TestHealthIsAskedWhereTheServerListens(t *testing.T) {
	for bind, want := range map[string]string{
		":8090": "127.0.0.1:8090", "0.0.0.0:1": "127.0.0.1:1", "[::]:1": "[::1]:1", "[::1]:1": "[::1]:1",
		"10.1.2.3:1": "10.1.2.3:1", "[fe80::1%eth0]:1": "[fe80::1%eth0]:1", "localhost:1": "localhost:1", "[::ffff:0.0.0.0]:1": "127.0.0.1:1",
	} {
		if got, err := healthAddr(bind); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", bind, got, err, want)
		}
	}
}
