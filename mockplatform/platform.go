// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package mockplatform is the Ambient platform in memory: its REST API and
// message streams for programs under test, and a control API for the tests.
//
// The zero value is ready for use:
//
//	var p mockplatform.Platform
//	http.Serve(listener, &p)
//
// A platform is divided into tenants, each with data, bearer tokens, clock,
// journal and faults of its own; the bearer of a request selects its tenant.
// What has no tenant, such as a request without a bearer, belongs to the tenant
// [DefaultTenant].
package mockplatform

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/segmentio/ksuid"
	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

// DefaultTenant is the tenant that exists without being made.
const DefaultTenant = "default"

// The values of Platform.Auth.
const (
	// AuthTokens asks every caller for a bearer.
	AuthTokens = "tokens"
	// AuthOff lets everyone be the user dev-user with every right in the default tenant.
	AuthOff = "off"
)

// DefaultPingInterval is the time between two pings of a message stream.
const DefaultPingInterval = 30 * time.Second

// Platform is the platform. It must not be copied, and its fields must not be
// changed after its first use.
type Platform struct {
	// Profile is the dialect of the REST API: "spec", which is also the default.
	Profile string
	// Auth is AuthTokens (the default) or AuthOff.
	Auth string
	// Clock is the real time of the platform: what tenants with a real clock see,
	// and what paces pings and delay faults everywhere. The system's clock when nil.
	Clock clock.WithTicker
	// PingInterval is the time between two pings of a message stream; DefaultPingInterval when 0.
	PingInterval time.Duration
	// NewID makes the ids of sessions, messages and operations; KSUIDs when nil.
	NewID func() string
	// NewAgentID makes the ids of agents; random UUIDs when nil.
	NewAgentID func() string
	// NewBearer makes the bearers for which no other is given; unguessable ones when nil.
	NewBearer func() string
	// OnRequest, when not nil, is called for every REST request after it has been
	// journalled and before it is answered. It may block, to order requests that
	// are under way at the same time, and it may read the body.
	OnRequest func(tenant string, r *http.Request)
	// JournalCap is how many requests each tenant's journal keeps; the oldest are
	// dropped while numbers go on. All of them when 0.
	JournalCap int
	// ControlDisabled refuses the control API over HTTP; the Go methods work on.
	ControlDisabled bool
	// SaveState, when not nil, is what the control API calls to save the state on demand.
	SaveState func() error

	once    sync.Once
	broken  error // why nothing can be served
	api     *rest.API
	control http.Handler

	mu       sync.RWMutex
	closed   bool
	tokens   *access.Registry
	tenants  map[string]*Tenant
	nextName int
}

// init fills in what the zero value leaves open.
func (p *Platform) init() {
	p.once.Do(func() {
		if p.Profile == "" {
			p.Profile = rest.Spec().Profile()
		}
		if p.Auth == "" {
			p.Auth = AuthTokens
		}
		if p.Clock == nil {
			p.Clock = clock.RealClock{}
		}
		if p.PingInterval <= 0 {
			p.PingInterval = DefaultPingInterval
		}
		if p.NewID == nil {
			p.NewID = func() string { return ksuid.New().String() }
		}
		if p.NewBearer == nil {
			p.NewBearer = func() string { return "mock_" + rand.Text() }
		}
		api, ok := rest.For(p.Profile)
		if !ok {
			p.broken = fmt.Errorf("unknown profile %q; known are %v", p.Profile, rest.Profiles())
		}
		if p.Auth != AuthTokens && p.Auth != AuthOff {
			p.broken = fmt.Errorf("unknown auth %q; known are %q and %q", p.Auth, AuthTokens, AuthOff)
		}
		p.api = api
		p.control = control.NewHandler(backend{p})
		p.tokens = new(access.Registry)
		p.tenants = map[string]*Tenant{}
		p.tenants[DefaultTenant] = p.newTenant(DefaultTenant)
	})
}

// Validate reports a field whose value no platform can work with. A platform
// with one answers every request with 500.
func (p *Platform) Validate() error {
	p.init()
	return p.broken
}

// Close ends every open message stream, and at once those that are opened later.
func (p *Platform) Close() {
	p.init()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, t := range p.tenants {
		t.end()
	}
}
