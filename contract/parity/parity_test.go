// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package parity_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/parity"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
)

var update = flag.Bool("update", false, "write the golden files")

// answered is a scenario whose one step "ask" was answered so, and which was notified so.
func answered(answer string, notices ...string) report.Scenario {
	l := &ledger.Ledger{
		Steps:   []ledger.Step{{Text: "given"}, {Text: "ask", Answers: []ledger.Answer{{From: "client editor", Text: answer}}}},
		Streams: []ledger.Stream{{Of: "client editor, watch 1: work"}},
	}
	for _, n := range notices {
		l.Streams[0].Messages = append(l.Streams[0].Messages, ledger.Answer{Text: n})
	}
	return report.Scenario{URI: "f.feature", Name: "asks [row=1]", Status: report.Passed, Ledger: l}
}

func changed(s report.Scenario, change func(*report.Scenario)) report.Scenario {
	change(&s)
	return s
}

func pass(target, transport string, repetition int, scenarios ...report.Scenario) report.Pass {
	return report.Pass{Target: target, Transport: transport, Repetition: repetition, Scenarios: scenarios}
}

// between compares one scenario of two targets.
func between(t *testing.T, a, b report.Scenario, accepted ...parity.Entry) *parity.Result {
	t.Helper()
	r := &report.Report{Passes: []report.Pass{pass("process", "sse", 1, a), pass("kind", "sse", 1, b)}}
	got, err := parity.Compare(r, accepted)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestWhatIsADifference(t *testing.T) {
	one := answered(`{"result":{"text":"{\"id\":1}"}}`)
	long := ledger.Answer{From: "client editor", Text: "beginning", Bytes: 9000, SHA256: "aa"}
	for name, tc := range map[string]struct {
		a, b report.Scenario
		what string
		want []string
	}{
		"nothing":                     {one, one, "", nil},
		"one field more":              {one, answered(`{"result":{"text":"{\"id\":1,\"by\":\"x\"}"}}`), "client editor, answer 1", []string{`+ result.text as JSON: .by: "x"`}},
		"one value":                   {one, answered(`{"result":{"text":"{\"id\":2}"}}`), "client editor, answer 1", []string{"- result.text as JSON: .id: 1", "+ result.text as JSON: .id: 2"}},
		"the order of members":        {answered(`{"t":"{\"a\":1,\"b\":2}"}`), answered(`{"t":"{\"b\":2,\"a\":1}"}`), "client editor, answer 1", []string{`- …{"t":"{\"a\":1,\"b\":2}"}`, `+ …{"t":"{\"b\":2,\"a\":1}"}`}},
		"a line":                      {answered("exit code 0\nx"), answered("exit code 1\nx"), "client editor, answer 1", []string{"- exit code 0", "+ exit code 1"}},
		"the outcome":                 {one, changed(one, func(s *report.Scenario) { s.Status, s.Step = report.Failed, "ask" }), "the outcome", []string{"- passed", "+ failed"}},
		"an answer more":              {one, changed(one, func(s *report.Scenario) { s.Ledger = withAnswer(s.Ledger, long) }), "answer 2", []string{"+ client editor: beginning"}},
		"the part that is not kept":   {changed(one, func(s *report.Scenario) { s.Ledger = withAnswer(s.Ledger, long) }), changed(one, func(s *report.Scenario) { other := long; other.SHA256 = "bb"; s.Ledger = withAnswer(s.Ledger, other) }), "client editor, answer 2", []string{"- 9000 bytes, sha256 aa", "+ 9000 bytes, sha256 bb"}},
		"steps of another suite":      {one, changed(one, func(s *report.Scenario) { s.Ledger = &ledger.Ledger{Steps: []ledger.Step{{Text: "given"}}} }), "the steps of the scenario", []string{"- ask"}},
		"a notification":              {answered("x", "one", "two"), answered("x", "one", "three"), "client editor, watch 1: work, notification 2", []string{"- two", "+ three"}},
		"how far a stream had got":    {answered("x", "one", "two"), answered("x", "one"), "", nil},
		"a stream that had not begun": {answered("x", "one"), changed(answered("x"), func(s *report.Scenario) { s.Ledger.Streams = nil }), "", nil},
		"an answer nobody waited for": {one, changed(answered(""), func(s *report.Scenario) { s.Ledger.Steps[1].Answers[0].Pending = true }), "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := between(t, tc.a, tc.b)
			if got.OK() != (tc.what == "") || len(got.Differences) > 1 {
				t.Fatalf("%+v", got.Differences)
			}
			if tc.what == "" {
				return
			}
			d := got.Differences[0]
			if d.What != tc.what || d.Scenario != "f.feature: asks [row=1]" || d.A != "process/sse" || d.B != "kind/sse" {
				t.Errorf("%+v", d)
			}
			if diff := cmp.Diff(tc.want, d.Lines); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// withAnswer is the ledger with one answer more to its last step.
func withAnswer(l *ledger.Ledger, a ledger.Answer) *ledger.Ledger {
	out := &ledger.Ledger{Steps: append([]ledger.Step{}, l.Steps...)}
	last := &out.Steps[len(out.Steps)-1]
	last.Answers = append(append([]ledger.Answer{}, last.Answers...), a)
	return out
}

func TestADifferenceIsShortened(t *testing.T) {
	got := between(t, answered(strings.Repeat("a\n", 100)), answered(strings.Repeat("é", 1000)))
	lines := got.Differences[0].Lines
	if len(lines) > 10 || lines[4] != "… 96 more" || len([]rune(lines[len(lines)-1])) > 250 {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
}

func TestAPairWithNothingToCompareIsNoParity(t *testing.T) {
	s := answered("x")
	skipped := changed(s, func(s *report.Scenario) { s.Status, s.Ledger = report.Skipped, nil })
	r := &report.Report{Passes: []report.Pass{pass("inprocess", "sse", 1, s), pass("process", "sse", 1, s), pass("kind", "sse", 1, skipped)}}
	if _, err := parity.Compare(r, nil); !errors.Is(err, parity.ErrNothing) || !strings.Contains(err.Error(), "between inprocess/sse and kind/sse") {
		t.Errorf("got %v", err)
	}
}

func TestAnEntryForAScenarioThatIsGoneIsStale(t *testing.T) {
	s := answered("x")
	r := &report.Report{Whole: true, Passes: []report.Pass{pass("inprocess", "sse", 1, s), pass("process", "sse", 1, s)}}
	gone := parity.Entry{Scenario: "no longer there", Targets: []string{"inprocess", "process"}, Reason: "r"}
	elsewhere := parity.Entry{Scenario: "no longer there", Targets: []string{"inprocess", "kind"}, Reason: "r"}
	got, err := parity.Compare(r, []parity.Entry{gone, elsewhere})
	if err != nil || got.OK() || len(got.Stale) != 1 || got.Stale[0].Targets[1] != "process" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestWhichPassesAreCompared(t *testing.T) {
	s := answered("x")
	skipped := changed(s, func(s *report.Scenario) { s.Status, s.Ledger = report.Skipped, nil })
	other := changed(s, func(s *report.Scenario) { s.Name = "another" })
	r := &report.Report{Passes: []report.Pass{
		pass("inprocess", "sse", 1, s, skipped), pass("process", "stdio", 1, s), pass("process", "sse", 1, s, other),
		pass("process", "sse", 2, s, other), pass("kind", "sse", 1, s),
	}}
	r.Passes[0].Scenarios[1].Name = "another"
	got, err := parity.Compare(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []parity.Pair{
		{A: "inprocess/sse#1", B: "process/sse#1", Compared: 1, NotCompared: 1},
		{A: "process/sse#1", B: "process/sse#2", Compared: 2},
		{A: "inprocess/sse#1", B: "kind/sse#1", Compared: 1, NotCompared: 1},
		{A: "process/sse#1", B: "kind/sse#1", Compared: 1, NotCompared: 1},
	}
	if diff := cmp.Diff(want, got.Pairs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingToCompareIsNoParity(t *testing.T) {
	s := answered("x")
	blank := changed(s, func(s *report.Scenario) { s.Ledger = nil })
	for name, passes := range map[string][]report.Pass{
		"no pass":          nil,
		"one pass":         {pass("process", "sse", 1, s)},
		"two transports":   {pass("process", "sse", 1, s), pass("process", "stdio", 1, s)},
		"a report without": {pass("process", "sse", 1, s), pass("kind", "sse", 1, blank)},
	} {
		if _, err := parity.Compare(&report.Report{Passes: passes}, nil); !errors.Is(err, parity.ErrNothing) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAcceptedDifferences(t *testing.T) {
	a, b := answered("x"), answered("y")
	entry := parity.Entry{Scenario: "asks", Targets: []string{"kind", "process"}, Reason: "both are right"}
	with := func(change func(*parity.Entry)) parity.Entry {
		e := entry
		change(&e)
		return e
	}
	for name, tc := range map[string]struct {
		entry                      parity.Entry
		differences, accept, stale int
	}{
		"by the outline's title": {entry, 0, 1, 0},
		"by the row's name":      {with(func(e *parity.Entry) { e.Scenario = "asks [row=1]" }), 0, 1, 0},
		"by the step":            {with(func(e *parity.Entry) { e.Step = "ask" }), 0, 1, 0},
		"in another step":        {with(func(e *parity.Entry) { e.Step = "given" }), 1, 0, 1},
		"by the transport":       {with(func(e *parity.Entry) { e.Transport = "sse" }), 0, 1, 0},
		"over another transport": {with(func(e *parity.Entry) { e.Transport = "stdio" }), 1, 0, 0},
		"of another row":         {with(func(e *parity.Entry) { e.Scenario = "asks [row=2]" }), 1, 0, 0},
		"of other targets":       {with(func(e *parity.Entry) { e.Targets = []string{"process", "container"} }), 1, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := between(t, a, b, tc.entry)
			if len(got.Differences) != tc.differences || len(got.Accepted) != tc.accept || len(got.Stale) != tc.stale {
				t.Errorf("%+v", got)
			}
		})
	}
	if got := between(t, a, a, entry); got.OK() || len(got.Stale) != 1 {
		t.Errorf("an entry that accepts nothing is not stale: %+v", got)
	}
}

func TestTheFileOfAcceptedDifferences(t *testing.T) {
	if _, err := parity.Builtin(); err != nil {
		t.Error(err)
	}
	const entry = "- {scenario: s, targets: [a, b], reason: r}\n"
	if got, err := parity.Parse([]byte("accepted:\n" + entry)); err != nil || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"accepted: [{targets: [a, b], reason: r}]":           "has no scenario",
		"accepted: [{scenario: s, targets: [a], reason: r}]": "must have two targets",
		"accepted: [{scenario: s, targets: [a, b]}]":         "has no reason",
		"accepted: [{scenario: s, pattern: x}]":              "pattern",
		"accepted:\n" + entry + entry:                        "is there twice",
		"excepted: []":                                       "excepted",
	} {
		if _, err := parity.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestOutputs(t *testing.T) {
	same := changed(answered("x"), func(s *report.Scenario) { s.Name = "is the same" })
	r := &report.Report{Passes: []report.Pass{
		pass("process", "sse", 1, answered("x ``` <y>", "one"), same), pass("kind", "sse", 1, answered("x", "two"), same),
	}}
	got, err := parity.Compare(r, []parity.Entry{
		{Scenario: "asks", Step: "ask", Targets: []string{"process", "kind"}, Reason: "both are right"},
		{Scenario: "is the same", Targets: []string{"process", "kind"}, Transport: "sse", Reason: "it was not"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, output := range parity.Outputs {
		var b bytes.Buffer
		if err := got.Write(&b, output); err != nil {
			t.Fatal(err)
		}
		path := "testdata/parity." + output
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got); run with -update to accept:\n%s", path, diff)
		}
		if output == "json" && !json.Valid(b.Bytes()) {
			t.Error("no JSON")
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("accepted:\n- {scenario: s, targets: [a, b], reason: r}\n")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := parity.Parse([]byte(text))
		if err != nil {
			return
		}
		for _, e := range entries {
			if len(e.Targets) != 2 || e.Reason == "" {
				t.Errorf("accepted %+v", e)
			}
		}
	})
}
