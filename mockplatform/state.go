// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// stateFormat is the version of the text that DumpState writes.
const stateFormat = 1

// platformState is a whole platform as text: data, tokens and clocks of every
// tenant. Journals, faults and snapshots belong to a test run and are not in it.
type platformState struct {
	Format  int           `json:"format"`
	Tenants []tenantState `json:"tenants"`
}

type tenantState struct {
	Name string `json:"name"`
	// FrozenAt is nil for a tenant whose clock is the platform's.
	FrozenAt *time.Time     `json:"frozen_at,omitempty"`
	Tokens   []access.Token `json:"tokens"`
	Data     store.Dump     `json:"data"`
}

// DumpState returns the state of every tenant, bearers included, as JSON for
// [Platform.LoadState]. Each tenant's data is of one moment.
func (p *Platform) DumpState() ([]byte, error) {
	state := platformState{Format: stateFormat}
	for _, t := range p.Tenants() {
		one := tenantState{Name: t.name, Tokens: t.tokens.Tokens(t.name), Data: t.store.Dump()}
		if c := t.Clock(); c.Mode == clockFrozen {
			one.FrozenAt = &c.Now
		}
		state.Tenants = append(state.Tenants, one)
	}
	text, err := json.MarshalIndent(state, "", " ")
	if err != nil {
		return nil, fmt.Errorf("platform state: %w", err)
	}
	return append(text, '\n'), nil
}

// LoadState replaces every tenant by those of a text from [Platform.DumpState],
// or changes nothing and returns an error. The loaded data is also what
// [Tenant.Reset] returns to.
func (p *Platform) LoadState(text []byte) error {
	p.init()
	state, err := parseState(text)
	if err != nil {
		return fmt.Errorf("platform state: %w", err)
	}

	p.mu.Lock()
	defer p.mu.Unlock()
	tokens, tenants := new(access.Registry), map[string]*Tenant{}
	for _, s := range state.Tenants {
		if !tenantNameForm.MatchString(s.Name) || tenants[s.Name] != nil {
			return fmt.Errorf("platform state: tenant name %q is malformed or used twice", s.Name)
		}
		t := p.newTenant(s.Name)
		t.tokens = tokens
		if err := t.load(s); err != nil {
			return fmt.Errorf("platform state: tenant %q: %w", s.Name, err)
		}
		tenants[s.Name] = t
	}
	if tenants[DefaultTenant] == nil {
		return fmt.Errorf("platform state: the tenant %q is missing", DefaultTenant)
	}
	for _, old := range p.tenants {
		old.end()
	}
	p.tokens, p.tenants = tokens, tenants
	return nil
}

func (t *Tenant) load(s tenantState) error {
	if err := t.store.Load(s.Data); err != nil {
		return err
	}
	if err := t.tokens.Add(t.name, s.Tokens...); err != nil {
		return err
	}
	for _, token := range s.Tokens {
		if token.User == "" {
			return fmt.Errorf("token %q: user is empty", token.Label)
		}
	}
	if s.FrozenAt != nil {
		if err := t.clock.set(control.ClockState{Mode: clockFrozen, Now: *s.FrozenAt}); err != nil {
			return err
		}
	}
	t.initial = t.store.Snapshot()
	return nil
}
