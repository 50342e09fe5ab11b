// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"errors"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// AddToken makes a bearer token of the tenant and returns the bearer.
func (t *Tenant) AddToken(spec control.TokenSpec) (bearer string, err error) {
	token := access.Token{
		Label: spec.Label, Bearer: spec.Token, User: spec.User, Projects: spec.Projects, ExpiresAt: spec.ExpiresAt,
	}
	for _, p := range spec.Permissions {
		token.Permissions = append(token.Permissions, access.Permission(p))
	}
	if token.Bearer == "" {
		token.Bearer = t.platform.NewBearer()
	}
	if token.User == "" {
		token.User = token.Label
	}
	if err := t.tokens.Add(t.name, token); err != nil {
		return "", refusal(err)
	}
	return token.Bearer, nil
}

// RevokeToken makes the labelled bearer invalid.
func (t *Tenant) RevokeToken(label string) error { return refusal(t.tokens.Revoke(t.name, label)) }

// Tokens returns the bearers of the tenant by label, without revoked ones.
func (t *Tenant) Tokens() map[string]string {
	out := map[string]string{}
	for _, token := range t.tokens.Tokens(t.name) {
		if !token.Revoked {
			out[token.Label] = token.Bearer
		}
	}
	return out
}

// refusal says an error of the layers below in the words of the control API.
func refusal(err error) error {
	var (
		missing *store.NotFoundError
		clash   *store.ConflictError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &missing), errors.Is(err, access.ErrUnknown):
		return fmt.Errorf("%w: %w", control.ErrNotFound, err)
	case errors.As(err, &clash), errors.Is(err, access.ErrInUse):
		return fmt.Errorf("%w: %w", control.ErrConflict, err)
	}
	return fmt.Errorf("%w: %w", control.ErrInvalid, err)
}
