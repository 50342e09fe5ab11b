// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

// given is the value that p points to, or otherwise the value that stands in for it.
func given[V any](p *V, otherwise V) V {
	if p == nil {
		return otherwise
	}
	return *p
}

// set changes a field that always has a value, if one is given.
func set[V any](field *V, value *V) {
	if value != nil {
		*field = *value
	}
}

// overlay changes a field that may be absent, if a value is given. The value is
// copied: what records point to is shared, and the caller keeps its own.
func overlay[V any](field **V, value *V) {
	if value != nil {
		v := *value
		*field = &v
	}
}
