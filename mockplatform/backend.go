// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// backend is a platform in the terms of the control API.
type backend struct{ p *Platform }

var _ control.Backend = backend{}

func (b backend) Info() control.Info {
	info := control.Info{Name: "mockplatform", Profile: b.p.Profile, Auth: b.p.Auth}
	for _, t := range b.p.Tenants() {
		info.Tenants = append(info.Tenants, t.name)
	}
	return info
}

func (b backend) Tenants() []control.TenantInfo {
	out := []control.TenantInfo{}
	for _, t := range b.p.Tenants() {
		out = append(out, t.Info())
	}
	return out
}

func (b backend) CreateTenant(spec control.TenantSpec) (control.Tenant, error) {
	t, err := b.p.CreateTenant(spec)
	if err != nil {
		return control.Tenant{}, err
	}
	return control.Tenant{Name: t.name, Tokens: t.Tokens()}, nil
}

func (b backend) DeleteTenant(name string) error { return b.p.DeleteTenant(name) }

func (b backend) Tenant(name string) (control.TenantBackend, error) {
	if t := b.p.Tenant(name); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("tenant %q: %w", name, control.ErrNotFound)
}

func (b backend) SaveState() error {
	if b.p.SaveState == nil {
		return fmt.Errorf("%w: this platform has no state file", control.ErrConflict)
	}
	return b.p.SaveState()
}

// Info is the tenant without its secrets.
func (t *Tenant) Info() control.TenantInfo {
	return control.TenantInfo{Name: t.name, TokenLabels: append([]string{}, slices.Sorted(maps.Keys(t.Tokens()))...)}
}
