// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var inQuotes = regexp.MustCompile(`"([^"]*)"`)

// quoted returns what is in double quotes, in order.
func quoted(list string) []string {
	var out []string
	for _, m := range inQuotes.FindAllStringSubmatch(list, -1) {
		out = append(out, m[1])
	}
	return out
}

// sorted returns the list in order.
func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// keys returns the keys of a JSON object in order.
func keys(o map[string]any) []string { return slices.Sorted(maps.Keys(o)) }

// says tells whether the text holds the word or words, not merely as a part of longer ones.
func says(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 || words == "" {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(words):])
		first, _ := utf8.DecodeRuneInString(words)
		last, _ := utf8.DecodeLastRuneInString(words)
		if (!wordRune(before) || !wordRune(first)) && (!wordRune(after) || !wordRune(last)) {
			return true
		}
		from = i + 1
	}
}

func wordRune(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
