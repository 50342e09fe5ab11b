// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package process is the target that runs the released programs: one platform,
// and one server per client on stdio or one for all over SSE.
package process

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// Options says which programs to run.
type Options struct {
	// Transport is that of the clients.
	Transport target.Transport
	// Bin is the directory of the programs; that of this executable, then ./bin, when empty.
	Bin string
}

// Target runs scenarios against processes. Make one with [New].
type Target struct {
	o Options

	bin, dir    string
	http        *http.Client
	platform    *child
	platformURL string
	control     *control.Client

	mu     sync.Mutex
	shared *sseServer // made on demand
	envs   map[*env]struct{}
}

const noClock = "the clock of a released program cannot be moved"

// lacking is why the target has not what only libraries, images and clusters have.
var lacking = map[target.Capability]string{
	target.ServerClock: noClock,
	target.Image:       "a process has no image",
	target.Kubernetes:  "a process is in no cluster",
}

var _ target.Target = (*Target)(nil)

// New returns a target that has not started anything.
func New(o Options) *Target { return &Target{o: o, envs: map[*env]struct{}{}} }

// Name is "process".
func (*Target) Name() string { return "process" }

// Transport is the one of the options.
func (t *Target) Transport() target.Transport { return t.o.Transport }

// Lacks names the clock of a process, its image and its cluster as what it lacks.
func (t *Target) Lacks(c target.Capability) string {
	if reason := lacking[c]; reason != "" {
		return reason
	}
	return target.LacksTransport(t.o.Transport, c)
}

// Start finds the programs and starts the platform and, over SSE, the server.
func (t *Target) Start(ctx context.Context) (err error) {
	if t.bin, err = programs.Find(t.o.Bin, released...); err != nil {
		return err
	}
	if t.dir, err = os.MkdirTemp("", "contract-process-"); err != nil {
		return fmt.Errorf("make a working directory: %w", err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // everything is on this machine
	transport.MaxIdleConnsPerHost = 64
	t.http = &http.Client{Transport: transport}
	if t.platform, t.platformURL, err = startPlatform(ctx, t.bin, t.dir); err != nil {
		return err
	}
	t.control = &control.Client{BaseURL: t.platformURL, HTTP: t.http}
	if t.o.Transport == target.SSE {
		_, err = t.sharedSSE(ctx)
	}
	return err
}

// sharedSSE returns the server of all scenarios that ask for none of their own.
// It has no token: every caller brings one.
func (t *Target) sharedSSE(ctx context.Context) (*sseServer, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shared == nil {
		s, err := t.startSSE(ctx, nil)
		if err != nil {
			return nil, err
		}
		t.shared = s
	}
	return t.shared, nil
}

// Open makes a tenant.
func (t *Target) Open(ctx context.Context) (target.Env, error) {
	select {
	case <-t.platform.done:
		return nil, fmt.Errorf("%s has ended; %s", programs.Platform, t.platform.stderr.Excerpt())
	default:
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

// Stop ends every program that was started, whatever state the target is in.
func (t *Target) Stop(ctx context.Context) error {
	t.mu.Lock()
	shared, left := t.shared, t.envs
	t.shared, t.envs = nil, map[*env]struct{}{}
	t.mu.Unlock()
	for e := range left { // scenarios that were cut off
		e.release(ctx)
	}
	if t.http != nil {
		// A connection that was opened in advance and never used would hold up the server's end.
		t.http.CloseIdleConnections()
	}
	var errs []error
	if shared != nil {
		errs = append(errs, shared.stop(ctx))
	}
	if t.platform != nil {
		errs = append(errs, t.platform.stop(ctx))
		t.platform = nil
	}
	if t.dir != "" {
		errs = append(errs, os.RemoveAll(t.dir))
		t.dir = ""
	}
	return errors.Join(errs...)
}
