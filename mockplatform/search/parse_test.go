// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

func mustParse(t testing.TB, query string) search.Expr {
	t.Helper()
	e, err := search.Parse(query)
	if err != nil {
		t.Fatalf("Parse(%q): %v", query, err)
	}
	return e
}

func TestParsePrintsCanonicalForm(t *testing.T) {
	for _, tc := range []struct{ name, query, want string }{
		{"blank text has no condition", " \t\n", ""},
		{"equality without blanks", "name='x'", "name = 'x'"},
		{"both spellings of unequal", "a <> 1 and a != 2", "a != 1 and a != 2"},
		{"every comparison", "a<1 or a<=1 or a>1 or a>=1", "a < 1 or a <= 1 or a > 1 or a >= 1"},
		{"keywords in any case", "NOT a LIKE 'x' Or b iLike 'Y'", "not a like 'x' or b ilike 'Y'"},
		{"string keeps its case and keywords", "a = 'AND Or'", "a = 'AND Or'"},
		{"doubled quote", "a = 'it''s'", "a = 'it''s'"},
		{"only a quote", "a = ''''", "a = ''''"},
		{"backslash is no escape in a string", `a = '\'`, `a = '\'`},
		{"numbers", "a in (1, -2, +3, 1.5, .5, 1e3)", "a in (1, -2, +3, 1.5, .5, 1e3)"},
		{"in of nothing", "a in ( )", "a in ()"},
		{"between binds its own and", "a between 1 and 2 and b = 3", "a between 1 and 2 and b = 3"},
		{"is not null", "a is not null", "not a is null"},
		{"negated predicates", "a not in (1) or a not like 'x' or a not between 1 and 2", "not a in (1) or not a like 'x' or not a between 1 and 2"},
		{"two nots cancel", "not not a is null", "a is null"},
		{"and binds stronger than or", "a = 1 or b = 2 and c = 3", "a = 1 or b = 2 and c = 3"},
		{"parentheses that matter stay", "(a = 1 or b = 2) and c = 3", "(a = 1 or b = 2) and c = 3"},
		{"parentheses that do not matter go", "((a = 1) and ((b = 2)))", "a = 1 and b = 2"},
		{"not of a group", "not (a = 1 and b = 2)", "not (a = 1 and b = 2)"},
		{"column that begins like a keyword", "inner = 1 and android = 2", "inner = 1 and android = 2"},
		{"column of a table", "sessions.name = 'x'", "sessions.name = 'x'"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := mustParse(t, tc.query).String(); got != tc.want {
				t.Errorf("Parse(%q) prints %q, want %q", tc.query, got, tc.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, query string
		offset      int
	}{
		{"regular expression", "a ~ 'x'", 2},
		{"regular expression with equals", "a ~= 'x'", 2},
		{"comparison with null", "a = null", 4},
		{"function", "lower(a) = 'x'", 5},
		{"line comment", "a = 1 -- b", 6},
		{"block comment", "a = 1 /* b */", 6},
		{"semicolon", "a = 1; drop", 5},
		{"double quotes", `a = "x"`, 4},
		{"bare word as value", "a = x", 4},
		{"literal against literal", "1=1", 0},
		{"string against string", "'a' = 'a'", 0},
		{"literal before column", "1 = a", 0},
		{"column alone", "a", 1},
		{"free text", "hello world", 6},
		{"missing value", "a =", 3},
		{"dot without digits", "a = 2.", 5},
		{"missing right side", "a = 1 and", 9},
		{"backslash before a quote", `a = 'b\'c'`, 9},
		{"open string", "a = 'x", 4},
		{"open parenthesis", "(a = 1", 6},
		{"escape from the scope", "name='z') or (project_id = 'other'", 8},
		{"empty parentheses", "()", 1},
		{"like a number", "a like 5", 7},
		{"like that ends with an escape", `a like 'x\'`, 2},
		{"is a value", "a is 'x'", 5},
		{"in without list", "a in 'x'", 5},
		{"trailing comma", "a in (1,)", 7},
		{"three part column", "a.b.c = 1", 3},
		{"keyword as column", "and = 1", 0},
		{"not utf-8", "a = '\xff'", 5},
		{"nul", "a = '\x00'", 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := search.Parse(tc.query)
			var parse *search.ParseError
			if !errors.As(err, &parse) {
				t.Fatalf("Parse(%q) = %v, want a *ParseError", tc.query, err)
			}
			if parse.Query != tc.query || parse.Offset != tc.offset || parse.Reason == "" {
				t.Errorf("Parse(%q) = %+v, want offset %d and a reason", tc.query, parse, tc.offset)
			}
		})
	}
}

func TestParseIsBounded(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("(", n) + "a = 1" + strings.Repeat(")", n) }
	list := "a in (" + strings.Repeat("'0123456789', ", 20<<10/14) + "'x')"
	for _, tc := range []struct {
		name, query string
		ok          bool
	}{
		{"twenty kilobytes", list, true},
		{"deepest nesting", nested(search.MaxDepth), true},
		{"nesting deeper", nested(search.MaxDepth + 1), false},
		{"nesting without an end", strings.Repeat("(", 60<<10), false},
		{"many nots", strings.Repeat("not ", 10<<10) + "a = 1", true},
		{"many ands", strings.Repeat("a = 1 and ", 5<<10) + "a = 1", true},
		{"parentheses in strings do not nest", "a = '" + strings.Repeat("(", 1000) + "'", true},
		{"too long", "a = '" + strings.Repeat("x", search.MaxLength) + "'", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := search.Parse(tc.query)
			var parse *search.ParseError
			if tc.ok != (err == nil) || err != nil && !errors.As(err, &parse) {
				t.Errorf("Parse: %v, want success %t", err, tc.ok)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "name='x'", "not (a = 1 or b like '%_' and c in ())", "a between -1 and 'x' or b is not null",
		"a = 'it''s'", "((((a = 1))))", "a ~ 'x'", "a.b = 1e9", "a ilike 'É\\%'", "not not not a is null",
	} {
		f.Add(seed)
	}
	row := func(column string) (search.Value, bool) {
		switch len(column) % 3 {
		case 0:
			return search.Value{}, false
		case 1:
			return search.Text("x"), true
		default:
			return search.Number(1), true
		}
	}
	f.Fuzz(func(t *testing.T, query string) {
		e, err := search.Parse(query)
		if err != nil {
			var parse *search.ParseError
			if !errors.As(err, &parse) || parse.Offset < 0 || parse.Offset > len(query) {
				t.Fatalf("Parse(%q): %#v", query, err)
			}
			return
		}
		text := e.String()
		again, err := search.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q) prints %q, which Parse refuses: %v", query, text, err)
		}
		if again.String() != text {
			t.Fatalf("Parse(%q) prints %q, then %q", query, text, again)
		}
		if e.Match(row) != again.Match(row) {
			t.Fatalf("%q and %q do not match alike", query, text)
		}
	})
}
