// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// env is the surroundings of one scenario: a tenant and the clients it made.
type env struct {
	target *Target
	tenant *control.TenantClient

	mu      sync.Mutex
	clients []*client
}

func (e *env) Platform() *control.TenantClient { return e.tenant }

func (e *env) PlatformURL() string { return e.target.platformURL }

func (e *env) ServerURL(ctx context.Context) (string, error) {
	s, err := e.target.sharedSSE(ctx)
	if err != nil {
		return "", err
	}
	return s.url, nil
}

func (e *env) ProgramURL(ctx context.Context) (string, error) { return e.ServerURL(ctx) }

func (e *env) Connect(ctx context.Context, o target.ClientOptions) (target.Client, error) {
	if o.ControlledClock {
		return nil, errors.New(noClock)
	}
	var c *client
	var err error
	if e.target.o.Transport == target.SSE {
		c, err = e.connectSSE(ctx, o)
	} else {
		c, err = e.connectStdio(o)
	}
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.clients = append(e.clients, c)
	e.mu.Unlock()
	return c, nil
}

func (e *env) connectStdio(o target.ClientOptions) (*client, error) {
	given := map[string]string{
		"AMBIENT_API_URL": e.target.platformURL, "MCP_TRANSPORT": "stdio",
		"MCP_WATCH_POLL_INTERVAL": pollInterval,
	}
	if o.Token != "" {
		given["AMBIENT_TOKEN"] = o.Token
	}
	maps.Copy(given, o.Env)
	c, err := start(filepath.Join(e.target.bin, programs.Server), nil, given, e.target.dir)
	if err != nil {
		return nil, err
	}
	stream := wire.NewStdio(c.stdout, c.stdin)
	return &client{conn: wire.NewConn(stream, wire.Options{Scrub: wire.Tokens(o.Token)}), stdio: stream, server: c, own: true}, nil
}

func (e *env) connectSSE(ctx context.Context, o target.ClientOptions) (*client, error) {
	var s *sseServer
	var err error
	own := len(o.Env) > 0
	if own {
		s, err = e.target.startSSE(ctx, o.Env)
	} else {
		s, err = e.target.sharedSSE(ctx)
	}
	if err != nil {
		return nil, err
	}
	mark := s.stderr.Mark()
	stream, err := wire.OpenSSE(ctx, wire.SSEOptions{
		URL: s.url + "/sse", HTTP: e.target.http, Header: wire.Headers(o.Token, o.Origin), Host: o.Host,
	})
	if err != nil {
		if own {
			s.kill()
		}
		return nil, err
	}
	return &client{conn: wire.NewConn(stream, wire.Options{Scrub: wire.Tokens(o.Token)}), server: s.child, own: own, mark: mark}, nil
}

func (e *env) Run(ctx context.Context, c target.Command) (target.Result, error) {
	if !slices.Contains(released, c.Program) {
		return target.Result{}, fmt.Errorf("run %s: not a released program; they are %s", c.Program, strings.Join(released, ", "))
	}
	cmd := exec.CommandContext(ctx, filepath.Join(e.target.bin, c.Program), c.Args...)
	cmd.Env, cmd.Dir, cmd.Stdin, cmd.WaitDelay = environment(c.Env), e.target.dir, c.Stdin, grace
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	result := target.Result{ExitCode: cmd.ProcessState.ExitCode(), Stdout: out.String(), Stderr: errOut.String()}
	if ended := (*exec.ExitError)(nil); ctx.Err() == nil && errors.As(err, &ended) {
		err = nil
	}
	if err != nil {
		return result, fmt.Errorf("run %s: %w", c.Program, errors.Join(ctx.Err(), err))
	}
	return result, nil
}

func (e *env) Close(ctx context.Context) error {
	e.target.mu.Lock()
	delete(e.target.envs, e)
	e.target.mu.Unlock()
	e.release(ctx)
	if err := e.target.control.DeleteTenant(ctx, e.tenant.Name()); err != nil {
		return fmt.Errorf("close tenant %s: %w", e.tenant.Name(), err)
	}
	return nil
}

// release ends the clients and the servers of their own.
func (e *env) release(context.Context) {
	e.mu.Lock()
	clients := e.clients
	e.clients = nil
	e.mu.Unlock()
	for _, c := range clients {
		_ = c.conn.Close()
		if c.own {
			c.server.kill()
		}
	}
}
