// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package scenario

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Filter is a tag expression as godog knows it: "@a && ~@b, @c" holds for what
// has @a and not @b, and for what has @c. The zero value holds for everything.
type Filter struct {
	text string
	any  [][]term
}

type term struct {
	tag string
	not bool
}

// notInTags are characters by which another language of tag expressions shows
// itself, or a typing error: such an expression would match nothing.
const notInTags = "@~&|!()[]{}<>*?;=^\\\"'`"

// ParseFilter reads a tag expression; blank holds for everything.
func ParseFilter(text string) (Filter, error) {
	f := Filter{text: strings.TrimSpace(text)}
	if f.text == "" {
		return f, nil
	}
	for _, alternative := range strings.Split(f.text, ",") {
		var all []term
		for _, part := range strings.Split(alternative, "&&") {
			part = strings.TrimSpace(part)
			tag := strings.TrimPrefix(part, "~")
			name := strings.TrimPrefix(tag, "@")
			if name == "" || strings.ContainsAny(name, notInTags) || strings.ContainsFunc(name, unicode.IsSpace) {
				return Filter{}, fmt.Errorf("tag expression %q: %q is not a tag; write @a && ~@b, @c", text, part)
			}
			all = append(all, term{tag: "@" + name, not: tag != part})
		}
		f.any = append(f.any, all)
	}
	return f, nil
}

// String is the expression as it was read.
func (f Filter) String() string { return f.text }

// Match tells whether the expression holds for a scenario with these tags.
func (f Filter) Match(tags []string) bool {
	if len(f.any) == 0 {
		return true
	}
	return slices.ContainsFunc(f.any, func(all []term) bool {
		return !slices.ContainsFunc(all, func(t term) bool { return slices.Contains(tags, t.tag) == t.not })
	})
}
