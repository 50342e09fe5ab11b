// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"fmt"
	"io"
	"maps"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// connectStdio starts a server on stdio: in the room, or in a container of its
// own when the scenario chooses its environment.
func (e *env) connectStdio(ctx context.Context, o target.ClientOptions) (*caller, error) {
	given := map[string]string{
		"AMBIENT_API_URL": platformURL, "MCP_TRANSPORT": "stdio", "MCP_WATCH_POLL_INTERVAL": pollInterval,
	}
	if o.Token != "" {
		given["AMBIENT_TOKEN"] = o.Token
	}
	maps.Copy(given, o.Env)
	read, write := io.Pipe()
	c := &caller{target: e.target}
	var err error
	if len(o.Env) == 0 {
		c.server, c.process, err = e.target.room.start(ctx, e.target.images.server.entrypoint, given, write)
	} else if c.own, err = e.target.run(ctx, given, write); err == nil {
		c.server = c.own.session
	}
	if err != nil {
		return nil, err
	}
	c.stdio = wire.NewStdio(output{read, c.server}, c.server.stdin)
	c.conn = wire.NewConn(c.stdio, wire.Options{Scrub: wire.Tokens(o.Token)})
	return c, nil
}

// run starts the server's image as it is, with its standard input attached.
func (t *Target) run(ctx context.Context, env map[string]string, out io.Writer) (*served, error) {
	id, err := t.create(ctx, &container.Config{
		Image: t.images.server.name, Labels: t.labels(), Env: pairs(env),
		AttachStdin: true, AttachStdout: true, AttachStderr: true, OpenStdin: true, StdinOnce: true,
	}, "", false)
	if err != nil {
		return nil, err
	}
	s := &served{id: id}
	if s.session, err = t.attach(ctx, programs.Server, id, true, out); err == nil {
		if _, err = t.engine.ContainerStart(ctx, id, client.ContainerStartOptions{}); err == nil {
			return s, nil
		}
		err = fmt.Errorf("start a container of image %s: %w", t.images.server.name, err)
	}
	t.discard(ctx, s)
	return nil, err
}
