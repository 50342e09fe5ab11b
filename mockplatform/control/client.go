// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package control

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Client speaks the control API of one platform.
type Client struct {
	// BaseURL is the platform's origin, without a trailing slash.
	BaseURL string
	// HTTP is http.DefaultClient when nil.
	HTTP *http.Client
}

// CreateTenant makes a tenant.
func (c *Client) CreateTenant(ctx context.Context, spec TenantSpec) (Tenant, error) {
	var t Tenant
	err := c.do(ctx, http.MethodPost, "tenants", spec, &t)
	return t, err
}

// DeleteTenant removes a tenant, its tokens and its open streams.
func (c *Client) DeleteTenant(ctx context.Context, tenant string) error {
	return c.do(ctx, http.MethodDelete, tenantPath(tenant), nil, nil)
}

// Tenant returns a handle on the named tenant without asking the platform.
func (c *Client) Tenant(name string) *TenantClient { return &TenantClient{c: c, name: name} }

// SaveState writes the state file of a platform started with one.
func (c *Client) SaveState(ctx context.Context) error {
	return c.do(ctx, http.MethodPost, "state/save", nil, nil)
}

// TenantClient speaks the control API of one tenant.
type TenantClient struct {
	c    *Client
	name string
}

// Name is the tenant's name.
func (t *TenantClient) Name() string { return t.name }

// AddToken makes a bearer and returns it.
func (t *TenantClient) AddToken(ctx context.Context, spec TokenSpec) (string, error) {
	var out TokenSpec
	err := t.do(ctx, http.MethodPost, "/tokens", spec, &out)
	return out.Token, err
}

// RevokeToken makes the labelled bearer invalid.
func (t *TenantClient) RevokeToken(ctx context.Context, label string) error {
	return t.do(ctx, http.MethodDelete, "/tokens/"+url.PathEscape(label), nil, nil)
}

// Seed adds everything a seed document (YAML or JSON) names to the tenant.
func (t *TenantClient) Seed(ctx context.Context, document string) error {
	return t.do(ctx, http.MethodPost, "/seed", map[string]string{"document": document}, nil)
}

// Reset returns the tenant to the state it was made with; its tokens stay.
func (t *TenantClient) Reset(ctx context.Context) error {
	return t.do(ctx, http.MethodPost, "/reset", nil, nil)
}

// Snapshot keeps the tenant's state and returns the snapshot's id.
func (t *TenantClient) Snapshot(ctx context.Context) (string, error) {
	var out struct {
		ID string `json:"id"`
	}
	err := t.do(ctx, http.MethodPost, "/snapshots", nil, &out)
	return out.ID, err
}

// Restore puts a kept state back.
func (t *TenantClient) Restore(ctx context.Context, id string) error {
	return t.do(ctx, http.MethodPost, "/snapshots/"+url.PathEscape(id)+"/restore", nil, nil)
}

// Clock reads the tenant's clock.
func (t *TenantClient) Clock(ctx context.Context) (ClockState, error) {
	var out ClockState
	err := t.do(ctx, http.MethodGet, "/clock", nil, &out)
	return out, err
}

// SetClock sets mode and, when frozen, the time.
func (t *TenantClient) SetClock(ctx context.Context, s ClockState) error {
	return t.do(ctx, http.MethodPut, "/clock", s, nil)
}

// Advance moves a frozen clock.
func (t *TenantClient) Advance(ctx context.Context, d time.Duration) error {
	return t.do(ctx, http.MethodPost, "/clock/advance", map[string]string{"duration": d.String()}, nil)
}

// SetPhase puts a session into a phase, past the transition rules; the empty phase is the one before the first start.
func (t *TenantClient) SetPhase(ctx context.Context, session, phase string) error {
	return t.do(ctx, http.MethodPut, "/sessions/"+url.PathEscape(session)+"/phase", map[string]string{"phase": phase}, nil)
}

// DeleteSession removes a session.
func (t *TenantClient) DeleteSession(ctx context.Context, session string) error {
	return t.do(ctx, http.MethodDelete, "/sessions/"+url.PathEscape(session), nil, nil)
}

// Append stores messages in a session, in order, and returns them as stored.
func (t *TenantClient) Append(ctx context.Context, session string, messages ...NewMessage) ([]Message, error) {
	var out []Message
	err := t.do(ctx, http.MethodPost, "/sessions/"+url.PathEscape(session)+"/messages", messages, &out)
	return out, err
}

// Journal returns the requests numbered above since, in order of arrival.
func (t *TenantClient) Journal(ctx context.Context, since int64) (Journal, error) {
	var out Journal
	err := t.do(ctx, http.MethodGet, "/journal?since="+strconv.FormatInt(since, 10), nil, &out)
	return out, err
}

// AddFault injects a fault and returns its id.
func (t *TenantClient) AddFault(ctx context.Context, f Fault) (string, error) {
	var out Fault
	err := t.do(ctx, http.MethodPost, "/faults", f, &out)
	return out.ID, err
}

// ClearFaults removes every fault.
func (t *TenantClient) ClearFaults(ctx context.Context) error {
	return t.do(ctx, http.MethodDelete, "/faults", nil, nil)
}

// State returns everything the tenant stores.
func (t *TenantClient) State(ctx context.Context) (State, error) {
	var out State
	err := t.do(ctx, http.MethodGet, "/state", nil, &out)
	return out, err
}

func (t *TenantClient) do(ctx context.Context, method, path string, in, out any) error {
	return t.c.do(ctx, method, tenantPath(t.name)+path, in, out)
}

func tenantPath(name string) string { return "tenants/" + url.PathEscape(name) }

func (c *Client) do(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("control %s %s: %w", method, path, err)
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.BaseURL+Prefix+path, body)
	if err != nil {
		return fmt.Errorf("control %s %s: %w", method, path, err)
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	client := c.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("control %s %s: %w", method, path, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
		return fmt.Errorf("control %s %s: status %d: %s", method, path, resp.StatusCode, bytes.TrimSpace(text))
	}
	if out == nil {
		return nil
	}
	if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
		return fmt.Errorf("control %s %s: decode answer: %w", method, path, err)
	}
	return nil
}
