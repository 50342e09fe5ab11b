// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

var began = time.Date(2026, 3, 21, 10, 0, 0, 0, time.UTC)

// part is a report of one pass over the named scenarios. A name that begins with ! failed.
func part(name, transport string, shard scenario.Shard, scenarios ...string) *report.Report {
	p := report.Pass{Target: name, Transport: transport, Repetition: 1, StartedAt: began, Seconds: 2}
	cell := report.Cell{Tool: "ping", Code: "FORBIDDEN"}
	for i, s := range scenarios {
		status := report.Passed
		if strings.HasPrefix(s, "!") {
			s, status = s[1:], report.Failed
		}
		cell.Counts.Add(status)
		p.Scenarios = append(p.Scenarios, report.Scenario{URI: "f.feature", Line: int64(i), Name: s, Status: status})
	}
	r := &report.Report{Seed: 7, Whole: true, StartedAt: began, Seconds: 2, Passes: []report.Pass{p}, Matrix: []report.Cell{cell}}
	if shard.Count > 0 {
		r.Shard = &shard
	}
	r.Close()
	return r
}

func shard(i, n int) scenario.Shard { return scenario.Shard{Index: i, Count: n} }

func named(all ...*report.Report) []report.Named {
	var out []report.Named
	for i, r := range all {
		for k := range r.Passes { // no two runs begin at the same time
			r.Passes[k].StartedAt = r.Passes[k].StartedAt.Add(time.Duration(i))
		}
		out = append(out, report.Named{Name: fmt.Sprintf("%c.json", 'a'+i), Report: r})
	}
	return out
}

// shape is what a merged report has: its passes with their scenarios, and what is wrong.
func shape(r *report.Report) []string {
	var out []string
	for _, p := range r.Passes {
		line := p.Title(true)
		for _, s := range p.Scenarios {
			line += " " + s.Name
		}
		if p.Broken != "" {
			line += " BROKEN " + p.Broken
		}
		if p.Unjudged != "" {
			line += " UNJUDGED " + p.Unjudged
		}
		out = append(out, line)
	}
	return append(out, fmt.Sprintf("exit code %d", r.ExitCode()))
}

