// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

// Container looks into the container of the server that all scenarios share. The
// health check is executed as Kubernetes executes one: by nothing of the harness.
func (e *env) Container(ctx context.Context) (target.Container, error) {
	m := e.target.server()
	client, err := m.hand.Client(ctx)
	if err != nil {
		return target.Container{}, err
	}
	found, err := client.Look(ctx, probe.LookOptions{PID: 1})
	if err != nil {
		return target.Container{}, err
	}
	c, err := m.find(ctx)
	if err != nil {
		return target.Container{}, err
	}
	var said tail.Tail
	found.Health, err = e.place.pods.Exec(ctx, c, nil, &said, &said, programs.Server, "healthcheck")
	return found, err
}
