// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

type row map[string]search.Value

func (r row) get(column string) (search.Value, bool) {
	v, ok := r[column]
	return v, ok
}

var created = time.Date(2026, 11, 30, 20, 12, 9, 665745786, time.UTC)

var sample = row{
	"name":   search.Text("Fix it's bug_1"),
	"five":   search.Text("5"),
	"tokens": search.Number(200),
	"at":     search.Time(created),
}

func TestMatch(t *testing.T) {
	for _, tc := range []struct {
		query string
		want  bool
	}{
		{"", true},
		{"name = 'Fix it''s bug_1'", true},
		{"name = 'fix it''s bug_1'", false},
		{"name != 'x'", true},
		{"name < 'G' and name > 'F'", true},
		{"five = 5", true},
		{"five = '5'", true},
		{"five < 10", false}, // text against a number compares as text
		{"tokens = '200'", true},
		{"tokens = 200.0", true},
		{"tokens < 1000", true},
		{"tokens between 100 and 200", true},
		{"tokens between 201 and 300", false},
		{"tokens not between 201 and 300", true},
		{"tokens in (1, '200')", true},
		{"tokens = 'many'", false},
		{"tokens != 'many'", false}, // cannot be compared: unknown
		{"at = '2026-11-30T20:12:09.665745786Z'", true},
		{"at = '2026-11-30T21:12:09.665745786+01:00'", true},
		{"at >= '2026-11-30'", true},
		{"at < '2026-11-30 20:12:10'", true},
		{"at between '2026-11-30T00:00:00Z' and '2026-12-01T00:00:00Z'", true},
		{"name like 'Fix%'", true},
		{"name like 'fix%'", false},
		{"name ilike 'FIX%BUG_1'", true},
		{`name like '%bug\_1'`, true},
		{`name like '%bu\g_1'`, true},
		{`name like 'Fix\%'`, false},
		{"name like ''", false},
		{"name in ('a', 'Fix it''s bug_1')", true},
		{"name in ()", false},
		{"not name in ()", true},
		{"absent is null", true},
		{"absent is not null", false},
		{"name is null", false},
		{"absent = 'x'", false},
		{"absent != 'x'", false},
		{"not absent = 'x'", false},
		{"absent like '%'", false},
		{"absent not like '%'", false},
		{"absent in ('x')", false},
		{"absent not in ('x')", false},
		{"absent between 1 and 2", false},
		{"absent = 'x' or name is not null", true},
		{"absent = 'x' and name is null", false},
		{"not (absent = 'x' and name is null)", true}, // unknown and false is false
		{"not (absent = 'x' and name is not null)", false},
		{"(absent = 'Pending' or absent is null)", true},
	} {
		t.Run(tc.query, func(t *testing.T) {
			if got := mustParse(t, tc.query).Match(sample.get); got != tc.want {
				t.Errorf("Match = %t, want %t", got, tc.want)
			}
		})
	}
}

func TestLikeTakesLinearTime(t *testing.T) {
	// A matcher that tries every % again would not come back from this.
	e := mustParse(t, "name like '"+strings.Repeat("%a", 200)+"b'")
	if e.Match(row{"name": search.Text(strings.Repeat("a", 5000))}.get) {
		t.Error("matches a text without b")
	}
}

func TestBind(t *testing.T) {
	columns := search.Columns{"name": search.KindText, "tokens": search.KindNumber, "at": search.KindTime}
	for _, tc := range []struct{ name, query, want, column string }{
		{"no condition", "", "", ""},
		{"known columns", "name = 5 and tokens = '200' or at > '2026-11-30'", "name = 5 and tokens = '200' or at > '2026-11-30'", ""},
		{"own table is dropped", "not (sessions.name like 'x' or sessions.tokens in (1))", "not (name like 'x' or tokens in (1))", ""},
		{"nulls of every kind", "at is null and sessions.tokens is not null", "at is null and not tokens is null", ""},
		{"unknown column", "bogus = 1", "", "bogus"},
		{"unknown column of the own table", "sessions.bogus is null", "", "sessions.bogus"},
		{"other table", "agents.name = 'x'", "", "agents.name"},
		{"text for a number", "tokens = 'many'", "", "tokens"},
		{"not a number for a number", "tokens = 'NaN'", "", "tokens"},
		{"one text among numbers", "tokens in (1, 'x')", "", "tokens"},
		{"text for a time", "at between '2026-11-30' and 'now'", "", "at"},
		{"number for a time", "at > 2026", "", "at"},
		{"pattern for a number", "tokens like '2%'", "", "tokens"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := mustParse(t, tc.query).Bind("sessions", columns)
			if tc.column == "" {
				if err != nil || got.String() != tc.want {
					t.Errorf("Bind = %q, %v; want %q", got, err, tc.want)
				}
				return
			}
			var column *search.ColumnError
			if !errors.As(err, &column) || column.Column != tc.column || column.Reason == "" {
				t.Errorf("Bind: %v, want a *ColumnError of %s", err, tc.column)
			}
		})
	}
}
