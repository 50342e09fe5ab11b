// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := env[name]; return v, ok }
}

func TestConfigHasTheDocumentedDefaults(t *testing.T) {
	got, err := ConfigFromEnv(lookup(map[string]string{"AMBIENT_API_URL": "https://api.example.com/", "AMBIENT_TOKEN": "tok\n", "MCP_LOG_LEVEL": ""}))
	want := Config{
		APIURL: "https://api.example.com/", Token: "tok", Transport: "stdio", BindAddr: ":8090", WatchPollInterval: 5 * time.Second,
		WatchNotifications: "spec", Profile: "auto", LogLevel: "info",
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestConfigReadsEveryVariable(t *testing.T) {
	got, err := ConfigFromEnv(lookup(map[string]string{
		"AMBIENT_API_URL": "http://api.example.com/base", "MCP_TRANSPORT": "sse", "MCP_BIND_ADDR": "127.0.0.1:0", "AMBIENT_ALLOW_HTTP": "true",
		"MCP_WATCH_POLL_INTERVAL": "250ms", "MCP_WATCH_NOTIFICATIONS": "strict", "AMBIENT_API_PROFILE": "spec", "AMBIENT_PROJECT_ID": "demo",
		"MCP_ALLOW_REMOTE_CALLERS": "true", "MCP_ALLOWED_ORIGINS": "https://a.example, http://b.example:8080,", "MCP_LOG_LEVEL": "warn",
	}))
	want := Config{
		APIURL: "http://api.example.com/base", Transport: "sse", BindAddr: "127.0.0.1:0", WatchPollInterval: 250 * time.Millisecond,
		WatchNotifications: "strict", Profile: "spec", ProjectID: "demo", AllowHTTP: true, AllowRemoteCallers: true,
		AllowedOrigins: []string{"https://a.example", "http://b.example:8080"}, LogLevel: "warn",
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestConfigErrorsAreOneLineThatNamesTheVariableAndTheValidValues(t *testing.T) {
	good := map[string]string{"AMBIENT_API_URL": "https://api.example.com", "AMBIENT_TOKEN": "s3cret"}
	tests := []struct {
		variable, value string
		want            []string
	}{
		{"MCP_TRANSPORT", "pigeon", []string{`"pigeon"`, "stdio, sse"}},
		{"MCP_TRANSPORT", "http", []string{`"http"`, "not available yet", "stdio, sse"}},
		{"MCP_TRANSPORT", "STDIO", []string{`"STDIO"`}},
		{"AMBIENT_API_URL", "", []string{"required"}},
		{"AMBIENT_API_URL", "api.example.com", []string{"http, https"}},
		{"AMBIENT_API_URL", "ftp://api.example.com", []string{`"ftp"`, "http, https"}},
		{"AMBIENT_API_URL", "https://", []string{"no host"}},
		{"AMBIENT_API_URL", "https://u:s3cret@api.example.com", []string{"AMBIENT_TOKEN"}},
		{"AMBIENT_API_URL", "https://api.example.com/?token=s3cret", []string{"query"}},
		{"AMBIENT_API_URL", "https://api.example.com/#", []string{"fragment"}},
		{"AMBIENT_API_URL", "https://api.example.com:99999", []string{"port"}},
		{"AMBIENT_API_URL", "https://api example.com\x7f", []string{"not a URL"}},
		{"AMBIENT_API_URL", "http://api.example.com", []string{"api.example.com", "AMBIENT_ALLOW_HTTP=true"}},
		{"AMBIENT_API_URL", "http://10.0.0.1", []string{"AMBIENT_ALLOW_HTTP=true"}},
		{"AMBIENT_API_URL", "http://svc.evil.example", []string{"AMBIENT_ALLOW_HTTP=true"}},
		{"AMBIENT_TOKEN", "", []string{"required", "stdio"}},
		{"AMBIENT_TOKEN", "s3cret x", []string{"white space"}},
		{"AMBIENT_TOKEN", "s3crét", []string{"non-ASCII"}},
		{"MCP_BIND_ADDR", "8090", []string{`"8090"`, "[host]:port"}},
		{"MCP_BIND_ADDR", ":http", []string{"[host]:port"}},
		{"MCP_WATCH_POLL_INTERVAL", "5", []string{`"5"`, "10ms to 10m"}},
		{"MCP_WATCH_POLL_INTERVAL", "0s", []string{`"0s"`}},
		{"MCP_WATCH_POLL_INTERVAL", "-5s", []string{"-5s"}},
		{"MCP_WATCH_POLL_INTERVAL", "24h", []string{"10m"}},
		{"MCP_WATCH_NOTIFICATIONS", "loud", []string{`"loud"`, "spec, strict, log"}},
		{"AMBIENT_API_PROFILE", "upstream", []string{`"upstream"`, "auto, spec"}},
		{"AMBIENT_ALLOW_HTTP", "yes", []string{`"yes"`, "true, false"}},
		{"MCP_ALLOW_REMOTE_CALLERS", "1", []string{`"1"`, "true, false"}},
		{"MCP_ALLOWED_ORIGINS", "*", []string{`"*"`, "scheme://host"}},
		{"MCP_ALLOWED_ORIGINS", "https://a.example/x", []string{"scheme://host"}},
		{"MCP_LOG_LEVEL", "trace", []string{`"trace"`, "debug, info, warn, error"}},
	}
	for _, tt := range tests {
		env := map[string]string{"AMBIENT_API_URL": good["AMBIENT_API_URL"], "AMBIENT_TOKEN": good["AMBIENT_TOKEN"]}
		env[tt.variable] = tt.value
		_, err := ConfigFromEnv(lookup(env))
		if err == nil {
			t.Errorf("%s=%q is accepted", tt.variable, tt.value)
			continue
		}
		text := err.Error()
		if !strings.HasPrefix(text, tt.variable) || strings.ContainsAny(text, "\n") || strings.Contains(text, "s3cr") {
			t.Errorf("%s=%q: %s", tt.variable, tt.value, text)
		}
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s=%q: %q does not say %q", tt.variable, tt.value, text, want)
			}
		}
	}
}

func TestAWrongTransportIsToldBeforeAnythingElse(t *testing.T) {
	_, err := ConfigFromEnv(lookup(map[string]string{"MCP_TRANSPORT": "x"}))
	if err == nil || !strings.HasPrefix(err.Error(), "MCP_TRANSPORT") {
		t.Errorf("got %v", err)
	}
}

func TestPlainHTTPIsFineWithinTheMachineAndTheCluster(t *testing.T) {
	for _, host := range []string{"localhost:8000", "127.0.0.1", "127.8.9.1:1", "[::1]:8000", "api", "api.ns.svc:8000", "api.ns.svc.cluster.local", "API.ns.SVC."} {
		if err := checkURL("http://"+host, false); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestOrigins(t *testing.T) {
	listed := []string{"https://app.example.com"}
	for origin, want := range map[string]bool{
		"http://localhost:3000": true, "https://127.0.0.1": true, "http://[::1]:8090": true, "https://app.example.com": true, "https://APP.example.com": true,
		"https://evil.example": false, "http://app.example.com": false, "https://app.example.com:444": false, "https://app.example.com.evil.example": false,
		"http://localhost.evil.example": false, "http://127.0.0.1.evil.example": false, "null": false, "": false, "http://localhost/x": false,
		"http://u@localhost": false, "chrome-extension://localhost": false,
	} {
		if got := allowedOrigin(origin, listed); got != want {
			t.Errorf("%q: got %t", origin, got)
		}
	}
}
