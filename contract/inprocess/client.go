// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// client is one MCP client and the server that it speaks to.
type client struct {
	conn  *wire.Conn
	stdio *wire.Stdio // nil over SSE
	host  *host
}

// connectStdio starts a server of the client's own. A refused environment is a
// server that has ended, as the program would have.
func (e *env) connectStdio(_ context.Context, o target.ClientOptions) (*client, error) {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	h, err := e.newHost(o)
	if err == nil {
		go h.serveStdio(toServer, fromServer)
	} else {
		_ = fromServer.Close()
		_ = toServer.Close()
		close(h.ended)
	}
	stream := wire.NewStdio(toClient, fromClient)
	return &client{conn: wire.NewConn(stream, wire.Options{Scrub: wire.Tokens(o.Token)}), stdio: stream, host: h}, nil
}

func (e *env) connectSSE(ctx context.Context, o target.ClientOptions) (*client, error) {
	h, err := e.sseHost(o)
	if err != nil {
		return nil, err
	}
	stream, err := wire.OpenSSE(ctx, wire.SSEOptions{
		URL: h.http.url() + "/sse", HTTP: h.http.client(), Header: wire.Headers(o.Token, o.Origin), Host: o.Host,
	})
	if err != nil {
		return nil, err
	}
	return &client{conn: wire.NewConn(stream, wire.Options{Scrub: wire.Tokens(o.Token)}), host: h}, nil
}

// sseHost returns the scenario's shared server, or one of the client's own when the options ask for it.
func (e *env) sseHost(o target.ClientOptions) (*host, error) {
	own := len(o.Env) > 0 || o.ControlledClock
	if !own {
		e.mu.Lock()
		h := e.shared
		e.mu.Unlock()
		if h != nil {
			return h, nil
		}
	}
	h, err := e.newHost(o)
	if err != nil {
		return nil, err
	}
	h.http = serve(h.server.Handler(), serverAddr)
	if !own {
		e.mu.Lock()
		e.shared = h // clients of a scenario are connected one after the other
		e.mu.Unlock()
	}
	return h, nil
}

func (c *client) Conn() *wire.Conn { return c.conn }

func (c *client) Disconnect() error { return c.conn.Close() }

func (c *client) Stderr() string { return c.host.log.String() }

// Advance steps the server's clock once something waits on it.
func (c *client) Advance(ctx context.Context, d time.Duration) error {
	if c.host.clock == nil {
		return errors.New("the client was not connected with a controlled clock")
	}
	look := time.NewTicker(200 * time.Microsecond) // a fake clock has no event for a new waiter
	defer look.Stop()
	for !c.host.clock.HasWaiters() {
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("the server does not wait on its clock: %w", ctx.Err())
		}
	}
	c.host.clock.Step(d)
	return nil
}

func (c *client) CloseInput(ctx context.Context) (target.Result, error) {
	if c.stdio == nil {
		return target.Result{}, errors.New("a server over SSE has no input to close")
	}
	if err := c.stdio.CloseSend(); err != nil {
		return target.Result{}, fmt.Errorf("close input: %w", err)
	}
	r, err := c.host.result(ctx)
	if err != nil {
		return r, err
	}
	if err := c.conn.WaitClosed(ctx); err != nil {
		return r, err
	}
	var out strings.Builder
	for _, m := range c.conn.Log() {
		if m.Direction == wire.Received {
			out.WriteString(m.Text + "\n")
		}
	}
	r.Stdout = out.String()
	return r, nil
}

// Signal needs a process, which the target lacks.
func (*client) Signal(context.Context, string) (target.Result, error) {
	return target.Result{}, errNoPrograms
}
