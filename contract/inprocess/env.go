// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/openapicheck"
)

// env is one scenario's platform, servers and clients.
type env struct {
	transport target.Transport
	platform  *mockplatform.Platform
	backend   *served
	tenant    *control.TenantClient

	mu      sync.Mutex
	shared  *host // over SSE: the server of the clients that ask for none of their own
	hosts   []*host
	clients []*client
	drifts  []error
}

func newEnv(tr target.Transport) *env { return &env{transport: tr, platform: &mockplatform.Platform{}} }

// checked is the platform, held against its OpenAPI document.
func (e *env) checked() http.Handler { return openapicheck.Wrap(e.platform, e.drift) }

func (e *env) drift(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drifts = append(e.drifts, err)
}

func (e *env) Platform() *control.TenantClient { return e.tenant }

func (e *env) PlatformURL() string { return e.backend.url() }

// Run needs programs, which the target lacks.
func (e *env) Run(context.Context, target.Command) (target.Result, error) {
	return target.Result{}, errNoPrograms
}

// ServerURL needs a socket, which the target lacks.
func (e *env) ServerURL(context.Context) (string, error) {
	return "", errors.New(lacking[target.Address])
}

func (e *env) ProgramURL(context.Context) (string, error) { return "", errNoPrograms }

var errNoPrograms = errors.New(lacking[target.Programs])

func (e *env) Connect(ctx context.Context, o target.ClientOptions) (target.Client, error) {
	connect := e.connectStdio
	if e.transport == target.SSE {
		connect = e.connectSSE
	}
	c, err := connect(ctx, o)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.clients = append(e.clients, c)
	return c, nil
}

// Close releases everything and reports what contradicted the OpenAPI document.
func (e *env) Close(ctx context.Context) error {
	e.mu.Lock()
	clients, hosts := e.clients, e.hosts
	e.clients, e.hosts, e.shared = nil, nil, nil
	e.mu.Unlock()
	var errs []error
	for _, c := range clients {
		_ = c.conn.Close()
	}
	for _, h := range hosts {
		errs = append(errs, h.close(ctx))
	}
	e.platform.Close()
	errs = append(errs, e.backend.close(ctx))
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, drift := range e.drifts {
		errs = append(errs, fmt.Errorf("the OpenAPI document: %w", drift))
	}
	return errors.Join(errs...)
}
