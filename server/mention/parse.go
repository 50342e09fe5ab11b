// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package mention reads @mentions: where they are in a text, which agents they
// mean, and what of the text each agent is given.
package mention

import (
	"unicode"
	"unicode/utf8"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
)

// Mention is one "@identifier" in a text.
type Mention struct {
	// Identifier is an agent's id or name, without the "@".
	Identifier string
	// Start is the byte offset of the "@", End that of the first byte after the identifier.
	Start, End int
}

// IsID tells whether the identifier is tried as an id before it is tried as a name.
func (m Mention) IsID() bool { return platform.LooksLikeID(m.Identifier) }

// Parse returns the mentions of a text in order. Code spans and fenced blocks
// hold none, nor do e-mail addresses; hyphens that end a word are punctuation.
func Parse(text string) []Mention {
	var found []Mention
	codes := code(text)
	for i := 0; i < len(text); i++ {
		if len(codes) > 0 && i >= codes[0].start {
			i = codes[0].end - 1
			codes = codes[1:]
			continue
		}
		if text[i] != '@' || !opens(text[:i]) {
			continue
		}
		end := i + 1
		for end < len(text) && identifierByte(text[end]) {
			end++
		}
		for end > i+1 && text[end-1] == '-' {
			end--
		}
		if end > i+1 {
			found = append(found, Mention{Identifier: text[i+1 : end], Start: i, End: end})
			i = end - 1
		}
	}
	return found
}

// opens tells whether an "@" after before may begin a mention.
func opens(before string) bool {
	r, size := utf8.DecodeLastRuneInString(before)
	if size == 0 {
		return true
	}
	switch r {
	case '_', '-', '.', '@':
		return false
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

func identifierByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-'
}
