// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"fmt"
	"strings"
	"time"
)

// Token is a bearer token of a tenant.
type Token struct {
	// Label stands for the bearer wherever it must not be shown.
	Label string `json:"label"`
	// Bearer is the secret itself.
	Bearer string `json:"bearer"`
	// User owns what the bearer creates.
	User string `json:"user"`
	// Permissions the bearer carries.
	Permissions []Permission `json:"permissions"`
	// Projects limits the bearer to these project ids; nil means every project.
	Projects []string `json:"projects,omitempty"`
	// ExpiresAt is the first instant at which the bearer is no longer valid; nil means never.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
	// Revoked tokens are kept so that a request with one is still journalled by its tenant.
	Revoked bool `json:"revoked,omitempty"`
}

// Validate reports what is wrong with a token, naming the field.
func (t Token) Validate() error {
	if t.Label == "" {
		return fmt.Errorf("token: label is empty")
	}
	if strings.TrimSpace(t.Label) != t.Label || strings.ContainsFunc(t.Label, unprintable) {
		return fmt.Errorf("token %q: label has blank ends or control characters", t.Label)
	}
	if t.Bearer == "" {
		return fmt.Errorf("token %q: bearer is empty", t.Label)
	}
	// A bearer travels in a header field: visible ASCII without blanks.
	for _, b := range []byte(t.Bearer) {
		if b <= ' ' || b >= 0x7f {
			return fmt.Errorf("token %q: bearer has a blank or a character that a header cannot carry", t.Label)
		}
	}
	for _, p := range t.Permissions {
		if !Known(p) {
			return fmt.Errorf("token %q: unknown permission %q", t.Label, p)
		}
	}
	return nil
}

// ValidAt reports whether the token opens anything at the time given.
func (t Token) ValidAt(now time.Time) bool {
	return !t.Revoked && (t.ExpiresAt == nil || now.Before(*t.ExpiresAt))
}

// Caller is who requests with the token speak for.
func (t Token) Caller() *Caller { return NewCaller(t.User, t.Permissions, t.Projects) }

func unprintable(r rune) bool { return r < ' ' || r == 0x7f }
