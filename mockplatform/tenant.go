// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// Tenant is a platform of its own inside a Platform.
type Tenant struct {
	name     string
	platform *Platform
	tokens   *access.Registry
	store    *store.Store
	clock    *tenantClock
	journal  *journal
	faults   *faults
	streams  atomic.Int64
	served   atomic.Bool // a REST request has been answered

	// done ends with the tenant, and its streams with it.
	done context.Context
	end  context.CancelFunc

	mu        sync.Mutex // of seeding and of what follows
	initial   *store.Snapshot
	snapshots map[string]*store.Snapshot
}

// newTenant makes an empty tenant that nobody knows yet.
func (p *Platform) newTenant(name string) *Tenant {
	clk := &tenantClock{base: p.Clock}
	t := &Tenant{
		name:     name,
		platform: p,
		tokens:   p.tokens,
		store: store.New(store.Options{
			Clock: clk, NewID: p.NewID, NewAgentID: p.NewAgentID,
		}),
		clock:     clk,
		journal:   &journal{clock: p.Clock, cap: p.JournalCap},
		faults:    new(faults),
		snapshots: map[string]*store.Snapshot{},
	}
	t.done, t.end = context.WithCancel(context.Background())
	if p.closed {
		t.end()
	}
	t.initial = t.store.Snapshot()
	return t
}

var tenantNameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$`)

// CreateTenant makes a tenant with what its seed holds. A bearer that the seed
// asks for and another tenant has is replaced by one made up, see [Tenant.Tokens].
func (p *Platform) CreateTenant(spec control.TenantSpec) (*Tenant, error) {
	p.init()
	document, err := seedDocument(spec.Seed)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if spec.Name == "" {
		spec.Name = p.freeName()
	}
	if !tenantNameForm.MatchString(spec.Name) {
		return nil, fmt.Errorf("%w: tenant name %q must match %s", control.ErrInvalid, spec.Name, tenantNameForm)
	}
	if p.tenants[spec.Name] != nil {
		return nil, fmt.Errorf("%w: tenant %q exists", control.ErrConflict, spec.Name)
	}
	t := p.newTenant(spec.Name)
	if err := t.Seed(document); err != nil {
		t.end()
		return nil, err
	}
	t.initial = t.store.Snapshot()
	p.tenants[t.name] = t
	return t, nil
}

// freeName is called with the lock held.
func (p *Platform) freeName() string {
	for {
		p.nextName++
		if name := fmt.Sprintf("tenant-%d", p.nextName); p.tenants[name] == nil {
			return name
		}
	}
}

// seedDocument is the document that a tenant's spec asks for: a built-in one by
// its name, or the text itself.
func seedDocument(text string) ([]byte, error) {
	if text == "" {
		text = "empty"
	}
	if document, ok := seed.Builtin(text); ok {
		return document, nil
	}
	if oneWord.MatchString(text) {
		return nil, fmt.Errorf("%w: no built-in seed %q; there are %v", control.ErrInvalid, text, seed.Names())
	}
	return []byte(text), nil
}

var oneWord = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// Tenant returns the named tenant, nil when there is none.
func (p *Platform) Tenant(name string) *Tenant {
	p.init()
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.tenants[name]
}

// Default returns the default tenant.
func (p *Platform) Default() *Tenant { return p.Tenant(DefaultTenant) }

// Tenants returns every tenant by name.
func (p *Platform) Tenants() []*Tenant {
	p.init()
	p.mu.RLock()
	defer p.mu.RUnlock()
	names := slices.Sorted(maps.Keys(p.tenants))
	out := make([]*Tenant, len(names))
	for i, name := range names {
		out[i] = p.tenants[name]
	}
	return out
}

// DeleteTenant removes a tenant, its tokens and its open streams. The default tenant stays.
func (p *Platform) DeleteTenant(name string) error {
	p.init()
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tenants[name]
	if t == nil {
		return fmt.Errorf("tenant %q: %w", name, control.ErrNotFound)
	}
	if name == DefaultTenant {
		return fmt.Errorf("%w: the tenant %q cannot be deleted, only reset", control.ErrConflict, name)
	}
	delete(p.tenants, name)
	p.tokens.Drop(name)
	t.end()
	return nil
}

// Name is the tenant's name.
func (t *Tenant) Name() string { return t.name }

// Store is the tenant's data, past every rule of access.
func (t *Tenant) Store() *store.Store { return t.store }
