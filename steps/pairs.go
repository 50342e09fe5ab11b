// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
)

// storedPairs compares the stored labels or annotations of a thing, wholly.
func storedPairs(ctx context.Context, kind, name, field, text string) error {
	w := From(ctx)
	text, err := w.names.expand(text)
	if err != nil {
		return err
	}
	expected, err := object(text)
	if err != nil {
		return fmt.Errorf("the scenario's %s: %w", field, err)
	}
	thing, err := w.stored(ctx, kind, name)
	if err != nil {
		return err
	}
	raw, ok := thing[field].(string)
	if !ok {
		return fmt.Errorf("expected the %s %s, got %s", field, text, encode(thing[field]))
	}
	got, err := object(raw)
	if err != nil {
		return fmt.Errorf("the stored %s: %w", field, err)
	}
	return same(any(expected), any(got))
}

// storedPair compares one stored label or annotation.
func storedPair(ctx context.Context, kind, name, field, key, value string) error {
	thing, err := From(ctx).stored(ctx, kind, name)
	if err != nil {
		return err
	}
	raw, _ := thing[field+"s"].(string)
	got, err := object(raw)
	if err != nil {
		return fmt.Errorf("the stored %ss: %w", field, err)
	}
	if got[key] != value {
		return fmt.Errorf("expected %s %q to be %q, got %s", field, key, value, raw)
	}
	return nil
}
