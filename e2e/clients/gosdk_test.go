// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package clients drives the server with MCP clients that share no code with
// it, so that what works is the protocol and not one SDK's idea of it.
package clients

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/server"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// The ids are fixed so that every tool can be called with an argument that works.
const (
	sessionID = "3BEaN6kqawvTNUIXoSMcgOQvUDj"
	agentID   = "0d5f3b58-6f1c-4a1e-9d57-8f6f2f1c9a01"
	token     = "client-token"
	seed      = `
tokens: [{label: client, token: client-token, user: ada, permissions: ["*"]}]
projects: [{name: demo}]
agents: [{id: "` + agentID + `", name: code-review, owner: ada, project: demo, prompt: review}]
sessions: [{id: "` + sessionID + `", name: parent, project: demo, phase: Running, prompt: hello}]
`
)

// arguments of a call that succeeds, by tool; unwatch is called with what watch returned.
var arguments = map[string]map[string]any{
	"list_sessions":             {},
	"get_session":               {"session_id": sessionID},
	"create_session":            {"project_id": "demo", "prompt": "do it"},
	"push_message":              {"session_id": sessionID, "text": "@code-review look"},
	"patch_session_labels":      {"session_id": sessionID, "labels": map[string]any{"a": "b"}},
	"watch_session_messages":    {"session_id": sessionID},
	"unwatch_session_messages":  {},
	"list_agents":               {},
	"get_agent":                 {"agent_id": "code-review"},
	"create_agent":              {"name": "writer", "prompt": "write"},
	"update_agent":              {"agent_id": agentID, "prompt": "review well"},
	"patch_session_annotations": {"session_id": sessionID, "annotations": map[string]any{"a": "b"}},
	"patch_agent_annotations":   {"project_id": "demo", "agent_id": agentID, "annotations": map[string]any{"a": "b"}},
	"patch_project_annotations": {"project_id": "demo", "annotations": map[string]any{"a": "b"}},
	"list_projects":             {},
	"get_project":               {"project_id": "demo"},
}

func newServer(t *testing.T, transport string) *server.Server {
	t.Helper()
	var p mockplatform.Platform
	if err := p.Tenant("default").Seed([]byte(seed)); err != nil {
		t.Fatal(err)
	}
	api := httptest.NewServer(&p)
	t.Cleanup(func() { p.Close(); api.Close() })
	config, err := server.ConfigFromEnv(func(name string) (string, bool) {
		v, ok := map[string]string{"AMBIENT_API_URL": api.URL, "AMBIENT_TOKEN": token, "MCP_TRANSPORT": transport}[name]
		return v, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(server.Options{Config: config})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestGoSDKOverStdio(t *testing.T) {
	s := newServer(t, "stdio")
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.ServeStdio(context.Background(), serverIn, serverOut); serverOut.Close() }()
	callEveryTool(t, &mcp.IOTransport{Reader: clientIn, Writer: clientOut}, "stdio")
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

func TestGoSDKOverSSE(t *testing.T) {
	s := newServer(t, "sse")
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	defer s.Close()
	authorized := &http.Client{Transport: bearer{token}}
	callEveryTool(t, &mcp.SSEClientTransport{Endpoint: web.URL + "/sse", HTTPClient: authorized}, "sse")
}

func callEveryTool(t *testing.T, transport mcp.Transport, kind string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "independent", Version: "1"}, nil)
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: "2024-11-05"})
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	defer session.Close()
	if got := session.InitializeResult(); got.ProtocolVersion != "2024-11-05" || got.ServerInfo.Name != "ambient-platform" {
		t.Errorf("initialize answered %+v", got)
	}
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatalf("list: %v", err)
	}
	var names, want []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	for _, tool := range tools.Registry() {
		want = append(want, tool.Name)
	}
	slices.Sort(names)
	if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(names, sorted) {
		t.Errorf("listed %v, want %v", names, sorted)
	}
	subscription := "sub_none"
	for _, name := range want {
		args := arguments[name]
		if name == "unwatch_session_messages" {
			args = map[string]any{"subscription_id": subscription}
		}
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := result.Content[0].(*mcp.TextContent).Text
		var document map[string]any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Errorf("%s answered %q: %v", name, text, err)
		}
		if wantCode := onStdioOnlyRefused(kind, name); result.IsError || wantCode != "" {
			if document["code"] != wantCode {
				t.Errorf("%s: got error %q, want code %q", name, text, wantCode)
			}
		}
		if id, ok := document["subscription_id"].(string); ok {
			subscription = id
		}
	}
}

// onStdioOnlyRefused is the code of the two tools that cannot work without a stream to the client.
func onStdioOnlyRefused(kind, tool string) any {
	switch {
	case kind == "stdio" && tool == "watch_session_messages":
		return "TRANSPORT_NOT_SUPPORTED"
	case kind == "stdio" && tool == "unwatch_session_messages":
		return "SUBSCRIPTION_NOT_FOUND"
	}
	return ""
}

type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}
