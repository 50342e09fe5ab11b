// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/catalog"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
)

const good = `
requirements:
  - {id: t.input, text: "Input", spec: "t / Input"}
  - {id: t.error.A, text: "A", spec: "t / Errors", tool: t, code: A}
  - {id: t.error.B, text: "B", spec: "t / Errors", tool: t, code: B, transports: [sse]}
  - {id: t.stdio, text: "S", spec: "D3", transports: [stdio]}
deferred:
  - {id: t.later, text: "Later", reason: "not built yet"}
  - {id: t.never, text: "Never", reason: "nobody needs it"}
`

func TestBadCataloguesAreRefusedWithTheLine(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"an unknown key":            {"requirements:\n  - {id: a, text: b, sepc: c}", "catalog.yaml:2: unknown field"},
		"an unknown section":        {"requirement: []", "catalog.yaml:1: unknown field"},
		"not YAML":                  {"requirements:\n  - {id: a", "catalog.yaml:2: "},
		"a wrong type":              {"requirements: 1", "catalog.yaml:1: "},
		"a duplicate id":            {"requirements:\n  - {id: a, text: b}\n  - {id: a, text: b}", "catalog.yaml:3: id a is already that of line 2"},
		"an id both now and later":  {"requirements:\n  - {id: a, text: b}\ndeferred:\n  - {id: a, text: b, reason: c}", "catalog.yaml:4: id a is already that of line 2"},
		"an id that is no tag":      {"requirements:\n  - {id: a b, text: c}", `catalog.yaml:2: id "a b"`},
		"no text":                   {"requirements:\n  - {id: a}", "catalog.yaml:2: id a has no text"},
		"a code without a tool":     {"requirements:\n  - {id: a, text: b, code: C}", "catalog.yaml:2: id a has a code and no tool"},
		"an unknown transport":      {"requirements:\n  - {id: a, text: b, transports: [pigeon]}", `catalog.yaml:2: id a: unknown transport "pigeon"`},
		"a deferral without reason": {"deferred:\n  - {id: a, text: b}", "catalog.yaml:2: id a is deferred without"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := catalog.Parse([]byte(tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func scenarios(tags ...string) []scenario.Scenario {
	var out []scenario.Scenario
	for i, t := range tags {
		out = append(out, scenario.Scenario{URI: "features/t.feature", Line: int64(i + 1), Name: "s", Tags: strings.Fields(t), Judges: true})
	}
	return out
}

func cover(t *testing.T, tags ...string) *catalog.Coverage {
	t.Helper()
	c, err := catalog.Parse([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	return c.Cover(scenarios(tags...))
}

func TestCoverageIsCompleteWhenEveryIDIsProved(t *testing.T) {
	c := cover(t, "@req:t.input", "@req:t.error.A", "@req:t.error.B @needs:sse", "@req:t.stdio @needs:stdio", "@req:t.later")
	if c.Problems != nil || c.Covered != 4 || c.Requirements != 4 || c.Scenarios != 5 || len(c.Deferred) != 2 {
		t.Errorf("%+v", c)
	}
}

func TestCoverageNamesWhatIsMissing(t *testing.T) {
	c := cover(t, "@req:t.error.A @needs:sse", "@req:t.error.B @needs:stdio", "@req:t.stdio", "@req:t.typo", "@req:t.typo")
	want := []string{
		"catalog.yaml:3: no scenario has the tag @req:t.input",
		"catalog.yaml:4: no scenario with the tag @req:t.error.A runs over stdio",
		"catalog.yaml:5: no scenario with the tag @req:t.error.B runs over sse",
		"features/t.feature:4: the tag @req:t.typo is no id of catalog.yaml",
	}
	if diff := cmp.Diff(want, c.Problems); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c.Covered != 1 {
		t.Errorf("%d covered, want 1", c.Covered)
	}
}

func TestCoverageIsPrinted(t *testing.T) {
	c := cover(t, "@req:t.input", "@req:t.error.A", "@req:t.error.A @req:t.typo")
	for output, want := range map[string][]string{
		"text": {"t     3          3", "1 A", "t.later: Later (not built yet)", "t.never: Never (nobody needs it)", "2 of 4 requirements covered (50 %) by 3 scenarios, 2 deferred, 3 problems"},
		"md":   {"## Coverage: 50 %", "| tool | A | B |", "| t | 2 | 0 |", "- features/t.feature:3"},
		"json": {`"schema": "ambient-contract-coverage/v1"`, `"id": "t.error.A"`},
	} {
		var b bytes.Buffer
		if err := c.Write(&b, output); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s lacks %q:\n%s", output, w, b.String())
			}
		}
		if output == "json" && !json.Valid(b.Bytes()) {
			t.Error("not JSON")
		}
	}
	if err := c.Write(&bytes.Buffer{}, "pdf"); err == nil {
		t.Error("pdf is accepted")
	}
}

func TestAScenarioWithoutAThenProvesNothing(t *testing.T) {
	set := scenarios("@req:t.input", "")
	for i := range set {
		set[i].Judges = false
	}
	c, err := catalog.Parse([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	got := c.Cover(set).Problems
	want := `features/t.feature:1: "s" claims t.input and has no Then`
	if !slices.Contains(got, want) || strings.Contains(strings.Join(got, "\n"), "t.feature:2") {
		t.Errorf("problems %q, want %q and nothing of line 2", got, want)
	}
}
