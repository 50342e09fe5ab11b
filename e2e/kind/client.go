// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

// client is one MCP client, and the server behind it where that is its own.
type client struct {
	conn  *wire.Conn
	stdio *wire.Stdio // nil over SSE
	own   *child      // nil at the server that all share
	http  *ownServer  // own over SSE

	log  *tail.Tail
	mark int64
}

func (c *client) Conn() *wire.Conn { return c.conn }

func (c *client) Advance(context.Context, time.Duration) error { return errors.New(noClock) }

func (c *client) Disconnect() error { return c.conn.Close() }

func (c *client) Stderr() string { return c.log.Since(c.mark) }

func (c *client) CloseInput(ctx context.Context) (target.Result, error) {
	if c.stdio == nil {
		return target.Result{}, errors.New("a server over SSE has no input to close")
	}
	// The input is closed already when the server has ended by itself.
	if err := c.stdio.CloseSend(); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		return target.Result{}, fmt.Errorf("close input: %w", err)
	}
	return c.ended(ctx)
}

func (c *client) Signal(ctx context.Context, name string) (target.Result, error) {
	if c.own == nil {
		return target.Result{}, errors.New("the server is shared by all scenarios; give the client an environment of its own")
	}
	if name != "TERM" && name != "INT" {
		return target.Result{}, fmt.Errorf("signal %q: valid are TERM, INT", name)
	}
	if err := c.own.Signal(ctx, name); err != nil {
		return target.Result{}, err
	}
	return c.ended(ctx)
}

// ended waits until the process has ended and all that it wrote was read.
func (c *client) ended(ctx context.Context) (target.Result, error) {
	code, err := c.own.wait(ctx)
	if err != nil {
		return target.Result{}, err
	}
	if err := c.conn.WaitClosed(ctx); err != nil {
		return target.Result{}, err
	}
	return target.Result{ExitCode: code, Stdout: c.conn.Received(), Stderr: c.Stderr()}, nil
}

// release ends the connection and the server, where that is its own.
func (c *client) release() {
	if c.stdio != nil {
		c.own.kill() // which ends the reading that Close waits for
	}
	_ = c.conn.Close()
	if c.http != nil {
		c.http.kill()
	}
}

// killing is the output of a process as a [wire.Stdio] closes it: nothing else
// unblocks a read of it than the end of the process.
type killing struct{ *child }

func (k killing) Read(b []byte) (int, error) { return k.Stdout().Read(b) }
func (k killing) Close() error               { return k.Process.Close() }
