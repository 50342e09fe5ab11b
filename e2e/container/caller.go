// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/moby/moby/client"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

// drainPatience bounds how long a server on stdio whose input has ended is
// awaited at the end of a scenario, so that all that it logged is seen.
const drainPatience = 500 * time.Millisecond

// caller is one MCP client and the server behind it.
type caller struct {
	target *Target
	conn   *wire.Conn
	stdio  *wire.Stdio // nil over SSE
	server *session
	// own is a container of the client's own, process one of its own in the room; both are nil at the shared server.
	own     *served
	process *probe.Process
	mark    int64
}

func (c *caller) Conn() *wire.Conn { return c.conn }

func (c *caller) Advance(context.Context, time.Duration) error { return errors.New(noClock) }

func (c *caller) Disconnect() error { return c.conn.Close() }

func (c *caller) Stderr() string { return c.server.stderr.Since(c.mark) }

func (c *caller) CloseInput(ctx context.Context) (target.Result, error) {
	if c.stdio == nil {
		return target.Result{}, errors.New("a server over SSE has no input to close")
	}
	// That it cannot be closed means that the server has ended by itself, which is told below.
	_ = c.stdio.CloseSend()
	return c.ended(ctx)
}

func (c *caller) Signal(ctx context.Context, name string) (target.Result, error) {
	if !slices.Contains([]string{"TERM", "INT"}, name) {
		return target.Result{}, fmt.Errorf("signal %q: valid are TERM, INT", name)
	}
	var err error
	switch {
	case c.own != nil:
		_, err = c.target.engine.ContainerKill(ctx, c.own.id, client.ContainerKillOptions{Signal: "SIG" + name})
	case c.process != nil:
		err = c.process.Signal(ctx, name)
	default:
		err = errors.New("it is shared by all scenarios; give the client an environment of its own")
	}
	if err != nil {
		return target.Result{}, fmt.Errorf("signal %s: %w", c.server.name, err)
	}
	return c.ended(ctx)
}

// ended waits until the server has ended and all that it wrote was read.
func (c *caller) ended(ctx context.Context) (target.Result, error) {
	code, err := c.server.wait(ctx)
	if err != nil {
		return target.Result{}, err
	}
	if err := c.conn.WaitClosed(ctx); err != nil {
		return target.Result{}, err
	}
	return target.Result{ExitCode: code, Stdout: c.conn.Received(), Stderr: c.Stderr()}, nil
}

// release ends the client, and the server when it serves nobody else.
func (c *caller) release(ctx context.Context) {
	if c.stdio != nil {
		ending, cancel := context.WithTimeout(ctx, drainPatience)
		_ = c.stdio.CloseSend() // closed already, or the server has ended
		_, _ = c.server.wait(ending)
		cancel()
	}
	_ = c.conn.Close()
	switch {
	case c.own != nil:
		c.target.discard(ctx, c.own)
	case c.stdio != nil:
		c.server.close()
	default:
		return // the log of the shared server is looked at as a whole
	}
	c.target.accuse("the log of a server of its own", c.server.stderr.Since(0))
}
