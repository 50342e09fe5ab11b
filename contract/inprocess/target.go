// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package inprocess is the target that links the server and the platform: every
// scenario has both to itself, in memory, and no socket is opened. What passes
// between them is held against the platform's OpenAPI document.
package inprocess

import (
	"context"
	"errors"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// pollInterval is how often a server asks for the phase of a watched session,
// unless the scenario says otherwise: the default of 5 s would be waited out.
const pollInterval = "10ms"

// Target runs scenarios in this process. Make one with [New].
type Target struct {
	transport target.Transport
}

var _ target.Target = (*Target)(nil)

// New returns a target whose clients use the transport.
func New(tr target.Transport) *Target { return &Target{transport: tr} }

// Targets returns one target for each transport.
func Targets() []target.Target { return []target.Target{New(target.Stdio), New(target.SSE)} }

// Name is "inprocess".
func (*Target) Name() string { return "inprocess" }

// Transport is the one that the target was made with.
func (t *Target) Transport() target.Transport { return t.transport }

// lacking is why the target has not what only processes, images and clusters have.
var lacking = map[target.Capability]string{
	target.Programs:   "released programs run only as processes",
	target.Address:    "a server in memory has no address",
	target.Signals:    "a server in memory is no process to be signalled",
	target.Loopback:   "a server in memory has no interface",
	target.Beside:     "a server in memory reaches its platform and nothing else",
	target.Image:      "a server in memory has no image",
	target.Kubernetes: "a server in memory is in no cluster",
}

// Lacks names what a server in memory cannot have.
func (t *Target) Lacks(c target.Capability) string {
	if reason := lacking[c]; reason != "" {
		return reason
	}
	return target.LacksTransport(t.transport, c)
}

// Start has nothing to start.
func (*Target) Start(context.Context) error { return nil }

// Stop has nothing to stop.
func (*Target) Stop(context.Context) error { return nil }

// Open makes a platform with one tenant.
func (t *Target) Open(ctx context.Context) (target.Env, error) {
	e := newEnv(t.transport)
	e.backend = serve(e.checked(), platformAddr)
	client := &control.Client{BaseURL: e.PlatformURL(), HTTP: e.backend.client()}
	tenant, err := client.CreateTenant(ctx, control.TenantSpec{Name: "scenario", Seed: "empty"})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make a tenant: %w", err), e.Close(ctx))
	}
	e.tenant = client.Tenant(tenant.Name)
	return e, nil
}
