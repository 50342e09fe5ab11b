// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

var (
	words    = rapid.SampledFrom([]string{"", "a", "b", "ab", "it's", "A", "5", "-1"})
	columns  = rapid.SampledFrom([]string{"name", "phase", "tokens"})
	literals = rapid.Custom(func(t *rapid.T) string {
		if rapid.Bool().Draw(t, "number") {
			return fmt.Sprint(rapid.IntRange(-2, 6).Draw(t, "n"))
		}
		return "'" + strings.ReplaceAll(words.Draw(t, "word"), "'", "''") + "'"
	})
	rows = rapid.Custom(func(t *rapid.T) row {
		r := row{}
		for _, c := range []string{"name", "phase"} {
			if rapid.Bool().Draw(t, c+" is there") {
				r[c] = search.Text(words.Draw(t, c))
			}
		}
		if rapid.Bool().Draw(t, "tokens is there") {
			r["tokens"] = search.Number(float64(rapid.IntRange(-2, 6).Draw(t, "tokens")))
		}
		return r
	})
)

func predicates(t *rapid.T) string {
	c, not := columns.Draw(t, "column"), rapid.SampledFrom([]string{"", "not "}).Draw(t, "negated")
	switch rapid.IntRange(0, 4).Draw(t, "predicate") {
	case 0:
		op := rapid.SampledFrom([]string{"=", "!=", "<>", "<", "<=", ">", ">="}).Draw(t, "op")
		return c + op + literals.Draw(t, "value")
	case 1:
		op := rapid.SampledFrom([]string{"like", "ILIKE"}).Draw(t, "op")
		return fmt.Sprintf("%s %s%s '%s'", c, not, op, rapid.StringMatching(`[ab%_]{0,4}`).Draw(t, "pattern"))
	case 2:
		return fmt.Sprintf("%s %sIN (%s)", c, not, strings.Join(rapid.SliceOfN(literals, 0, 3).Draw(t, "values"), ","))
	case 3:
		return fmt.Sprintf("%s %sbetween %s AND %s", c, not, literals.Draw(t, "low"), literals.Draw(t, "high"))
	default:
		return fmt.Sprintf("%s is %snull", c, not)
	}
}

// queries writes any query, with needless parentheses.
func queries(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if depth == 0 {
			return predicates(t)
		}
		inner := queries(depth - 1)
		switch rapid.IntRange(0, 4).Draw(t, "form") {
		case 0:
			return inner.Draw(t, "left") + " and " + inner.Draw(t, "right")
		case 1:
			return inner.Draw(t, "left") + " Or " + inner.Draw(t, "right")
		case 2:
			return "NOT (" + inner.Draw(t, "inner") + ")"
		case 3:
			return "(" + inner.Draw(t, "inner") + ")"
		default:
			return predicates(t)
		}
	})
}

var expressions = rapid.Custom(func(t *rapid.T) search.Expr {
	query := queries(4).Draw(t, "query")
	e, err := search.Parse(query)
	if err != nil {
		t.Fatalf("Parse(%q): %v", query, err)
	}
	return e
})

func TestPrintedExpressionParsesToItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, r := expressions.Draw(t, "e"), rows.Draw(t, "row")
		again, err := search.Parse(e.String())
		if err != nil {
			t.Fatalf("Parse(%q): %v", e, err)
		}
		if again.String() != e.String() || again.Match(r.get) != e.Match(r.get) {
			t.Fatalf("%q came back as %q", e, again)
		}
	})
}

// alike reports whether two expressions are true, false and unknown together.
func alike(a, b search.Expr, r row) bool {
	return a.Match(r.get) == b.Match(r.get) && search.Not(a).Match(r.get) == search.Not(b).Match(r.get)
}

func TestDeMorgan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, r := expressions.Draw(t, "a"), expressions.Draw(t, "b"), rows.Draw(t, "row")
		if !alike(search.Not(search.And(a, b)), search.Or(search.Not(a), search.Not(b)), r) {
			t.Fatalf("not of (%s) and (%s) for %v", a, b, r)
		}
		if !alike(search.Not(search.Or(a, b)), search.And(search.Not(a), search.Not(b)), r) {
			t.Fatalf("not of (%s) or (%s) for %v", a, b, r)
		}
	})
}

func TestExpressionAndItsNegationNeverBothMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, r := expressions.Draw(t, "e"), rows.Draw(t, "row")
		if e.Match(r.get) && search.Not(e).Match(r.get) {
			t.Fatalf("%q and its negation match %v", e, r)
		}
	})
}

func TestConjunctsTogetherAreTheExpression(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, r := expressions.Draw(t, "e"), rows.Draw(t, "row")
		if got := search.And(search.Conjuncts(e)...); got.String() != e.String() || !alike(got, e, r) {
			t.Fatalf("%q became %q", e, got)
		}
	})
}

// likeReference is the definition of like, in exponential time.
func likeReference(pattern, text []rune, fold bool) bool {
	if len(pattern) == 0 {
		return len(text) == 0
	}
	p, rest := pattern[0], pattern[1:]
	switch {
	case p == '%':
		return likeReference(rest, text, fold) || len(text) > 0 && likeReference(pattern, text[1:], fold)
	case len(text) == 0:
		return false
	case p == '_':
		return likeReference(rest, text[1:], fold)
	case p == '\\':
		p, rest = rest[0], rest[1:]
	}
	same := p == text[0] || fold && unicode.ToLower(p) == unicode.ToLower(text[0])
	return same && likeReference(rest, text[1:], fold)
}

func TestLikeMeansItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`([abAÉé%_.*]|\\[%_\\a]){0,8}`).Draw(t, "pattern")
		text := rapid.StringMatching(`[abABÉé%_.\\]{0,10}`).Draw(t, "text")
		for _, op := range []string{"like", "ilike"} {
			e := mustParseRapid(t, "name "+op+" '"+pattern+"'")
			got := e.Match(row{"name": search.Text(text)}.get)
			if want := likeReference([]rune(pattern), []rune(text), op == "ilike"); got != want {
				t.Fatalf("%q %s %q = %t, want %t", text, op, pattern, got, want)
			}
		}
	})
}

func mustParseRapid(t *rapid.T, query string) search.Expr {
	e, err := search.Parse(query)
	if err != nil {
		t.Fatalf("Parse(%q): %v", query, err)
	}
	return e
}
