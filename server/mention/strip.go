// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mention

import (
	"strings"
	"unicode"
)

// Strip removes the given mentions, which are in the order of the text and do
// not overlap, and tidies the white space around each: what stood on both
// sides of it stays apart by one blank or by the line break that was there.
func Strip(text string, mentions []Mention) string {
	out, at := "", 0
	for _, m := range mentions {
		out += text[at:m.Start]
		left := strings.TrimRightFunc(out, blank)
		right := strings.TrimLeftFunc(text[m.End:], blank)
		at = len(text) - len(right)
		touchesLeft, touchesRight := len(left) == len(out), at == m.End
		if out = left; gap(left, right, touchesLeft, touchesRight) {
			out += " "
		}
	}
	return strings.TrimSpace(out + text[at:])
}

// gap tells whether the two sides of a removed mention need a blank between
// them: not at the beginning or end of a line, not before punctuation that
// followed the mention directly, and not where there was none.
func gap(left, right string, touchesLeft, touchesRight bool) bool {
	switch {
	case left == "" || strings.HasSuffix(left, "\n"), right == "" || right[0] == '\n' || right[0] == '\r':
		return false
	case touchesRight && (touchesLeft || strings.IndexByte(",.;:!?)]}", right[0]) >= 0):
		return false // "(@agent)", "thanks @agent, go on"
	case touchesLeft && strings.IndexByte("([{", left[len(left)-1]) >= 0:
		return false // "(@agent please)"
	}
	return true
}

func blank(r rune) bool { return r != '\n' && r != '\r' && unicode.IsSpace(r) }

// slugRunes is how much of a prompt makes a session's name, in characters.
const slugRunes = 40

// Slug makes a session's name of the first 40 characters of its prompt: lower
// case letters and digits, everything else a single hyphen; "session" when nothing is left.
func Slug(prompt string) string {
	var b strings.Builder
	n, hyphen := 0, false
	for _, r := range prompt {
		if n++; n > slugRunes {
			break
		}
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
			continue
		}
		hyphen = true
	}
	if b.Len() == 0 {
		return "session"
	}
	return b.String()
}
