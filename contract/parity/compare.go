// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package parity

import (
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
)

// comparison is a comparison that goes on.
type comparison struct {
	result   Result
	repeated bool
	entries  []*entryState
	// passed are all passes; whole: each has all built-in scenarios.
	passed []report.Pass
	whole  bool
}

func newComparison(r *report.Report, accepted []Entry) *comparison {
	c := &comparison{passed: r.Passes, whole: r.Whole}
	for _, p := range r.Passes {
		c.repeated = c.repeated || p.Repetition > 1
	}
	for _, e := range accepted {
		c.entries = append(c.entries, &entryState{Entry: e})
	}
	return c
}

// passes compares two passes of one transport.
func (c *comparison) passes(a, b report.Pass) error {
	pair := Pair{A: a.Title(c.repeated), B: b.Title(c.repeated)}
	others := map[string]report.Scenario{}
	for _, s := range b.Scenarios {
		others[s.Title()] = s
	}
	both := 0
	for _, s := range a.Scenarios {
		other, ok := others[s.Title()]
		if !ok {
			pair.NotCompared++
			continue
		}
		both++
		if !judged(s) || !judged(other) {
			pair.NotCompared++
			continue
		}
		for _, x := range []struct {
			title string
			s     report.Scenario
		}{{pair.A, s}, {pair.B, other}} {
			if x.s.Ledger == nil {
				return fmt.Errorf("%w: the pass %s was reported without what the server answered; report it again with contract run --report json=FILE", ErrNothing, x.title)
			}
		}
		pair.Compared++
		at := Difference{
			A: pair.A, B: pair.B, Scenario: s.Title(),
			name: s.Name, transport: a.Transport, targetA: a.Target, targetB: b.Target,
		}
		c.touch(at)
		c.scenarios(at, s, other)
	}
	pair.NotCompared += len(b.Scenarios) - both
	c.result.Pairs = append(c.result.Pairs, pair)
	return nil
}

// judged tells whether the server was seen to do something.
func judged(s report.Scenario) bool {
	return s.Status == report.Passed || s.Status == report.Failed
}

func (c *comparison) scenarios(at Difference, a, b report.Scenario) {
	if a.Status != b.Status {
		at.Step, at.What = a.Step+b.Step, "the outcome"
		at.Lines = []string{"- " + string(a.Status), "+ " + string(b.Status)}
		c.add(at)
		return // where one went on and the other did not, everything differs
	}
	for i := range max(len(a.Ledger.Steps), len(b.Ledger.Steps)) {
		if i >= len(a.Ledger.Steps) || i >= len(b.Ledger.Steps) || a.Ledger.Steps[i].Text != b.Ledger.Steps[i].Text {
			at.Step, at.What, at.Lines = "", "the steps of the scenario", diff(texts(a.Ledger.Steps), texts(b.Ledger.Steps))
			c.add(at)
			return
		}
		c.steps(at, a.Ledger.Steps[i], b.Ledger.Steps[i])
	}
	c.streams(at, a.Ledger.Streams, b.Ledger.Streams)
}

func (c *comparison) steps(at Difference, a, b ledger.Step) {
	at.Step = a.Text
	for i := range max(len(a.Answers), len(b.Answers)) {
		at.What = fmt.Sprintf("answer %d", i+1)
		switch {
		case i >= len(a.Answers):
			at.Lines = []string{"+ " + clip(b.Answers[i].From+": "+b.Answers[i].Text)}
		case i >= len(b.Answers):
			at.Lines = []string{"- " + clip(a.Answers[i].From+": "+a.Answers[i].Text)}
		default:
			if at.Lines = answers(a.Answers[i], b.Answers[i]); len(at.Lines) > 0 {
				at.What = a.Answers[i].From + ", " + at.What
			}
		}
		if len(at.Lines) > 0 {
			c.add(at)
		}
	}
}

// answers is how two answers differ. One that had not come when its scenario
// ended is not compared: nobody waited for it, or the scenario would have failed.
func answers(a, b ledger.Answer) []string {
	switch {
	case a.Pending || b.Pending || a == b:
		return nil
	case a.From != b.From:
		return []string{"- " + clip(a.From), "+ " + clip(b.From)}
	default:
		return diffAnswers(a, b)
	}
}

// streams compares the beginnings that two streams have in common: how far each
// had got when its scenario ended is a matter of time. One that is missing had not begun.
func (c *comparison) streams(at Difference, a, b []ledger.Stream) {
	others := map[string]ledger.Stream{}
	for _, s := range b {
		others[s.Of] = s
	}
	at.Step = ""
	for _, s := range a {
		other := others[s.Of].Messages
		for i := range min(len(s.Messages), len(other)) {
			if at.Lines = answers(s.Messages[i], other[i]); len(at.Lines) > 0 {
				at.What = fmt.Sprintf("%s, notification %d", s.Of, i+1)
				c.add(at)
				break // what follows is shifted
			}
		}
	}
}

func texts(steps []ledger.Step) []string {
	var out []string
	for _, s := range steps {
		out = append(out, s.Text)
	}
	return out
}
