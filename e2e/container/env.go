// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
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
	callers []*caller
}

var _ target.Contained = (*env)(nil)

func (e *env) Platform() *control.TenantClient { return e.tenant }

func (e *env) PlatformURL() string { return platformURL }

func (e *env) ServerURL(context.Context) (string, error) { return e.target.shared.url, nil }

func (e *env) ProgramURL(context.Context) (string, error) { return programURL, nil }

func (e *env) Connect(ctx context.Context, o target.ClientOptions) (target.Client, error) {
	if o.ControlledClock {
		return nil, errors.New(noClock)
	}
	var c *caller
	var err error
	if e.target.o.Transport == target.SSE {
		c, err = e.connectSSE(ctx, o)
	} else {
		c, err = e.connectStdio(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.callers = append(e.callers, c)
	e.mu.Unlock()
	return c, nil
}

func (e *env) connectSSE(ctx context.Context, o target.ClientOptions) (*caller, error) {
	c := &caller{target: e.target}
	at := e.target.shared
	if len(o.Env) > 0 {
		var err error
		if c.own, err = e.target.startSSE(ctx, o.Env, ""); err != nil {
			return nil, err
		}
		at = c.own
	}
	c.server, c.mark = at.session, at.stderr.Mark()
	stream, err := wire.OpenSSE(ctx, wire.SSEOptions{
		URL: at.url + "/sse", HTTP: e.target.http, Header: wire.Headers(o.Token, o.Origin), Host: o.Host,
	})
	if err != nil {
		if c.own != nil {
			e.target.discard(ctx, c.own)
		}
		return nil, err
	}
	c.conn = wire.NewConn(stream, wire.Options{Scrub: wire.Tokens(o.Token)})
	return c, nil
}

// Run runs the programs of the images in their containers, and acpctl, which is
// in none of them, where the server is that it starts.
func (e *env) Run(ctx context.Context, c target.Command) (target.Result, error) {
	server := e.target.images.server
	var out bytes.Buffer
	var s *session
	var err error
	switch c.Program {
	case programs.Server:
		s, _, err = e.target.room.start(ctx, slices.Concat(server.entrypoint, c.Args), c.Env, &out)
	case programs.CLI:
		env := withPath(c.Env, server.path+":"+mountedAt)
		s, _, err = e.target.room.start(ctx, slices.Concat([]string{path.Join(mountedAt, programs.CLI)}, c.Args), env, &out)
	case programs.Platform:
		s, err = e.target.exec(ctx, e.target.platform.id, slices.Concat(e.target.images.platform.entrypoint, c.Args), c.Env, &out)
	default:
		return target.Result{}, fmt.Errorf("run %s: not a released program; they are %s, %s, %s", c.Program, programs.Server, programs.Platform, programs.CLI)
	}
	if err != nil {
		return target.Result{}, err
	}
	defer s.close()
	go s.feed(c.Stdin)
	code, err := s.wait(ctx)
	if err != nil {
		return target.Result{}, fmt.Errorf("run %s: %w", c.Program, err)
	}
	return target.Result{ExitCode: code, Stdout: out.String(), Stderr: s.stderr.Since(0)}, nil
}

// withPath is an environment in which programs are looked for there.
func withPath(env map[string]string, path string) map[string]string {
	out := map[string]string{"PATH": path}
	maps.Copy(out, env)
	return out
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
func (e *env) release(ctx context.Context) {
	e.mu.Lock()
	callers := e.callers
	e.callers = nil
	e.mu.Unlock()
	var all sync.WaitGroup
	for _, c := range callers {
		all.Go(func() { c.release(ctx) })
	}
	all.Wait()
}
