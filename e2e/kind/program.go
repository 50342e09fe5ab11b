// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// Run runs a program to its end where it belongs: acpctl beside the server.
func (e *env) Run(ctx context.Context, c target.Command) (target.Result, error) {
	m, path := e.place.sidecar, c.Program
	switch c.Program {
	case programs.Server:
	case programs.CLI:
		path = instruments + "/" + programs.CLI
	case programs.Platform:
		m = e.place.platform
	default:
		return target.Result{}, fmt.Errorf("run %s: no container has it; there are %s, %s, %s", c.Program, programs.Server, programs.Platform, programs.CLI)
	}
	p, err := m.start(ctx, path, c.Args, c.Env)
	if err != nil {
		return target.Result{}, fmt.Errorf("run %s: %w", c.Program, err)
	}
	defer p.kill()
	if c.Stdin == nil {
		c.Stdin = bytes.NewReader(nil)
	}
	var out bytes.Buffer
	var copying sync.WaitGroup
	copying.Go(func() {
		_, _ = io.Copy(p.Stdin(), c.Stdin) // a program need not read its input
		p.Stdin().Close()
	})
	var read error
	copying.Go(func() { _, read = io.Copy(&out, p.Stdout()) })
	code, err := p.wait(ctx)
	if err != nil {
		p.kill() // which ends the copying
	}
	copying.Wait()
	result := target.Result{ExitCode: code, Stdout: out.String(), Stderr: p.stderr.Since(0)}
	if err := errors.Join(err, read); err != nil {
		return result, fmt.Errorf("run %s: %w", c.Program, err)
	}
	return result, nil
}
