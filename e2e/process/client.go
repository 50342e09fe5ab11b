// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// client is one MCP client and the process behind it.
type client struct {
	conn   *wire.Conn
	stdio  *wire.Stdio // nil over SSE
	server *child
	own    bool
	mark   int64
}

func (c *client) Conn() *wire.Conn { return c.conn }

func (c *client) Advance(context.Context, time.Duration) error {
	return errors.New(noClock)
}

func (c *client) Disconnect() error { return c.conn.Close() }

func (c *client) Stderr() string { return c.server.stderr.Since(c.mark) }

func (c *client) CloseInput(ctx context.Context) (target.Result, error) {
	if c.stdio == nil {
		return target.Result{}, errors.New("a server over SSE has no input to close")
	}
	// The pipe is closed already when the server has ended by itself.
	if err := c.stdio.CloseSend(); err != nil && !errors.Is(err, os.ErrClosed) {
		return target.Result{}, fmt.Errorf("close input: %w", err)
	}
	return c.ended(ctx)
}

func (c *client) Signal(ctx context.Context, name string) (target.Result, error) {
	s, ok := map[string]syscall.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT}[name]
	if !ok {
		return target.Result{}, fmt.Errorf("signal %q: valid are TERM, INT", name)
	}
	if !c.own {
		return target.Result{}, errors.New("the server is shared by all scenarios; give the client an environment of its own")
	}
	if err := c.server.signal(s); err != nil {
		return target.Result{}, err
	}
	return c.ended(ctx)
}

// ended waits until the process has ended and all that it wrote was read.
func (c *client) ended(ctx context.Context) (target.Result, error) {
	code, err := c.server.wait(ctx)
	if err != nil {
		return target.Result{}, err
	}
	if err := c.conn.WaitClosed(ctx); err != nil {
		return target.Result{}, err
	}
	return target.Result{ExitCode: code, Stdout: c.conn.Received(), Stderr: c.Stderr()}, nil
}