func TestMerge(t *testing.T) {
	all := scenario.Shard{}
	unstarted := part("kind", "sse", all)
	unstarted.Passes[0].Unjudged = "no cluster"
	refused := part("kind", "sse", shard(2, 2))
	refused.Passes[0].Broken = "the pod is refused"
	refused.Passes[0].Attachments = []target.Attachment{{Name: "events"}}
	leaving := part("process", "sse", all, "x")
	leaving.Unjudged = "the cluster stays"
	for name, tc := range map[string]struct {
		in   []*report.Report
		want []string
	}{
		"two targets":                {[]*report.Report{part("process", "sse", all, "x"), part("kind", "sse", all, "x")}, []string{"process/sse#1 x", "kind/sse#1 x", "exit code 0"}},
		"two transports":             {[]*report.Report{part("process", "sse", all, "x"), part("process", "stdio", all, "x")}, []string{"process/sse#1 x", "process/stdio#1 x", "exit code 0"}},
		"shards":                     {[]*report.Report{part("kind", "sse", shard(2, 2), "y"), part("kind", "sse", shard(1, 2), "x")}, []string{"kind/sse#1 x y", "exit code 0"}},
		"a failure in one":           {[]*report.Report{part("kind", "sse", shard(1, 2), "x"), part("kind", "sse", shard(2, 2), "!y")}, []string{"kind/sse#1 x y", "exit code 1"}},
		"a shard that is missing":    {[]*report.Report{part("kind", "sse", shard(1, 3), "x")}, []string{"kind/sse#1 x UNJUDGED no report of shard 2, 3 of 3", "exit code 2"}},
		"the same pass again":        {[]*report.Report{part("process", "sse", all, "x", "y"), part("process", "sse", all, "x", "y")}, []string{"process/sse#1 x y", "process/sse#2 x y", "exit code 0"}},
		"the same shards again":      {[]*report.Report{part("kind", "sse", shard(1, 2), "x"), part("kind", "sse", shard(1, 2), "x"), part("kind", "sse", shard(2, 2), "y"), part("kind", "sse", shard(2, 2), "y")}, []string{"kind/sse#1 x y", "kind/sse#2 x y", "exit code 0"}},
		"other tags":                 {[]*report.Report{part("process", "sse", all, "x"), part("process", "sse", all, "y")}, []string{"process/sse#1 x y", "exit code 0"}},
		"a pass that is not judged":  {[]*report.Report{part("process", "sse", all, "x"), unstarted}, []string{"process/sse#1 x", "kind/sse#1 UNJUDGED no cluster", "exit code 2"}},
		"a shard that is refused":    {[]*report.Report{part("kind", "sse", shard(1, 2), "x"), refused}, []string{"kind/sse#1 x BROKEN shard 2/2: the pod is refused", "exit code 1"}},
		"what could not be released": {[]*report.Report{part("kind", "sse", all, "x"), leaving}, []string{"kind/sse#1 x", "process/sse#1 x", "exit code 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := report.Merge(named(tc.in...))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, shape(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOneRunCannotBeMergedWithItself(t *testing.T) {
	r := part("process", "sse", scenario.Shard{}, "x")
	_, err := report.Merge([]report.Named{{Name: "a.json", Report: r}, {Name: "copy.json", Report: r}})
	if err == nil || !strings.Contains(err.Error(), "a.json and copy.json hold the same run of process/sse") {
		t.Errorf("got %v", err)
	}
}

func TestNothingJudgedIsNoVerdict(t *testing.T) {
	nothing := part("process", "sse", scenario.Shard{})
	skipped := part("process", "sse", scenario.Shard{}, "x")
	skipped.Passes[0].Scenarios[0].Status = report.Skipped
	told := part("process", "sse", scenario.Shard{}, "x")
	told.Verdict = report.Broken
	for name, r := range map[string]*report.Report{"no scenario": nothing, "all skipped": skipped, "a verdict without a reason": told} {
		got, err := report.Merge([]report.Named{{Name: "a.json", Report: r}})
		if err != nil || got.ExitCode() != 2 {
			t.Errorf("%s: exit code %d, %v", name, got.ExitCode(), err)
		}
	}
}

func TestWhatCannotBeMerged(t *testing.T) {
	all := scenario.Shard{}
	for name, tc := range map[string]struct {
		in   []*report.Report
		want string
	}{
		"nothing":                           {nil, "there is no report"},
		"a scenario twice":                  {[]*report.Report{part("process", "sse", all, "x", "y"), part("process", "sse", all, "y", "z")}, "f.feature: y is in a.json and in b.json, in the same pass process/sse"},
		"a scenario in two shards":          {[]*report.Report{part("kind", "sse", shard(1, 2), "x"), part("kind", "sse", shard(2, 2), "x")}, "f.feature: x is in a.json and in b.json"},
		"shards of two numbers":             {[]*report.Report{part("kind", "sse", shard(1, 2), "x"), part("kind", "sse", shard(2, 3), "y")}, "b.json is shard 2/3 and a.json is shard 1/2 of kind/sse"},
		"a shard of what is there as whole": {[]*report.Report{part("kind", "sse", all, "x", "y"), part("kind", "sse", shard(1, 2), "x")}, "b.json is shard 1/2 and a.json is all of kind/sse"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := report.Merge(named(tc.in...)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func TestTheHeadOfAMergedReportHoldsForAll(t *testing.T) {
	a, b := part("kind", "sse", shard(1, 2), "x"), part("kind", "sse", shard(2, 2), "!y")
	b.StartedAt, b.Seconds, b.Seed, b.Whole = began.Add(time.Second), 5, 8, false
	a.Tags, b.Tags = "@a", "@b"
	got, err := report.Merge(named(a, b))
	if err != nil {
		t.Fatal(err)
	}
	if got.Seconds != 6 || !got.StartedAt.Equal(began) || got.Seed != 0 || got.Whole || got.Tags != "@a, @b" || got.Shard != nil {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff([]report.Cell{{Tool: "ping", Code: "FORBIDDEN", Counts: report.Counts{Passed: 1, Failed: 1}}}, got.Matrix); diff != "" {
		t.Error(diff)
	}
}

// TestMergingShardsGivesTheWhole: whatever the order of the inputs.
func TestMergingShardsGivesTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 6).Draw(t, "shards")
		scenarios := rapid.IntRange(count, 30).Draw(t, "scenarios")
		parts := make([]*report.Report, count)
		for i := range count {
			var mine []string
			s := shard(i+1, count)
			for position := range scenarios {
				if s.Has(position) {
					mine = append(mine, fmt.Sprintf("s%02d", position))
				}
			}
			parts[i] = part("kind", "sse", s, mine...)
		}
		got, err := report.Merge(named(rapid.Permutation(parts).Draw(t, "order")...))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Passes) != 1 || got.Totals.Passed != scenarios || got.ExitCode() != 0 {
			t.Fatalf("%d passes, %s, exit code %d", len(got.Passes), got.Totals.Line(), got.ExitCode())
		}
	})
}

func TestAReportIsReadAsWritten(t *testing.T) {
	var b bytes.Buffer
	want := part("kind", "sse", shard(1, 2), "x", "!y")
	if err := (report.JSON{}).Write(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := report.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{"", "{}", "[]", `{"schema":"other"}`, `{"schema":"ambient-contract-report/v1"} x`, `{"schema":"ambient-contract-report/v1","shard":{"index":3,"count":2}}`} {
		if _, err := report.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	_ = report.JSON{}.Write(&b, part("kind", "sse", shard(1, 2), "x", "!y"))
	f.Add(b.String(), b.String())
	f.Fuzz(func(t *testing.T, first, second string) {
		var all []*report.Report
		for _, text := range []string{first, second} {
			r, err := report.Read(strings.NewReader(text))
			if err != nil {
				return
			}
			all = append(all, r)
		}
		r, err := report.Merge(named(all...))
		if err != nil {
			return
		}
		for _, format := range report.Formats() {
			var b bytes.Buffer
			if err := format.Write(&b, r); err != nil {
				t.Errorf("%s: %v", format.Name(), err)
			}
		}
	})
}

func TestAReportWithAnUnknownStatusOrVerdictCannotBeRead(t *testing.T) {
	for name, change := range map[string]func(r *report.Report){
		`the status "bogus"`:  func(r *report.Report) { r.Passes[0].Scenarios[0].Status = "bogus" },
		`its verdict "bogus"`: func(r *report.Report) { r.Verdict = "bogus" },
	} {
		r := part("process", "sse", scenario.Shard{}, "x")
		change(r)
		var text bytes.Buffer
		if err := (report.JSON{}).Write(&text, r); err != nil {
			t.Fatal(err)
		}
		if _, err := report.Read(&text); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %s", err, name)
		}
	}
}
