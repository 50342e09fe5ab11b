// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package credential knows where the bearer of a platform call comes from: the
// process's environment, or the caller whose connection it is.
package credential

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// ErrMissing means that no bearer is known for a call.
var ErrMissing = errors.New("no bearer token")

// Source gives the bearer of a call.
type Source interface {
	// Bearer returns the token without the word "Bearer", or [ErrMissing].
	Bearer(ctx context.Context) (string, error)
}

// Static is a source that always gives the same token; the empty one gives [ErrMissing].
type Static string

// Bearer returns the token.
func (s Static) Bearer(context.Context) (string, error) {
	if s == "" {
		return "", ErrMissing
	}
	return string(s), nil
}

type forwardedKey struct{}

// Forward returns a context whose calls use the caller's own token.
func Forward(ctx context.Context, token string) context.Context {
	return context.WithValue(ctx, forwardedKey{}, token)
}

// Forwarded returns the token put in by [Forward].
func Forwarded(ctx context.Context) (string, bool) {
	token, ok := ctx.Value(forwardedKey{}).(string)
	return token, ok && token != ""
}

// Caller is a source that prefers the caller's token over that of Process.
type Caller struct {
	// Process is used where the context carries no token; nil means none.
	Process Source
}

// Bearer returns the token of the context, else that of the process.
func (c Caller) Bearer(ctx context.Context) (string, error) {
	if token, ok := Forwarded(ctx); ok {
		return token, nil
	}
	if c.Process == nil {
		return "", ErrMissing
	}
	return c.Process.Bearer(ctx)
}

// MaxBytes bounds a token, in bytes.
const MaxBytes = 16 << 10

// Check refuses a token that cannot be sent as a bearer. The error never
// contains any of it.
func Check(token string) error {
	if token == "" {
		return ErrMissing
	}
	if len(token) > MaxBytes {
		return errors.New("the token is too long")
	}
	for i := range len(token) {
		if token[i] <= ' ' || token[i] > '~' {
			return errors.New("the token contains white space, control or non-ASCII characters")
		}
	}
	return nil
}

// Fingerprint identifies a token without telling it, for comparing callers.
func Fingerprint(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
