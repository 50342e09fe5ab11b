// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

func TestNameEquality(t *testing.T) {
	for _, tc := range []struct {
		query, value string
		ok           bool
	}{
		{"name='twin'", "twin", true},
		{"((name = 'it''s'))", "it's", true},
		{"name = ''", "", true},
		{"not not name = 'x'", "x", true},
		{"", "", false},
		{"name != 'x'", "", false},
		{"not name = 'x'", "", false},
		{"name = 'x' and id = 'y'", "", false},
		{"name = 'x' or name = 'x'", "", false},
		{"name in ('x')", "", false},
		{"display_name = 'x'", "", false},
		{"agents.name = 'x'", "", false},
	} {
		t.Run(tc.query, func(t *testing.T) {
			if value, ok := search.NameEquality(mustParse(t, tc.query)); value != tc.value || ok != tc.ok {
				t.Errorf("NameEquality = %q, %t; want %q, %t", value, ok, tc.value, tc.ok)
			}
		})
	}
}

func TestEqualities(t *testing.T) {
	for _, tc := range []struct {
		query string
		want  map[string]string
	}{
		{"", map[string]string{}},
		{"a = 'x'", map[string]string{"a": "x"}},
		{"a = 'x' and (b = 5 and c != 1) and (d = 1 or e = 2)", map[string]string{"a": "x", "b": "5"}},
		{"a = 'x' and a = 'y'", map[string]string{"a": "x"}},
		{"a = 'x' or b = 'y'", map[string]string{}},
	} {
		t.Run(tc.query, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, search.Equalities(mustParse(t, tc.query))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAsMembership(t *testing.T) {
	for _, tc := range []struct {
		query string
		want  search.Membership
		ok    bool
	}{
		{"a = 'x'", search.Membership{Column: "a", Values: []string{"x"}}, true},
		{"a in ('y', 'x', 'y')", search.Membership{Column: "a", Values: []string{"x", "y"}}, true},
		{"a in ()", search.Membership{Column: "a"}, true},
		{"a is null", search.Membership{Column: "a", Null: true}, true},
		{"(a = 'Pending' or a is null)", search.Membership{Column: "a", Values: []string{"Pending"}, Null: true}, true},
		{"a = 'x' or (a in ('y') or a = 'z')", search.Membership{Column: "a", Values: []string{"x", "y", "z"}}, true},
		{"a = 'x' or b = 'x'", search.Membership{}, false},
		{"a != 'x'", search.Membership{}, false},
		{"a is not null", search.Membership{}, false},
		{"a = 'x' and a = 'y'", search.Membership{}, false},
		{"", search.Membership{}, false},
	} {
		t.Run(tc.query, func(t *testing.T) {
			got, ok := search.AsMembership(mustParse(t, tc.query))
			if diff := cmp.Diff(tc.want, got); diff != "" || ok != tc.ok {
				t.Errorf("ok = %t, want %t; %s", ok, tc.ok, diff)
			}
		})
	}
}

func TestColumnsAndComposition(t *testing.T) {
	e := search.And(search.Equal("b", "it's"), search.Expr{}, mustParse(t, "a = 1 or b = 2 or t.c is null"))
	if got, want := e.String(), "b = 'it''s' and (a = 1 or b = 2 or t.c is null)"; got != want {
		t.Errorf("And prints %q, want %q", got, want)
	}
	if diff := cmp.Diff([]string{"a", "b", "t.c"}, e.Columns()); diff != "" {
		t.Error(diff)
	}
	if got := search.And(search.Expr{}); !got.IsZero() {
		t.Errorf("And of nothing is %q", got)
	}
	if got := search.Or(search.Equal("a", "x"), search.Expr{}); !got.IsZero() {
		t.Errorf("Or with everything is %q", got)
	}
	if n := len(search.Conjuncts(e)); n != 2 {
		t.Errorf("%d conjuncts, want 2", n)
	}
}
