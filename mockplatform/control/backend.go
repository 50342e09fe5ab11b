// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package control

import (
	"errors"
	"net/http"
	"time"
)

// What a backend wraps to say why it refuses; anything else is the handler's 500.
var (
	// ErrInvalid is answered with 400.
	ErrInvalid = errors.New("invalid")
	// ErrNotFound is answered with 404.
	ErrNotFound = errors.New("not found")
	// ErrConflict is answered with 409.
	ErrConflict = errors.New("conflict")
)

// Info is what the platform says about itself under [Prefix].
type Info struct {
	Name    string   `json:"name"`
	Profile string   `json:"profile"`
	Auth    string   `json:"auth"`
	Tenants []string `json:"tenants"`
}

// TenantInfo is a tenant without its secrets.
type TenantInfo struct {
	Name        string   `json:"name"`
	TokenLabels []string `json:"token_labels"`
}

// Backend is the platform as the control API sees it.
type Backend interface {
	Info() Info
	Tenants() []TenantInfo
	CreateTenant(TenantSpec) (Tenant, error)
	DeleteTenant(name string) error
	// Tenant returns an error that wraps ErrNotFound for a name that no tenant has.
	Tenant(name string) (TenantBackend, error)
	SaveState() error
}

// TenantBackend is one tenant as the control API sees it. Its methods mean what
// those of [TenantClient] mean.
type TenantBackend interface {
	Info() TenantInfo
	AddToken(TokenSpec) (bearer string, err error)
	RevokeToken(label string) error
	Seed(document []byte) error
	Reset()
	Snapshot() (id string)
	Restore(id string) error
	Clock() ClockState
	SetClock(ClockState) error
	Advance(time.Duration) error
	SetPhase(session, phase string) error
	DeleteSession(session string) error
	Append(session string, messages ...NewMessage) ([]Message, error)
	Journal(since int64) Journal
	AddFault(Fault) (id string, err error)
	Faults() []Fault
	RemoveFault(id string) error
	ClearFaults()
	State() State
}

// statusOf is the HTTP status of a backend's refusal.
func statusOf(err error) int {
	switch {
	case errors.Is(err, ErrInvalid):
		return http.StatusBadRequest
	case errors.Is(err, ErrNotFound):
		return http.StatusNotFound
	case errors.Is(err, ErrConflict):
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}
