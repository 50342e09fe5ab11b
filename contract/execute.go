// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/catalog"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// Execute runs the scenarios against every target and returns the report. A
// target that does not start leaves its pass unjudged and the others are run.
// The error wraps [ErrUsage]; what happens to scenarios is never an error.
func Execute(ctx context.Context, o Options) (*report.Report, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	plan, err := newPlan(o)
	if err != nil {
		return nil, err
	}
	start := o.Clock.Now()
	r := &report.Report{Seed: o.Seed, Tags: plan.filter.String(), Whole: o.whole, StartedAt: start.UTC()}
	if o.Shard.Count > 0 {
		r.Shard = &o.Shard
	}
	for repetition := 1; repetition <= o.Repeat; repetition++ {
		for _, t := range o.Targets {
			p := &pass{o: o, plan: plan, target: t, repetition: repetition}
			r.Passes = append(r.Passes, p.run(ctx))
		}
	}
	r.Unjudged = closeTargets(ctx, o.Targets)
	r.Seconds = o.Clock.Since(start).Seconds()
	r.Matrix = matrix(plan.catalog, r.Passes)
	r.Close()
	return r, nil
}

// closeTargets lets every target give back what it kept between passes, and says what could not be given back.
func closeTargets(ctx context.Context, targets []target.Target) string {
	var errs []error
	for _, t := range targets {
		c, ok := t.(target.Closer)
		if !ok {
			continue
		}
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), targetPatience)
		if err := c.Close(closing); err != nil {
			errs = append(errs, fmt.Errorf("target %s/%s did not close: %w", t.Name(), t.Transport(), err))
		}
		cancel()
	}
	if err := errors.Join(errs...); err != nil {
		return err.Error()
	}
	return ""
}

// Run runs the scenarios and tells t of each as a subtest of its own.
func Run(t *testing.T, o Options) {
	t.Helper()
	r, err := Execute(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Unjudged != "" {
		t.Errorf("could not judge: %s", r.Unjudged)
	}
	t.Logf("order seed %d: %s in %.1f s", r.Seed, r.Totals.Line(), r.Seconds)
	for _, p := range r.Passes {
		t.Run(p.Title(o.Repeat > 1), func(t *testing.T) {
			if p.Broken != "" {
				t.Errorf("contract broken: %s", p.Broken)
			}
			if p.Unjudged != "" {
				t.Errorf("could not judge: %s", p.Unjudged)
			}
			for _, a := range p.Attachments {
				t.Logf("%s:\n%s", a.Name, a.Text)
			}
			for _, s := range p.Scenarios {
				t.Run(s.Feature+"/"+s.Name, func(t *testing.T) { tell(t, s) })
			}
		})
	}
}

func tell(t *testing.T, s report.Scenario) {
	switch s.Status {
	case report.Passed:
	case report.Skipped:
		t.Skip(s.Reason)
	default:
		if s.Step != "" {
			t.Logf("step: %s", s.Step)
		}
		for _, line := range slices.Concat(s.Wire, s.Log) {
			t.Log(line)
		}
		t.Errorf("%s:%d: %s: %s%s", s.URI, s.Line, s.Status, s.Reason, s.Message)
	}
}

// matrix counts, for every error of a tool, the outcomes of the scenarios that prove it.
func matrix(c *catalog.Catalog, passes []report.Pass) []report.Cell {
	var cells []report.Cell
	at := map[string]int{} // requirement id → cell
	for _, r := range c.Requirements {
		if r.Code == "" {
			continue
		}
		i := slices.IndexFunc(cells, func(x report.Cell) bool { return x.Tool == r.Tool && x.Code == r.Code })
		if i < 0 {
			i = len(cells)
			cells = append(cells, report.Cell{Tool: r.Tool, Code: r.Code})
		}
		at[r.ID.Text] = i
	}
	for _, p := range passes {
		for _, s := range p.Scenarios {
			var counted []int // a scenario counts once in a cell
			for _, id := range s.Requirements {
				if i, ok := at[id]; ok && !slices.Contains(counted, i) {
					counted = append(counted, i)
					cells[i].Counts.Add(s.Status)
				}
			}
		}
	}
	return cells
}
