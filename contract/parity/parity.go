// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package parity compares what servers answered to the same scenarios on
// different targets. Two targets may both meet the contract and still differ in
// what no scenario looks at: that is a difference here.
package parity

import (
	"errors"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
)

// ErrNothing is in the chain of an error that says that there is nothing to compare.
var ErrNothing = errors.New("nothing to compare")

// Result is the outcome of a comparison.
type Result struct {
	Pairs []Pair `json:"pairs"`
	// Differences are those that no entry accepts.
	Differences []Difference `json:"differences"`
	Accepted    []Accepted   `json:"accepted"`
	// Stale are entries whose scenario was compared and that accept nothing.
	Stale []Entry `json:"stale"`
}

// Pair is two passes over one transport.
type Pair struct {
	// A and B are the titles of the passes.
	A string `json:"a"`
	B string `json:"b"`
	// Compared is the number of scenarios that were; NotCompared that of those which
	// at least one of the two skipped, could not judge, or does not have.
	Compared    int `json:"compared"`
	NotCompared int `json:"not_compared"`
}

// Difference is one place in which two passes differ.
type Difference struct {
	A        string `json:"a"`
	B        string `json:"b"`
	Scenario string `json:"scenario"`
	// Step is the text of the step; empty when the difference is one of the whole scenario or of a stream.
	Step string `json:"step,omitempty"`
	// What differs: "client editor, answer 2".
	What string `json:"what"`
	// Lines are the difference: "- " before what only A has, "+ " before what only B has.
	Lines []string `json:"lines"`

	name, transport  string
	targetA, targetB string
}

// Accepted is an entry and how many differences it accepts.
type Accepted struct {
	Entry Entry `json:"entry"`
	Count int   `json:"count"`
}

// OK tells that nothing is left to explain.
func (r *Result) OK() bool { return len(r.Differences) == 0 && len(r.Stale) == 0 }

// Compare compares the passes of the report: over each transport, the first of
// every two targets, and each repetition of a target with its first. A scenario
// is compared when both have judged it.
func Compare(r *report.Report, accepted []Entry) (*Result, error) {
	c := newComparison(r, accepted)
	for _, pair := range pairs(r.Passes) {
		if err := c.passes(pair[0], pair[1]); err != nil {
			return nil, err
		}
	}
	compared := 0
	for _, p := range c.result.Pairs {
		compared += p.Compared
	}
	if compared == 0 {
		return nil, fmt.Errorf("%w: no scenario was judged in two passes of one transport", ErrNothing)
	}
	for _, p := range c.result.Pairs {
		if p.Compared == 0 {
			return nil, fmt.Errorf("%w between %s and %s: no scenario was judged in both", ErrNothing, p.A, p.B)
		}
	}
	c.conclude()
	return &c.result, nil
}

// pairs are the passes to compare. A report has each repetition after the first at any place.
func pairs(passes []report.Pass) [][2]report.Pass {
	var out [][2]report.Pass
	var firsts []report.Pass
	for _, p := range passes {
		first := true
		for _, f := range firsts {
			if f.Target == p.Target && f.Transport == p.Transport {
				first = false
				out = append(out, [2]report.Pass{f, p})
			}
		}
		if !first {
			continue
		}
		for _, f := range firsts {
			if f.Transport == p.Transport {
				out = append(out, [2]report.Pass{f, p})
			}
		}
		firsts = append(firsts, p)
	}
	return out
}
