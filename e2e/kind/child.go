// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"fmt"
	"io"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

// child is a program that runs in a container of the deployment.
type child struct {
	*probe.Process
	stderr tail.Tail
	logged chan struct{} // closed when its standard error is complete
}

// start starts a program with exactly these variables, and the PATH of the container.
func (m *member) start(ctx context.Context, path string, args []string, env map[string]string) (*child, error) {
	client, err := m.hand.Client(ctx)
	if err != nil {
		return nil, err
	}
	p, err := client.Start(ctx, probe.Command{Path: path, Args: args, Env: env})
	if err != nil {
		return nil, err
	}
	c := &child{Process: p, logged: make(chan struct{})}
	go func() {
		defer close(c.logged)
		_, _ = io.Copy(&c.stderr, p.Stderr()) // what breaks it off breaks off waiting for its end, too
	}()
	return c, nil
}

// wait waits for the end and until its standard error was read.
func (c *child) wait(ctx context.Context) (int, error) {
	code, err := c.Wait(ctx)
	if err != nil {
		return 0, err
	}
	select {
	case <-c.logged:
		return code, nil
	case <-ctx.Done():
		return 0, fmt.Errorf("await the end of its standard error: %w", ctx.Err())
	}
}

// kill ends it at once.
func (c *child) kill() {
	c.Close()
	<-c.logged
}
