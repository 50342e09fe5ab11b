// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// The reasons for which a registry refuses.
var (
	ErrInUse   = errors.New("already in use")
	ErrUnknown = errors.New("not found")
)

// Registry knows the bearer tokens of every tenant. A bearer belongs to one
// tenant at most, because it is what selects the tenant. The zero value is ready for use.
type Registry struct {
	mu       sync.RWMutex
	byBearer map[string]*entry
	byTenant map[string][]*entry
}

type entry struct {
	tenant string
	token  Token
	caller *Caller
	// forms are the ways in which the bearer may be written in a URL or a body; none when it is too short to be replaced there.
	forms []string
}

func newEntry(tenant string, t Token) *entry {
	e := &entry{tenant: tenant, token: t, caller: t.Caller()}
	if len(t.Bearer) < MinScrubbed {
		return e
	}
	quoted, _ := json.Marshal(t.Bearer) // a string
	for _, form := range []string{
		t.Bearer, url.QueryEscape(t.Bearer), url.PathEscape(t.Bearer), string(quoted[1 : len(quoted)-1]),
	} {
		if !slices.Contains(e.forms, form) {
			e.forms = append(e.forms, form)
		}
	}
	return e
}

// Found is what a bearer selects.
type Found struct {
	Tenant string
	Token  Token
	Caller *Caller
}

// Add registers tokens of a tenant, all or none. A label or bearer that another
// valid token of the tenant has is refused, and so is a bearer of another tenant.
func (r *Registry) Add(tenant string, tokens ...Token) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	labels, bearers := map[string]bool{}, map[string]bool{}
	for _, t := range tokens {
		if err := t.Validate(); err != nil {
			return err
		}
		if !t.Revoked && (r.labelled(tenant, t.Label) >= 0 || labels[t.Label]) {
			return fmt.Errorf("token %q: label %w", t.Label, ErrInUse)
		}
		if r.taken(tenant, t.Bearer) || bearers[t.Bearer] {
			return fmt.Errorf("token %q: bearer %w", t.Label, ErrInUse)
		}
		labels[t.Label] = labels[t.Label] || !t.Revoked
		bearers[t.Bearer] = true
	}
	if r.byBearer == nil {
		r.byBearer, r.byTenant = map[string]*entry{}, map[string][]*entry{}
	}
	for _, t := range tokens {
		t.Permissions = slices.Clone(t.Permissions)
		t.Projects = slices.Clone(t.Projects)
		if old := r.byBearer[t.Bearer]; old != nil {
			r.byTenant[tenant] = slices.DeleteFunc(r.byTenant[tenant], func(e *entry) bool { return e == old })
		}
		e := newEntry(tenant, t)
		r.byBearer[t.Bearer] = e
		r.byTenant[tenant] = append(r.byTenant[tenant], e)
	}
	return nil
}

// Lookup returns what the bearer selects: revoked and expired tokens too, for the caller to refuse.
func (r *Registry) Lookup(bearer string) (Found, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	e := r.byBearer[bearer]
	if e == nil {
		return Found{}, false
	}
	return Found{Tenant: e.tenant, Token: e.token, Caller: e.caller}, true
}

// Revoke makes the labelled token of a tenant invalid for good.
func (r *Registry) Revoke(tenant, label string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.labelled(tenant, label)
	if i < 0 {
		return fmt.Errorf("token %q: %w", label, ErrUnknown)
	}
	r.byTenant[tenant][i].token.Revoked = true
	return nil
}

// Tokens returns the tokens of a tenant in the order in which they were added, revoked ones included.
func (r *Registry) Tokens(tenant string) []Token {
	r.mu.RLock()
	defer r.mu.RUnlock()
	out := make([]Token, 0, len(r.byTenant[tenant]))
	for _, e := range r.byTenant[tenant] {
		out = append(out, e.token)
	}
	return out
}

// Drop forgets every token of a tenant.
func (r *Registry) Drop(tenant string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.byTenant[tenant] {
		delete(r.byBearer, e.token.Bearer)
	}
	delete(r.byTenant, tenant)
}

// Scrub replaces in text every bearer of the tenant by its label. Bearers of
// less than [MinScrubbed] bytes stay: they would hit ordinary words.
func (r *Registry) Scrub(tenant, text string) string {
	if text == "" {
		return text
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, e := range r.byTenant[tenant] {
		for _, form := range e.forms {
			text = strings.ReplaceAll(text, form, e.token.Label)
		}
	}
	return text
}

// MinScrubbed is the length in bytes from which a bearer is replaced by its
// label outside the Authorization header too.
const MinScrubbed = 8

func (r *Registry) taken(tenant, bearer string) bool {
	e := r.byBearer[bearer]
	return e != nil && (e.tenant != tenant || !e.token.Revoked)
}

func (r *Registry) labelled(tenant, label string) int {
	return slices.IndexFunc(r.byTenant[tenant], func(e *entry) bool {
		return e.token.Label == label && !e.token.Revoked
	})
}
