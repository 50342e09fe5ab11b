// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package scenario_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

const text = `
@all
Feature: F
  @req:a @req:a @needs:sse
  Scenario: plain
    Given x

  Scenario Outline: row of <v>
    Given x
    And y
    @req:b
    Examples:
      | v | w         |
      | 1 | two  words |
      | 1 | two  words |

  Rule: R
    @in-rule
    Scenario: inside
      Given x
`

func read(t *testing.T, files map[string]string) (*scenario.Set, error) {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var s scenario.Set
	return &s, s.Read(fsys, "features")
}

func TestScenariosHaveUniqueNamesAndAllTags(t *testing.T) {
	s, err := read(t, map[string]string{"deep/f.feature": text, "notes.md": "no Gherkin"})
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Name, Tags string
		Line       int64
		Steps      int
	}
	var got []row
	for _, sc := range s.Scenarios {
		got = append(got, row{sc.Name, strings.Join(sc.Tags, " "), sc.Line, sc.Steps})
		if sc.URI != "features/deep/f.feature" || sc.Feature != "F" || sc.Area() != "f" {
			t.Errorf("%+v", sc)
		}
	}
	want := []row{
		{"plain", "@all @req:a @needs:sse", 5, 1},
		{"row of 1 [v=1, w=two words]", "@all @req:b", 14, 2},
		{"row of 1 [v=1, w=two words] #2", "@all @req:b", 15, 2},
		{"inside", "@all @in-rule", 19, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a"}, s.Scenarios[0].Requirements()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]target.Capability{target.NeedsSSE}, s.Scenarios[0].Needs()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNotGherkinIsRefusedWithItsLine(t *testing.T) {
	_, err := read(t, map[string]string{"f.feature": "Feature: F\n  Scenario: s\n    Given x\n    nonsense\n"})
	if err == nil || !strings.Contains(err.Error(), "features/f.feature") || !strings.Contains(err.Error(), "4:5") {
		t.Errorf("got %v", err)
	}
}

func TestFilter(t *testing.T) {
	for _, tc := range []struct {
		expr, tags string
		want       bool
	}{
		{"", "", true},
		{"@a", "@a @b", true},
		{"a", "@a", true},
		{"@a", "@ab", false},
		{"~@a", "@b", true},
		{"~@a", "@a", false},
		{"@a && ~@b", "@a", true},
		{"@a && ~@b", "@a @b", false},
		{"@a && @b, @c", "@c", true},
		{"@a && @b, @c", "@a", false},
	} {
		f, err := scenario.ParseFilter(tc.expr)
		if err != nil || f.Match(strings.Fields(tc.tags)) != tc.want {
			t.Errorf("%q on %q: want %v, error %v", tc.expr, tc.tags, tc.want, err)
		}
	}
	for _, expr := range []string{",", "@a,", "&& @a", "@", "~", "~~@a", "@a and @b", "@a @b", "@a & @b", "@a|@b", "!a", "(@a)", "@req:*", "not(@a)", "@a;@b", "'@a'", "@a=b", "@a && ~@b, ~@~c"} {
		if _, err := scenario.ParseFilter(expr); err == nil {
			t.Errorf("%q is accepted", expr)
		}
	}
}
