// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

// arguments are the arguments of a call; they fit the tool's schema.
type arguments map[string]any

// text returns a string argument, "" when it is absent.
func (a arguments) text(name string) string {
	s, _ := a[name].(string)
	return s
}

// id returns an argument that goes into a path or a search, checked (decision D11).
func (a arguments) id(name string) (string, error) {
	value := a.text(name)
	if err := guard.ID(name, value); err != nil {
		return "", toolerr.New(toolerr.InvalidRequest, "%s", err)
	}
	return value, nil
}

// optionalID is id for an argument that may be absent.
func (a arguments) optionalID(name string) (string, error) {
	if _, ok := a[name]; !ok {
		return "", nil
	}
	return a.id(name)
}

// given returns those of the names that the call has an argument of.
func (a arguments) given(names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { _, ok := a[name]; return !ok })
}

// integer returns an integer argument, or other when it is absent. A number
// beyond what an int64 holds becomes the nearest that it does, and fits is false.
func (a arguments) integer(name string, other int64) (n int64, fits bool) {
	switch n := a[name].(type) {
	case int:
		return int64(n), true
	case int64:
		return n, true
	case float64:
		return truncate(n)
	case json.Number:
		if i, err := n.Int64(); err == nil {
			return i, true
		}
		if f, err := n.Float64(); err == nil || math.IsInf(f, 0) {
			return truncate(f)
		}
	}
	return other, true
}

func truncate(f float64) (n int64, fits bool) {
	switch {
	case math.IsNaN(f):
		return 0, false
	case f >= math.MaxInt64:
		return math.MaxInt64, false
	case f < math.MinInt64:
		return math.MinInt64, false
	}
	return int64(f), true
}

// counted returns an integer argument that counts from least: a smaller one is
// read as least, a greater one than most is refused, for nothing has it.
func (a arguments) counted(name string, least, most int64) (int64, error) {
	n, fits := a.integer(name, least)
	if n > most || n > 0 && !fits {
		return 0, toolerr.New(toolerr.InvalidRequest, "argument %q must not be above %d", name, most)
	}
	return max(n, least), nil
}

// pairs returns an object of strings.
func (a arguments) pairs(name string) map[string]string {
	out := map[string]string{}
	switch m := a[name].(type) {
	case map[string]string:
		return m
	case map[string]any:
		for k, v := range m {
			if s, ok := v.(string); ok {
				out[k] = s
			}
		}
	}
	return out
}

// Bounds of a page (spec: "Default: 20. Max: 100.").
const (
	defaultSize = 20
	maxSize     = 100
	// MaxPage is the last page that can be asked for: the platform multiplies
	// page and size in 32 bits at worst, and would begin again at the first.
	MaxPage = math.MaxInt32 / maxSize
)

// page returns page and size within their bounds (decision D12).
func (a arguments) page() (platform.Page, error) {
	page, err := a.counted("page", 1, MaxPage)
	if err != nil {
		return platform.Page{}, err
	}
	size, _ := a.integer("size", defaultSize)
	return platform.Page{Page: int(page), Size: clampSize(size)}, nil
}

func clampSize(n int64) int {
	if n < 1 {
		return defaultSize
	}
	return int(min(n, maxSize))
}
