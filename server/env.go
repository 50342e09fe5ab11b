// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Variable is one environment variable of the server.
type Variable struct {
	Name        string
	Description string
	// Default is "" where there is none.
	Default string
	// Values are the valid ones, where they can be listed.
	Values []string
}

// Variables returns the environment variables that configure the server: the
// table that --help prints and the documentation shows.
func Variables() []Variable {
	return []Variable{
		{Name: "AMBIENT_API_URL", Description: "Base URL of the platform's API server. Required."},
		{Name: "AMBIENT_TOKEN", Description: "Bearer token of the platform. Required on stdio; over SSE the token for callers on this host that bring none."},
		{Name: "MCP_TRANSPORT", Default: "stdio", Values: []string{"stdio", "sse"}, Description: "MCP transport."},
		{Name: "MCP_BIND_ADDR", Default: ":8090", Description: "Address that SSE listens on."},
		{Name: "MCP_WATCH_POLL_INTERVAL", Default: "5s", Description: "How often the phase of a watched session is read, 10ms to 10m."},
		{Name: "MCP_WATCH_NOTIFICATIONS", Default: "spec", Values: []string{"spec", "strict", "log"}, Description: "Shape of watch notifications."},
		{Name: "MCP_ALLOW_REMOTE_CALLERS", Default: "false", Values: boolean(), Description: "Let callers from other hosts that bring no token use AMBIENT_TOKEN."},
		{Name: "MCP_ALLOWED_ORIGINS", Description: "Browser origins that may connect beside those of this host, separated by commas."},
		{Name: "MCP_LOG_LEVEL", Default: "info", Values: []string{"debug", "info", "warn", "error"}, Description: "Least severe level that is logged."},
		{Name: "AMBIENT_API_PROFILE", Default: "auto", Values: []string{"auto", "spec"}, Description: "Profile of the platform's API."},
		{Name: "AMBIENT_PROJECT_ID", Description: "Project of agents where the platform scopes them to projects; unused in profile spec."},
		{Name: "AMBIENT_ALLOW_HTTP", Default: "false", Values: boolean(), Description: "Let AMBIENT_API_URL be plain http to a host outside this machine and cluster."},
	}
}

func boolean() []string { return []string{"true", "false"} }

// variable returns the variable of that name, which must exist.
func variable(name string) Variable {
	all := Variables()
	return all[slices.IndexFunc(all, func(v Variable) bool { return v.Name == name })]
}

// reader reads variables and keeps the first error.
type reader struct {
	lookup func(string) (string, bool)
	err    error
}

func (r *reader) fail(name, problem string) {
	if r.err == nil {
		r.err = errors.New(name + ": " + problem)
	}
}

func (r *reader) text(name string) string {
	value, _ := r.lookup(name)
	return strings.TrimRight(value, "\r\n") // As a file read into a variable often ends.
}

// choice returns one of the variable's values, or "" when it is not set.
func (r *reader) choice(name string) string {
	value := r.text(name)
	valid := variable(name).Values
	if value == "" || slices.Contains(valid, value) || (name == "MCP_TRANSPORT" && value == "http") {
		return value
	}
	r.fail(name, fmt.Sprintf("unknown value %q; valid are %s", value, strings.Join(valid, ", ")))
	return ""
}

func (r *reader) duration(name string) time.Duration {
	value := r.text(name)
	if value == "" {
		return 0
	}
	d, err := time.ParseDuration(value)
	if err != nil || d == 0 {
		r.fail(name, fmt.Sprintf("%q is not a duration; valid are %s to %s, e.g. 5s", value, minPollInterval, maxPollInterval))
	}
	return d
}

func (r *reader) list(name string) []string {
	var items []string
	for item := range strings.SplitSeq(r.text(name), ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
