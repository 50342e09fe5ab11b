// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package container is the target that runs the released images: one platform,
// one server over SSE that all scenarios share, and one server per client on stdio.
//
// A client on stdio is a process of its own in one container of the server's
// image, started there by the mux of session-probe under the restrictions that the server of
// a container has. To let the engine start each (docker exec) takes three times as long for
// the whole contract, a container for each six times; and an engine under load
// may lose the end of a standard input. A client whose server gets an
// environment of the scenario's choice has a container of its own, with the
// server as its first process. Everything runs without capabilities, without new
// privileges and on a root file system that cannot be written.
//
// The containers publish their ports on 127.0.0.1, so the engine must be on
// this machine.
package container

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/bearers"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// Target runs scenarios against containers. Make one with [New].
type Target struct {
	o Options

	bin      string
	provider *testcontainers.DockerProvider
	engine   client.APIClient
	images   images
	lease    *lease.Lease
	network  string
	http     *http.Client
	bearers  bearers.Set
	control  *control.Client

	platform, shared *served
	room             *room

	mu   sync.Mutex
	envs map[*env]struct{}
	// leaks are the bearers that were found in logs of servers that are gone.
	leaks []string
}

var (
	_ target.Target    = (*Target)(nil)
	_ target.Auditor   = (*Target)(nil)
	_ target.Diagnoser = (*Target)(nil)
)

// New returns a target that has not started anything.
func New(o Options) *Target { return &Target{o: o.complete(), envs: map[*env]struct{}{}} }

// Name is "container".
func (*Target) Name() string { return "container" }

// Transport is the one of the options.
func (t *Target) Transport() target.Transport { return t.o.Transport }

// Lacks tells what a container has not.
func (t *Target) Lacks(c target.Capability) string {
	if reason := lacking[c]; reason != "" {
		return reason
	}
	return target.LacksTransport(t.o.Transport, c)
}

// Start finds engine, images and programs, clears away what killed runs have
// left, and starts platform and server. The error wraps [target.ErrServer]
// when the server does not get ready although the platform did.
func (t *Target) Start(ctx context.Context) (err error) {
	if t.bin, err = find(t.o.Bin); err != nil {
		return err
	}
	if t.provider, err = connect(ctx); err != nil {
		return err
	}
	t.engine = t.provider.Client()
	if t.images, err = inspect(ctx, t.engine, t.o); err != nil {
		return err
	}
	if t.lease, err = lease.Hold(lease.NewID()); err != nil {
		return err
	}
	sweep(ctx, t.engine)
	plain := newTransport()
	t.http = &http.Client{Transport: plain}
	if err := t.startPlatform(ctx); err != nil {
		return err
	}
	t.control = &control.Client{BaseURL: t.platform.url, HTTP: &http.Client{Transport: t.bearers.Note(plain)}}
	if t.shared, err = t.startSSE(ctx, nil, aliasServer); err != nil {
		if late := (*unreadyError)(nil); errors.As(err, &late) {
			err = fmt.Errorf("%w: %w", target.ErrServer, err)
		}
		return err
	}
	return t.openRoom(ctx)
}

// Open makes a tenant.
func (t *Target) Open(ctx context.Context) (target.Env, error) {
	for _, needed := range []*served{t.platform, t.room.served} {
		select {
		case <-needed.done:
			return nil, fmt.Errorf("the container of %s has ended; %s", needed.name, needed.stderr.Excerpt())
		default:
		}
	}
	tenant, err := t.control.CreateTenant(ctx, control.TenantSpec{Seed: "empty"})
	if err != nil {
		return nil, fmt.Errorf("make a tenant: %w", err)
	}
	e := &env{target: t, tenant: t.control.Tenant(tenant.Name)}
	t.mu.Lock()
	t.envs[e] = struct{}{}
	t.mu.Unlock()
	return e, nil
}

// Stop removes every container and the network, whatever state the target is in.
func (t *Target) Stop(ctx context.Context) error {
	t.mu.Lock()
	left := t.envs
	t.envs = map[*env]struct{}{}
	t.mu.Unlock()
	for e := range left { // scenarios that were cut off
		e.release(ctx)
	}
	if t.http != nil {
		t.http.CloseIdleConnections()
	}
	var err error
	if t.lease != nil {
		// The lease of a run that cannot be cleared away stays, and a later run tries again.
		switch err = clearAway(ctx, t.engine, t.lease.ID()); {
		case err == nil:
			err = t.lease.Release()
		case errors.Is(err, errStuck): // which says nothing about what was judged
			err = nil
		}
	}
	t.room.close()
	for _, s := range []*served{t.platform, t.shared} {
		if s != nil {
			s.close()
		}
	}
	if t.engine != nil {
		err = errors.Join(err, t.engine.Close())
	}
	t.platform, t.shared, t.room, t.network, t.lease, t.engine = nil, nil, nil, "", nil, nil
	return err
}
