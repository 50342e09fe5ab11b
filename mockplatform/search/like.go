// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import (
	"unicode"
	"unicode/utf8"
)

// pattern is a compiled like pattern: % is any text, _ any one character, and
// a backslash takes the character after it literally.
type pattern struct {
	parts []part
	fold  bool
}

type part struct {
	kind partKind
	r    rune
}

type partKind uint8

const (
	partRune partKind = iota
	partOne
	partAny
)

// compilePattern returns false when text ends with a backslash that escapes nothing.
func compilePattern(text string, fold bool) (pattern, bool) {
	p := pattern{fold: fold}
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			p.parts, escaped = append(p.parts, part{r: p.norm(r)}), false
		case r == '\\':
			escaped = true
		case r == '_':
			p.parts = append(p.parts, part{kind: partOne})
		case r == '%':
			// "%%" means what "%" means, and costs a restart of the matcher.
			if n := len(p.parts); n == 0 || p.parts[n-1].kind != partAny {
				p.parts = append(p.parts, part{kind: partAny})
			}
		default:
			p.parts = append(p.parts, part{r: p.norm(r)})
		}
	}
	return p, !escaped
}

func (p pattern) norm(r rune) rune {
	if p.fold {
		return unicode.ToLower(unicode.ToUpper(r))
	}
	return r
}

// match walks text once. When a part fails it goes back to the last % only and
// lets that take one character more: an earlier % never needs another try, so
// the work is at most len(text) times len(parts).
func (p pattern) match(text string) bool {
	i, n := 0, 0
	anyPart, anyText := -1, 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		switch {
		case i < len(p.parts) && p.parts[i].kind == partAny:
			anyPart, anyText = i, n
			i++
		case i < len(p.parts) && (p.parts[i].kind == partOne || p.parts[i].r == p.norm(r)):
			i++
			n += size
		case anyPart >= 0:
			_, size = utf8.DecodeRuneInString(text[anyText:])
			anyText += size
			i, n = anyPart+1, anyText
		default:
			return false
		}
	}
	for i < len(p.parts) && p.parts[i].kind == partAny {
		i++
	}
	return i == len(p.parts)
}
