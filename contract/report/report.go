// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package report is the outcome of a run of the contract, as data and in
// several formats: one file per format.
package report

import (
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// Schema names the shape of the JSON document. A change that breaks readers changes it.
const Schema = "ambient-contract-report/v1"

// Status is the outcome of one scenario.
type Status string

// The outcomes.
const (
	Passed Status = "passed"
	Failed Status = "failed"
	// Skipped: the target lacks what the scenario needs; Reason says why.
	Skipped Status = "skipped"
	// Undefined: a step has no definition, or the scenario no step. It breaks the contract.
	Undefined Status = "undefined"
	// Unjudged: the surroundings could not be made, so nothing is known about the server.
	Unjudged Status = "unjudged"
)

// Verdict is the outcome of a run.
type Verdict string

// The verdicts.
const (
	Met           Verdict = "passed"
	Broken        Verdict = "contract broken"
	CouldNotJudge Verdict = "could not judge"
)

// Report is the outcome of a run: one pass per target, transport and repetition.
type Report struct {
	// Schema is [Schema].
	Schema string `json:"schema"`
	// Verdict is set by [Report.Close].
	Verdict Verdict `json:"verdict"`
	// Seed reproduces the order.
	Seed int64  `json:"seed"`
	Tags string `json:"tags,omitempty"`
	// Shard is the part of the scenarios that was run; nil when all were.
	Shard *scenario.Shard `json:"shard,omitempty"`
	// Whole says that every built-in scenario was to be run, but for the shard.
	Whole     bool      `json:"whole,omitempty"`
	StartedAt time.Time `json:"started_at"`
	// Seconds is the wall time of the whole run.
	Seconds float64 `json:"seconds"`
	Totals  Counts  `json:"totals"`
	Passes  []Pass  `json:"passes"`
	// Unjudged says what could not be released at the end; empty when all was.
	Unjudged string `json:"unjudged,omitempty"`
	// Matrix tells tool by tool which of its errors were proved.
	Matrix []Cell `json:"matrix"`
}

// Pass is one run of all chosen scenarios against one target over one transport.
type Pass struct {
	Target    string `json:"target"`
	Transport string `json:"transport"`
	// Repetition counts from 1.
	Repetition int       `json:"repetition"`
	StartedAt  time.Time `json:"started_at"`
	Seconds    float64   `json:"seconds"`
	Totals     Counts    `json:"totals"`
	// Broken says how the pass as a whole breaks the contract; empty when it does not.
	Broken string `json:"broken,omitempty"`
	// Unjudged says why the target did not start or stop; empty when it did.
	Unjudged string `json:"unjudged,omitempty"`
	// Attachments tell what surrounded a pass that did not pass.
	Attachments []target.Attachment `json:"attachments,omitempty"`
	Scenarios   []Scenario          `json:"scenarios"`
}

// Scenario is the outcome of one scenario or one row of an outline.
type Scenario struct {
	Feature string `json:"feature"`
	// Name is unique within the feature file.
	Name         string   `json:"name"`
	URI          string   `json:"uri"`
	Line         int64    `json:"line"`
	Tags         []string `json:"tags,omitempty"`
	Requirements []string `json:"requirements,omitempty"`
	Status       Status   `json:"status"`
	Seconds      float64  `json:"seconds"`
	// Reason says why it was skipped or not judged.
	Reason string `json:"reason,omitempty"`
	// Lacks is the capability for lack of which it was skipped.
	Lacks target.Capability `json:"lacks,omitempty"`
	// Step is the text of the step that failed.
	Step string `json:"step,omitempty"`
	// Message says what was expected and what was got.
	Message string `json:"message,omitempty"`
	// Wire is what the scenario's clients and servers said, with tokens scrubbed; kept for what did not pass.
	Wire []string `json:"wire,omitempty"`
	// Log is what the servers of the scenario's clients logged, with tokens scrubbed; kept for what did not pass.
	Log []string `json:"log,omitempty"`
	// Ledger is what the server answered, normalised; see package ledger.
	Ledger *ledger.Ledger `json:"ledger,omitempty"`
}

// Met tells whether the pass met the contract: nothing is broken and everything was judged.
func (p Pass) Met() bool {
	if p.Broken != "" || p.Unjudged != "" {
		return false
	}
	for _, s := range p.Scenarios {
		if s.Status != Passed && s.Status != Skipped {
			return false
		}
	}
	return true
}

// Counts counts outcomes.
type Counts struct {
	Passed    int `json:"passed"`
	Failed    int `json:"failed"`
	Skipped   int `json:"skipped"`
	Undefined int `json:"undefined"`
	Unjudged  int `json:"unjudged"`
}

// Cell is one error of one tool: the outcomes of the scenarios that prove it, over all passes.
type Cell struct {
	Tool   string `json:"tool"`
	Code   string `json:"code"`
	Counts Counts `json:"counts"`
}

// Add counts one outcome.
func (c *Counts) Add(s Status) {
	switch s {
	case Passed:
		c.Passed++
	case Failed:
		c.Failed++
	case Skipped:
		c.Skipped++
	case Undefined:
		c.Undefined++
	case Unjudged:
		c.Unjudged++
	}
}

// Total is the number of outcomes.
func (c Counts) Total() int { return c.Passed + c.Failed + c.Skipped + c.Undefined + c.Unjudged }

// Broken is the number of outcomes that break the contract.
func (c Counts) Broken() int { return c.Failed + c.Undefined }

// Close computes totals and verdict from the scenarios.
func (r *Report) Close() {
	r.Schema = Schema
	r.Totals = Counts{}
	unjudged := len(r.Passes) == 0 || r.Unjudged != ""
	broken := false
	for i := range r.Passes {
		p := &r.Passes[i]
		p.Totals = Counts{}
		for _, s := range p.Scenarios {
			p.Totals.Add(s.Status)
			r.Totals.Add(s.Status)
		}
		// A pass in which there was nothing to do has not shown anything.
		unjudged = unjudged || p.Unjudged != "" || len(p.Scenarios) == 0
		broken = broken || p.Broken != ""
	}
	switch {
	case broken || r.Totals.Broken() > 0:
		r.Verdict = Broken
	case unjudged || r.Totals.Unjudged > 0, r.Totals.Passed == 0: // what only skips has judged nothing
		r.Verdict = CouldNotJudge
	default:
		r.Verdict = Met
	}
}

// ExitCode is 0 when the contract is met, 1 when it is broken, 2 when that could not be judged.
func (r *Report) ExitCode() int {
	switch r.Verdict {
	case Met:
		return 0
	case Broken:
		return 1
	default:
		return 2
	}
}
