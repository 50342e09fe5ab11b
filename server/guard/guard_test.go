// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package guard_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
)

func TestLine(t *testing.T) {
	const max = 19
	tests := map[string]struct{ in, want string }{
		"plain text stays":                  {"no agent matches @x", "no agent matches @x"},
		"letters of every script stay":      {"çé 日本 שלום e\u0301", "çé 日本 שלום e\u0301"},
		"white space becomes single blanks": {" a\r\n\tb\u2028c\u00a0 d ", "a b c d"},
		"colours go whole":                  {"\x1b[31mred\x1b[0m", "red"},
		"eight-bit sequences go":            {"\u009b31mred", "red"},
		"titles go, ended by bell":          {"\x1b]0;owned\x07text", "text"},
		"titles go, ended by ST":            {"\x1b]0;owned\x1b\\text", "text"},
		"an open title does not swallow":    {"\x1b]0;rest", "0;rest"},
		"a broken colour does not swallow":  {"\x1b[3\nrest", "rest"},
		"a lone escape goes":                {"a\x1b", "a"},
		"overrides and isolates go":         {"a\u202eb\u2066c\u200fd\u061ce", "abcde"},
		"zero-width and tags go":            {"a\u200bb\ufeffc\U000e0041d\ufe0f", "abcd"},
		"nul and delete go":                 {"a\x00b\x7fc\u0085d", "abc d"},
		"bytes that are no text go":         {"a\xff\xfeb", "ab"},
		"too long ends in an ellipsis":      {"0123456789abcdef0123", "0123456789abcdef01…"},
		"exactly as long as allowed stays":  {"0123456789abcdef012", "0123456789abcdef012"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := guard.Line(tt.in, max); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLineIsBoundedVisibleAndIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, max := rapid.String().Draw(t, "text"), rapid.IntRange(0, 50).Draw(t, "max")
		line := guard.Line(text, max)
		if n := utf8.RuneCountInString(line); n > max {
			t.Fatalf("%q has %d runes, more than %d", line, n, max)
		}
		if strings.ContainsFunc(line, guard.Invisible) || strings.TrimSpace(line) != line || !utf8.ValidString(line) {
			t.Fatalf("%q is no clean line", line)
		}
		if again := guard.Line(line, max); again != line {
			t.Fatalf("%q becomes %q", line, again)
		}
	})
}

func TestIDNamesTheArgument(t *testing.T) {
	for _, good := range []string{"3BEaN6kqawvTNUIXoSMcgOQvUDj", "code-review", "o'brien", "a b", "日本", "..x", strings.Repeat("x", 256)} {
		if err := guard.ID("session_id", good); err != nil {
			t.Errorf("%q is refused: %v", good, err)
		}
	}
	for _, bad := range []string{"", "a/b", "..", ".", "a\nb", "a\x00", "a\u202eb", "a\xff", strings.Repeat("x", 257), strings.Repeat("é", 129)} {
		if err := guard.ID("session_id", bad); err == nil || !strings.HasPrefix(err.Error(), "session_id ") {
			t.Errorf("%q: got %v, want an error that names the argument", bad, err)
		}
	}
}

func TestBalanced(t *testing.T) {
	tests := map[string]error{
		"":                           nil,
		"name like 'code-%'":         nil,
		"(a = 'x' or b = 'y')":       nil,
		"name = 'it''s (fine'":       nil,
		"name = 'x":                  guard.ErrQuotes,
		`name = "x`:                  guard.ErrQuotes,
		"name = 'x''":                guard.ErrQuotes,
		"(name = 'x'":                guard.ErrParentheses,
		"name = 'x') or (1 = 1":      guard.ErrParentheses,
		"name = 'x')":                guard.ErrParentheses,
		"name = '(' and owner = ')'": nil,
	}
	for search, want := range tests {
		if got := guard.Balanced(search); !errors.Is(got, want) {
			t.Errorf("%q: got %v, want %v", search, got, want)
		}
	}
}

func TestAQuotedValueCannotLeaveItsQuotes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringOfN(rapid.SampledFrom([]rune(`ab'"() =`)), 0, 20, -1).Draw(t, "value")
		quoted := guard.Quote(value)
		if err := guard.Balanced(quoted); err != nil {
			t.Fatalf("%s: %v", quoted, err)
		}
		if inner := quoted[1 : len(quoted)-1]; strings.ReplaceAll(inner, "''", "'") != value {
			t.Fatalf("%s does not read as %q", quoted, value)
		}
	})
}

func TestRedact(t *testing.T) {
	got := guard.Redact("url?t=s3cr%2Ft s3cr/t and Authorization: bearer abc.def-1", "s3cr/t", "")
	if strings.Contains(got, "s3cr") || strings.Contains(got, "abc.def") || strings.Count(got, guard.Redacted) != 3 {
		t.Errorf("got %q", got)
	}
}
