// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"errors"
	"strings"
)

// Quote makes a literal of the search language: the value between quotes, each
// quote in it doubled.
func Quote(value string) string {
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}

// Equal is the search "column = value" in the exact form the platform
// recognises as a look-up by name.
func Equal(column, value string) string { return column + "=" + Quote(value) }

// Errors of [Balanced].
var (
	ErrQuotes      = errors.New("its quotes do not balance")
	ErrParentheses = errors.New("its parentheses do not balance")
)

// Balanced checks that the quotes and parentheses of a search are balanced, so
// that it cannot reach out of the parentheses it is put into.
func Balanced(search string) error {
	depth, quoted := 0, rune(0)
	for _, r := range search {
		switch {
		case quoted != 0:
			if r == quoted { // A doubled quote closes and opens again.
				quoted = 0
			}
		case r == '\'', r == '"':
			quoted = r
		case r == '(':
			depth++
		case r == ')':
			if depth--; depth < 0 {
				return ErrParentheses
			}
		}
	}
	switch {
	case quoted != 0:
		return ErrQuotes
	case depth != 0:
		return ErrParentheses
	}
	return nil
}
