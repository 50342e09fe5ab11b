// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"maps"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// env is the surroundings of one scenario: a tenant and the clients it made.
type env struct {
	target *Target
	place  *place
	tenant *control.TenantClient

	mu      sync.Mutex
	clients []*client
}

var (
	_ target.Env       = (*env)(nil)
	_ target.Contained = (*env)(nil)
	_ target.Clustered = (*env)(nil)
)

func (e *env) Platform() *control.TenantClient { return e.tenant }

func (p *place) platformURL() string { return "http://" + p.platformAddr }

func (e *env) PlatformURL() string { return e.place.platformURL() }

func (e *env) ServerURL(context.Context) (string, error) { return e.target.door.url, nil }

func (e *env) ProgramURL(context.Context) (string, error) { return e.target.door.within, nil }

func (e *env) Connect(ctx context.Context, o target.ClientOptions) (target.Client, error) {
	if o.ControlledClock {
		return nil, errors.New(noClock)
	}
	e.place.bearers.Add(o.Token)
	var c *client
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
	e.clients = append(e.clients, c)
	e.mu.Unlock()
	return c, nil
}

// connectStdio executes a server in the sidecar's container: the program of its image, with the scenario's variables.
func (e *env) connectStdio(ctx context.Context, o target.ClientOptions) (*client, error) {
	given := map[string]string{
		"AMBIENT_API_URL": e.PlatformURL(), "MCP_TRANSPORT": "stdio",
		"MCP_WATCH_POLL_INTERVAL": pollInterval,
	}
	if o.Token != "" {
		given["AMBIENT_TOKEN"] = o.Token
	}
	maps.Copy(given, o.Env)
	c, err := e.place.sidecar.start(ctx, programs.Server, nil, given)
	if err != nil {
		return nil, err
	}
	stream := wire.NewStdio(killing{c}, c.Stdin())
	return &client{conn: wire.NewConn(stream, wire.Options{Scrub: wire.Tokens(o.Token)}), stdio: stream, own: c, log: &c.stderr}, nil
}

func (e *env) connectSSE(ctx context.Context, o target.ClientOptions) (*client, error) {
	c := &client{log: &e.target.shared.log}
	url, http := e.target.door.url, e.target.door.http
	if e.target.o.Beside && o.Token == "" && len(o.Env) == 0 {
		// The server beside the runner has the session's bearer, which whoever is beside
		// it may use. A client that brings none means a server that has none.
		o.Env = map[string]string{"AMBIENT_TOKEN": ""}
	}
	if len(o.Env) > 0 {
		s, err := e.place.startOwn(ctx, o.Env)
		if err != nil {
			return nil, err
		}
		c.http, c.own, c.log = s, s.child, &s.stderr
		url, http = s.url, s.http
	}
	c.mark = c.log.Mark()
	stream, err := wire.OpenSSE(ctx, wire.SSEOptions{
		URL: url + "/sse", HTTP: http, Header: wire.Headers(o.Token, o.Origin), Host: o.Host,
	})
	if err != nil {
		if c.http != nil {
			c.http.kill()
		}
		return nil, err
	}
	c.conn = wire.NewConn(stream, wire.Options{Scrub: wire.Tokens(o.Token)})
	return c, nil
}

func (e *env) Close(ctx context.Context) error {
	e.target.mu.Lock()
	delete(e.target.envs, e)
	e.target.mu.Unlock()
	e.release()
	return e.target.drop(ctx, e.tenant.Name())
}

// release ends the clients and the servers of their own.
func (e *env) release() {
	e.mu.Lock()
	clients := e.clients
	e.clients = nil
	e.mu.Unlock()
	for _, c := range clients {
		c.release()
	}
}
