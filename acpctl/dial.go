// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package acpctl

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

const (
	defaultAPIURL = "http://localhost:8000"
	// revision is the one the specification names; the tools need nothing newer.
	revision = mcp.ProtocolVersion20241105
)

// session is the part of an MCP client that the commands use.
type session interface {
	ListTools(ctx context.Context, r mcp.ListToolsRequest) (*mcp.ListToolsResult, error)
	CallTool(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error)
	Close() error
}

// dial connects to the server whose event stream is at the URL, or starts one
// on stdio when there is none, and performs the handshake.
func dial(ctx context.Context, e *env, at endpoint) (session, error) {
	token, err := e.token()
	if err != nil {
		return nil, err
	}
	if at != "" {
		return dialSSE(ctx, string(at), token)
	}
	return dialStdio(ctx, e, token)
}

func dialSSE(ctx context.Context, endpoint, token string) (session, error) {
	var unauthorized atomic.Bool
	transportClient := &http.Client{
		// The bearer must not travel to wherever a redirect points.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err == nil && resp.StatusCode == http.StatusUnauthorized {
				unauthorized.Store(true)
			}
			return resp, err
		}),
	}
	c, err := client.NewSSEMCPClient(endpoint,
		client.WithHTTPClient(transportClient),
		client.WithHeaders(map[string]string{"Authorization": "Bearer " + token}))
	if err != nil {
		return nil, fail(ExitFailed, "connect to %s: %w", endpoint, err)
	}
	if err := handshake(ctx, c); err != nil {
		_ = c.Close()
		if unauthorized.Load() {
			return nil, fail(ExitAuth, "%s refused the token in AMBIENT_TOKEN", endpoint)
		}
		return nil, fail(ExitFailed, "connect to %s: %w", endpoint, err)
	}
	return c, nil
}

func dialStdio(ctx context.Context, e *env, token string) (session, error) {
	program, err := locateServer(e)
	if err != nil {
		return nil, err
	}
	log := &tail{max: 64 << 10}
	var process *exec.Cmd
	c, err := client.NewStdioMCPClientWithOptions(program, nil, nil, transport.WithCommandFunc(
		func(_ context.Context, program string, _ []string, args []string) (*exec.Cmd, error) {
			// Not bound to ctx: the client ends its input and waits, so that a call in flight is answered.
			process = exec.Command(program, args...) //nolint:noctx // see above
			process.Env = serverEnv(e, token)
			process.Stderr = log
			return process, nil
		}))
	if err != nil {
		return nil, fail(ExitFailed, "start %s: %w", program, err)
	}
	if err := handshake(ctx, c); err != nil {
		_ = c.Close()
		if line := log.lastLine(); line != "" && ctx.Err() == nil {
			return nil, fail(ExitFailed, "start %s: %s", program, line)
		}
		return nil, fail(ExitFailed, "start %s: %w", program, err)
	}
	return c, nil
}

func handshake(ctx context.Context, c *client.Client) error {
	if err := c.Start(ctx); err != nil {
		return err
	}
	r := mcp.InitializeRequest{}
	r.Params.ProtocolVersion = revision
	r.Params.ClientInfo = mcp.Implementation{Name: "acpctl", Version: "1.0.0"}
	_, err := c.Initialize(ctx, r)
	return err
}

// locateServer finds ambient-mcp beside this executable, then on PATH.
func locateServer(e *env) (string, error) {
	const name = "ambient-mcp"
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return beside, nil
		}
	}
	for _, dir := range filepath.SplitList(e.get("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // a program of the current directory is not to be trusted with the token
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", fail(ExitFailed, "no %s beside acpctl or on PATH: install it, or give the URL of a running server with --url", name)
}

// serverEnv is the environment of a started server: the caller's own, stdio, and quiet unless asked otherwise.
func serverEnv(e *env, token string) []string {
	out := os.Environ()
	set := func(name, value string) { out = append(out, name+"="+value) }
	set("MCP_TRANSPORT", "stdio")
	set("AMBIENT_TOKEN", token)
	if e.get("AMBIENT_API_URL") == "" {
		set("AMBIENT_API_URL", defaultAPIURL)
	} else {
		set("AMBIENT_API_URL", e.get("AMBIENT_API_URL"))
	}
	if e.get("MCP_LOG_LEVEL") == "" {
		set("MCP_LOG_LEVEL", "error")
	}
	return out
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// isInvalidParams tells whether the server refused the request as such, as it does for a tool it does not have.
func isInvalidParams(err error) bool { return errors.Is(err, mcp.ErrInvalidParams) }
