// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package kind is the target that runs the scenarios against a deployment in a
// Kubernetes cluster: the server in the pod of a session, on stdio and from the
// container beside it, and behind its Service.
package kind

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// Options says which pass it is.
type Options struct {
	// Transport is that of the clients: stdio is a server executed in the
	// session's pod, SSE the one behind the Service.
	Transport target.Transport
	// Beside: the clients are in the runner's container of the session's pod, and
	// speak SSE to the server beside it.
	Beside bool
	// Session is what the passes of a run share. Required.
	Session *Session
}

// Target runs scenarios in a cluster. Make one with [New], and end it with Close.
type Target struct {
	o Options

	place   *place
	door    *door
	control *control.Client
	shared  *shared
	http    *http.Client // to the platform

	mu   sync.Mutex
	envs map[*env]struct{}
	done bool
}

const (
	noClock    = "the clock of a released program cannot be moved"
	noLoopback = "what comes through a Service does not arrive over the loopback interface"
)

// lacking is why the target has not what only libraries and processes of this machine have.
var lacking = map[target.Capability]string{
	target.ServerClock: noClock,
	target.Beside:      "a server in a pod does not reach what the scenario listens on",
}

var (
	_ target.Target    = (*Target)(nil)
	_ target.Diagnoser = (*Target)(nil)
	_ target.Auditor   = (*Target)(nil)
	_ target.Closer    = (*Target)(nil)
)

// New returns a target that has not started anything.
func New(o Options) *Target {
	o.Session.join()
	return &Target{o: o, envs: map[*env]struct{}{}}
}

// Name is "kind", or "kind-sidecar" for clients beside the server.
func (t *Target) Name() string {
	if t.o.Beside {
		return "kind-sidecar"
	}
	return "kind"
}

// Transport is the one of the options.
func (t *Target) Transport() target.Transport { return t.o.Transport }

// Lacks names what a released program in a pod has not.
func (t *Target) Lacks(c target.Capability) string {
	if reason := lacking[c]; reason != "" {
		return reason
	}
	if c == target.Loopback && !t.o.Beside {
		return noLoopback
	}
	return target.LacksTransport(t.o.Transport, c)
}

// Start brings the deployment up, if no other pass has, and opens the way to its server.
func (t *Target) Start(ctx context.Context) error {
	if t.o.Beside && t.o.Transport != target.SSE {
		return fmt.Errorf("target %s speaks SSE only", t.Name())
	}
	p, err := t.o.Session.open(ctx)
	t.place = p // which Diagnose looks at, also when there is an error
	if err != nil {
		return err
	}
	if t.door, err = p.openDoor(ctx, t.o.Beside); err != nil {
		return err
	}
	t.shared = p.follow(ctx, t.server())
	t.http = &http.Client{Transport: p.bearers.Note(transport(p.ways.platform))}
	t.control = &control.Client{BaseURL: p.platformURL(), HTTP: t.http}
	return nil
}

// server is where the server runs that all scenarios share.
func (t *Target) server() *member {
	if t.o.Beside || t.o.Transport == target.Stdio {
		return t.place.sidecar
	}
	return t.place.server
}

// Open makes a tenant.
func (t *Target) Open(ctx context.Context) (target.Env, error) {
	tenant, err := t.control.CreateTenant(ctx, control.TenantSpec{Seed: "empty"})
	if err != nil {
		return nil, fmt.Errorf("make a tenant: %w", err)
	}
	e := &env{target: t, place: t.place, tenant: t.control.Tenant(tenant.Name)}
	t.mu.Lock()
	t.envs[e] = struct{}{}
	t.mu.Unlock()
	return e, nil
}

// Stop releases what this pass has opened. The deployment stays for the next one.
func (t *Target) Stop(context.Context) error {
	t.mu.Lock()
	left := t.envs
	t.envs = map[*env]struct{}{}
	t.mu.Unlock()
	for e := range left { // scenarios that were cut off
		e.release()
	}
	if t.http != nil {
		t.http.CloseIdleConnections()
	}
	if t.door != nil {
		t.door.close()
		t.door = nil
	}
	if t.shared != nil {
		t.shared.stop()
		t.shared = nil
	}
	return nil
}

// Close gives up this target's share of the deployment, which is removed with the last.
func (t *Target) Close(ctx context.Context) error {
	t.mu.Lock()
	done := t.done
	t.done = true
	t.mu.Unlock()
	if done {
		return nil
	}
	return t.o.Session.leave(ctx)
}

// drop deletes a tenant.
func (t *Target) drop(ctx context.Context, tenant string) error {
	if err := t.control.DeleteTenant(ctx, tenant); err != nil {
		return fmt.Errorf("close tenant %s: %w", tenant, err)
	}
	return nil
}
