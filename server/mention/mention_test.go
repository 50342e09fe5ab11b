// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mention_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/server/mention"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func names(ms []mention.Mention) string {
	var out []string
	for _, m := range ms {
		out = append(out, m.Identifier)
	}
	return strings.Join(out, " ")
}

func TestParse(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"at the start":                       {"@code-review please check", "code-review"},
		"several":                            {"@a and @b, then @a", "a b a"},
		"directly after each other":          {"@a@b", "a"},
		"in parentheses and quotes":          {`(@a) "@b" [@c]`, "a b c"},
		"after a line break":                 {"x\n@a", "a"},
		"underscore, digits, capitals":       {"@My_Agent-2", "My_Agent-2"},
		"ended by punctuation":               {"ask @a. Or @b, @c! @d?", "a b c d"},
		"ended by a letter of another kind":  {"@aé", "a"},
		"ended by a hyphen":                  {"@a- and @b-- @c-d-", "a b c-d"},
		"nothing but hyphens":                {"@-- @", ""},
		"an e-mail address":                  {"mail bob@example.com", ""},
		"an e-mail address with dots":        {"b.o_b-@example.com .@x", ""},
		"after a letter of another script":   {"é@x 日@y", ""},
		"after a digit":                      {"1@x", ""},
		"two at signs":                       {"@@x", ""},
		"in a code span":                     {"see `@a` and @b", "b"},
		"in a span of two":                   {"``a ` @a`` @b", "b"},
		"a backtick that opens nothing":      {"it` @a", "a"},
		"a span does not cross a paragraph":  {"a ` b\n\n@a ` @b", "a b"},
		"in a fence":                         {"```\n@a\n```\n@b", "b"},
		"in a fence with a language":         {"x\n```go\n@a\n```  \n@b", "b"},
		"in a fence of tildes":               {"~~~\n@a\n```\n@b\n~~~\n@c", "c"},
		"in a fence that is not closed":      {"```\n@a", ""},
		"a longer fence closes":              {"```\n@a\n`````\n@b", "b"},
		"a shorter one does not":             {"````\n```\n@a\n````\n@b", "b"},
		"a fence indented by four is none":   {"    ~~~\n@a", "a"},
		"a fence with carriage returns":      {"```\r\n@a\r\n```\r\n@b", "b"},
		"a uuid":                             {"@0190b6a0-5d5c-7cc8-9d0c-2f5d3a1b2c3d go", "0190b6a0-5d5c-7cc8-9d0c-2f5d3a1b2c3d"},
		"three backticks within a line open": {"a ``` @a ``` @b", "b"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := names(mention.Parse(tt.text)); got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestStrip(t *testing.T) {
	tests := []struct{ text, identifier, want string }{
		{"@code-review please check this", "code-review", "please check this"},
		{"please  @a  check", "a", "please check"},
		{"check this @a", "a", "check this"},
		{"@a @b look", "a", "@b look"},
		{"@a @b look", "b", "@a look"},
		{"x @a @a y", "a", "x y"},
		{"thanks @a, go on", "a", "thanks, go on"},
		{"(@a please) go", "a", "(please) go"},
		{"one\n@a two\nthree @a\nfour", "a", "one\ntwo\nthree\nfour"},
		{"line\r\n@a\r\nend", "a", "line\r\n\r\nend"},
		{"keep   this  @a now", "a", "keep   this now"},
		{"`@a` @a x", "a", "`@a` x"},
		{"@a", "a", ""},
		{"@a @a", "a", ""},
		{"@a/@b", "a", "/@b"},
	}
	for _, tt := range tests {
		ms := slices.DeleteFunc(mention.Parse(tt.text), func(m mention.Mention) bool { return m.Identifier != tt.identifier })
		if got := mention.Strip(tt.text, ms); got != tt.want {
			t.Errorf("%q without @%s: got %q, want %q", tt.text, tt.identifier, got, tt.want)
		}
	}
}

func TestSlug(t *testing.T) {
	tests := map[string]string{
		"check the auth module for security issues": "check-the-auth-module-for-security-issue",
		"  Fix: Bug #12!  ":                         "fix-bug-12",
		"日本語":                                       "session",
		"":                                          "session",
		"---":                                       "session",
		strings.Repeat("é", 39) + "ab":              "a",
	}
	for prompt, want := range tests {
		if got := mention.Slug(prompt); got != want {
			t.Errorf("%q: got %q, want %q", prompt, got, want)
		}
	}
}

// text draws a text in which the characters that matter are frequent.
var text = rapid.StringOfN(rapid.SampledFrom([]rune("ab1_-.@@@`~ \n\r(),é")), 0, 60, -1)

func check(t interface{ Fatalf(string, ...any) }, text string) {
	ms, at := mention.Parse(text), 0
	for _, m := range ms {
		if m.Start < at || m.End <= m.Start || m.End > len(text) || text[m.Start:m.End] != "@"+m.Identifier {
			t.Fatalf("%q: %+v is not where it says", text, m)
		}
		if strings.Trim(m.Identifier, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" || strings.HasSuffix(m.Identifier, "-") {
			t.Fatalf("%q: identifier %q", text, m.Identifier)
		}
		at = m.End
	}
	stripped := mention.Strip(text, ms)
	if utf8.ValidString(text) && !utf8.ValidString(stripped) {
		t.Fatalf("%q: %q is no text", text, stripped)
	}
	var want strings.Builder // Only white space is added or removed beside the mentions.
	at = 0
	for _, m := range ms {
		want.WriteString(text[at:m.Start])
		at = m.End
	}
	want.WriteString(text[at:])
	if squeeze(stripped) != squeeze(want.String()) {
		t.Fatalf("%q: stripped to %q", text, stripped)
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func TestMentionsAreWhereTheySayAndStrippingTakesNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { check(t, text.Draw(t, "text")) })
}

func TestSlugIsANameOfAtMostFortyCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := mention.Slug(rapid.String().Draw(t, "prompt"))
		if s == "" || len(s) > 40 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.HasPrefix(s, "-") || strings.HasSuffix(s, "-") {
			t.Fatalf("slug %q", s)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"@a b", "`@a`", "```\n@a\n```", "x@y.z @-", "@a@b\xff", "~~~\r\n@a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// fakeAgents answers by reference and counts look-ups.
type fakeAgents struct {
	by    map[string][]*platform.Agent
	err   error
	asked []string
}

func (f *fakeAgents) AgentsByIDOrName(_ context.Context, ref string) ([]*platform.Agent, error) {
	f.asked = append(f.asked, ref)
	return f.by[ref], f.err
}

func TestResolve(t *testing.T) {
	a, b := &platform.Agent{ID: "1", Name: "a"}, &platform.Agent{ID: "2", Name: "b"}
	agents := &fakeAgents{by: map[string][]*platform.Agent{"a": {a}, "1": {a}, "b": {b}, "twin": {a, b}}}
	code := func(text string) toolerr.Code {
		_, err := mention.Resolve(t.Context(), agents, mention.Parse(text))
		var e *toolerr.Error
		errors.As(err, &e)
		if e == nil {
			return ""
		}
		return e.Code
	}
	if got := code("@b @ghost"); got != toolerr.MentionNotResolved {
		t.Errorf("an unknown name: %s", got)
	}
	if got := code("@twin"); got != toolerr.AmbiguousAgentName {
		t.Errorf("a name of two: %s", got)
	}
	agents.asked = nil
	text := "@b ask @a and @1, @b"
	got, err := mention.Resolve(t.Context(), agents, mention.Parse(text))
	if err != nil || len(got) != 2 || got[0].Agent != b || got[1].Agent != a {
		t.Fatalf("got %+v, %v", got, err)
	}
	if p := got[1].Prompt(text); p != "@b ask and, @b" {
		t.Errorf("prompt of a: %q", p)
	}
	if p := got[0].Prompt(text); p != "ask @a and @1," {
		t.Errorf("prompt of b: %q", p)
	}
	if strings.Join(agents.asked, " ") != "b a 1" {
		t.Errorf("looked up %v", agents.asked)
	}
	agents.err = &platform.StatusError{Status: 403}
	if got := code("@a"); got != toolerr.Forbidden {
		t.Errorf("a look-up that is forbidden: %s", got)
	}
}
