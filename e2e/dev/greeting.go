// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package dev

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// clientConfig is the .mcp.json that MCP clients of today read.
type clientConfig struct {
	Servers map[string]serverConfig `json:"mcpServers"`
}

type serverConfig struct {
	Type    string            `json:"type"`
	URL     string            `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Command string            `json:"command,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
}

// greet prints everything a developer needs to copy.
func greet(w io.Writer, bin string, r ready, mcpURL string) error {
	token := preferredToken(r.Tokens)
	if abs, err := filepath.Abs(bin); err == nil {
		bin = abs
	}
	config := clientConfig{Servers: map[string]serverConfig{
		"ambient": {Type: "sse", URL: mcpURL + "/sse", Headers: map[string]string{"Authorization": "Bearer " + token}},
		"ambient-stdio": {Type: "stdio", Command: filepath.Join(bin, "ambient-mcp"),
			Env: map[string]string{"AMBIENT_API_URL": r.APIURL, "AMBIENT_TOKEN": token}},
	}}
	snippet, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		return fmt.Errorf("print the client configuration: %w", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "platform    %s   (control API under /-/)\nMCP server  %s/sse\n\ntokens\n", r.APIURL, mcpURL)
	for _, label := range slices.Sorted(maps.Keys(r.Tokens)) {
		fmt.Fprintf(&b, "  %-14s %s\n", label, r.Tokens[label])
	}
	fmt.Fprintf(&b, "\n.mcp.json\n%s\n\ntry\n  export AMBIENT_API_URL=%s AMBIENT_TOKEN=%s\n  %s mcp call list_sessions --input '{\"phase\":\"Running\"}'\n\nCtrl-C ends both.\n",
		snippet, r.APIURL, token, filepath.Join(bin, "acpctl"))
	_, err = io.WriteString(w, b.String())
	return err
}

// preferredToken is the one to work with day to day: an editor's, else the first by name.
func preferredToken(tokens map[string]string) string {
	if t, ok := tokens["demo-editor"]; ok {
		return t
	}
	for _, label := range slices.Sorted(maps.Keys(tokens)) {
		return tokens[label]
	}
	return "TOKEN"
}
