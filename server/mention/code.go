// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mention

import "strings"

// span is a part of a text, from start up to end, in bytes.
type span struct{ start, end int }

// code returns the fenced blocks and code spans of a text, in order.
//
// A fence is a line of at least three backticks or tildes, indented by at most
// three blanks; it lasts to a line of at least as many, or to the end of the
// text. A code span is what stands between two equally long runs of backticks.
func code(text string) []span {
	if !strings.ContainsAny(text, "`~") {
		return nil
	}
	var spans []span
	for i := 0; i < len(text); {
		if i == 0 || text[i-1] == '\n' {
			if mark, n := fence(line(text, i)); n > 0 {
				end := fenceEnd(text, i, mark, n)
				spans = append(spans, span{i, end})
				i = end
				continue
			}
		}
		if text[i] != '`' {
			i++
			continue
		}
		n := run(text[i:], '`')
		if end := spanEnd(text, i+n, n); end > 0 {
			spans = append(spans, span{i, end})
			i = end
			continue
		}
		i += n
	}
	return spans
}

// line returns the line that begins at i, without its end.
func line(text string, i int) string {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return strings.TrimSuffix(text[i:i+n], "\r")
	}
	return text[i:]
}

// fence returns the mark of a line that opens a fenced block and how many there are.
func fence(line string) (mark byte, n int) {
	rest := strings.TrimLeft(line, " ")
	if rest == "" || len(line)-len(rest) > 3 || (rest[0] != '`' && rest[0] != '~') {
		return 0, 0
	}
	mark, n = rest[0], run(rest, rest[0])
	if n < 3 || (mark == '`' && strings.ContainsRune(rest[n:], '`')) {
		return 0, 0
	}
	return mark, n
}

// fenceEnd returns where the fenced block that opens at i ends.
func fenceEnd(text string, i int, mark byte, n int) int {
	for {
		next := strings.IndexByte(text[i:], '\n')
		if next < 0 {
			return len(text)
		}
		i += next + 1
		l := line(text, i)
		if m, k := fence(l); m == mark && k >= n && strings.Trim(l, string(mark)+" \t") == "" {
			return i + len(l)
		}
	}
}

// spanEnd returns where the code span ends that is open at i and closed by n
// backticks, or 0. A span does not reach over an empty line.
func spanEnd(text string, i, n int) int {
	for i < len(text) {
		switch {
		case text[i] == '`':
			k := run(text[i:], '`')
			if k == n {
				return i + k
			}
			i += k
		case text[i] == '\n' && strings.TrimSpace(line(text, i+1)) == "":
			return 0
		default:
			i++
		}
	}
	return 0
}

// run counts how often b stands at the start of text.
func run(text string, b byte) int {
	n := 0
	for n < len(text) && text[n] == b {
		n++
	}
	return n
}
