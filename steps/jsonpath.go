// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

// value follows the keys into a JSON object; nil when there is nothing.
func value(o map[string]any, keys ...string) any {
	var v any = o
	for _, k := range keys {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

// text is the string at the keys, or "".
func text(o map[string]any, keys ...string) string {
	s, _ := value(o, keys...).(string)
	return s
}

// branch is the object at the keys, or nil.
func branch(o map[string]any, keys ...string) map[string]any {
	m, _ := value(o, keys...).(map[string]any)
	return m
}

// list are the objects in the array at the key.
func list(o map[string]any, key string) []map[string]any {
	all, _ := o[key].([]any)
	var out []map[string]any
	for _, v := range all {
		if m, ok := v.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// texts are the strings in the array at the keys.
func texts(o map[string]any, keys ...string) []string {
	all, _ := value(o, keys...).([]any)
	var out []string
	for _, v := range all {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// matches tells whether labels have everything that the selector asks for.
func matches(selector, labels map[string]any) bool {
	for k, v := range selector {
		if labels[k] != v {
			return false
		}
	}
	return true
}
