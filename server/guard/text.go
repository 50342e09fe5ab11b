// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package guard keeps hostile or accidental text out of requests, reasons and
// logs: sanitising, identifiers, search strings and redaction.
package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line makes text fit for one line of at most max runes: control characters,
// terminal escapes, bidirectional and other invisible format characters go,
// white space of any kind becomes single blanks.
func Line(text string, max int) string {
	var b strings.Builder
	blank, n := false, 0
	for _, r := range stripEscapes(text) {
		switch {
		case unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			blank = b.Len() > 0
			continue
		case r == utf8.RuneError, Invisible(r):
			continue
		}
		need := 1
		if blank {
			need = 2
		}
		if n+need > max {
			return cut(b.String(), n, max)
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
		n += need
	}
	return b.String()
}

// cut ends a line that was too long with an ellipsis, within max runes.
func cut(line string, n, max int) string {
	if max <= 0 {
		return ""
	}
	if n == max {
		_, size := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-size]
	}
	return strings.TrimRight(line, " ") + "…"
}

// Invisible tells characters that change how a line reads without being seen:
// control characters, bidirectional overrides and marks, zero-width characters, tags and other format characters.
func Invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Cs, r) ||
		r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0' ||
		(r >= '\ufe00' && r <= '\ufe0f') || (r >= 0xe0100 && r <= 0xe01ef)
}

// stripEscapes removes ANSI control sequences whole, so that no "[31m" stays behind.
func stripEscapes(text string) string {
	if !strings.ContainsAny(text, "\x1b\u009b\u009d\u0090") {
		return text
	}
	runes := []rune(text)
	out := runes[:0:0]
	for i := 0; i < len(runes); i++ {
		var kind rune
		switch r := runes[i]; {
		case r == 0x1b && i+1 < len(runes):
			i++
			kind = runes[i]
		case r == 0x1b:
			continue
		case r == 0x9b:
			kind = '['
		case r == 0x9d:
			kind = ']'
		case r == 0x90:
			kind = 'P'
		default:
			out = append(out, r)
			continue
		}
		i = skipEscape(runes, i, kind)
	}
	return string(out)
}

// skipEscape returns the index of the last rune of the sequence whose introducer is at i.
func skipEscape(runes []rune, i int, kind rune) int {
	switch kind {
	case '[':
		for j := i + 1; j < len(runes); j++ {
			if runes[j] >= 0x40 && runes[j] <= 0x7e {
				return j
			}
			if runes[j] < 0x20 || runes[j] > 0x7e {
				return j - 1
			}
		}
		return len(runes) - 1
	case ']', 'P', 'X', '^', '_':
		for j := i + 1; j < len(runes); j++ {
			switch {
			case runes[j] == 0x07 || runes[j] == 0x9c:
				return j
			case runes[j] == 0x1b && j+1 < len(runes) && runes[j+1] == '\\':
				return j + 1
			}
		}
		return i // Not terminated: only the introducer goes, the text stays readable.
	}
	return i
}
