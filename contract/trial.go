// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/steps"
)

// errUnjudged is in the chain of the error with which a scenario without surroundings ends.
var errUnjudged = errors.New("could not judge")

// trial is one scenario as it runs: it opens the surroundings before the first
// step, releases them after the last, and files the outcome.
type trial struct {
	pass   *pass
	run    context.Context // ends when the run is interrupted
	index  int
	result report.Scenario
	start  time.Time
	cancel context.CancelFunc
	world  *steps.World
}

type trialKey struct{}

func (p *pass) before(ctx context.Context, sc *godog.Scenario) (context.Context, error) {
	if ctx.Err() != nil {
		return ctx, godog.ErrSkip // the run is interrupted: what has not begun is not reported at all
	}
	index, known := p.plan.at[place{sc.Uri, sc.Location.Line}]
	if index == elsewhere {
		return ctx, godog.ErrSkip
	}
	if !known {
		// Cannot be: the plan and godog read the same text by the same filter.
		return ctx, fmt.Errorf("scenario %s:%d is not planned", sc.Uri, sc.Location.Line)
	}
	t := &trial{pass: p, run: ctx, index: index, result: outcome(p.plan.chosen[index]), start: p.o.Clock.Now()}
	return t.begin(context.WithValue(ctx, trialKey{}, t))
}

func beforeStep(ctx context.Context, step *godog.Step) (context.Context, error) {
	if w := steps.From(ctx); w != nil {
		w.BeginStep(step.Text)
	}
	return ctx, nil
}

func afterStep(ctx context.Context, step *godog.Step, _ godog.StepResultStatus, err error) (context.Context, error) {
	if t, ok := ctx.Value(trialKey{}).(*trial); ok && err != nil {
		t.note(step.Text, err)
	}
	return ctx, nil
}

func after(ctx context.Context, _ *godog.Scenario, err error) (context.Context, error) {
	if t, ok := ctx.Value(trialKey{}).(*trial); ok {
		return ctx, t.end(ctx, err)
	}
	return ctx, nil
}

// begin opens the surroundings.
func (t *trial) begin(ctx context.Context) (context.Context, error) {
	ctx, t.cancel = context.WithTimeout(ctx, t.pass.o.Timeout)
	if need, reason := t.pass.plan.chosen[t.index].Lacking(t.pass.target); need != "" {
		t.result.Status, t.result.Lacks = report.Skipped, need
		t.result.Reason = fmt.Sprintf("@needs:%s: %s", need, reason)
		return ctx, godog.ErrSkip
	}
	env, err := t.open(ctx)
	if err != nil {
		t.result.Status, t.result.Reason = report.Unjudged, "surroundings: "+err.Error()
		return ctx, fmt.Errorf("%w: %w", errUnjudged, err)
	}
	t.world = steps.NewWorld(env, t.pass.target.Transport())
	return steps.NewContext(ctx, t.world), nil
}

// open makes a panic of the target one of the surroundings, not of the server.
func (t *trial) open(ctx context.Context) (env target.Env, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic: %v\n%s", e, debug.Stack())
		}
	}()
	return t.pass.target.Open(ctx)
}

// note keeps the first step that did not pass.
func (t *trial) note(step string, err error) {
	switch {
	case t.result.Status == "":
	case t.result.Status == report.Skipped && errors.Is(err, godog.ErrUndefined):
		// An undefined step is a defect of the suite also where the scenario is skipped.
		t.result.Reason, t.result.Lacks = "", ""
	default:
		return
	}
	t.result.Step, t.result.Message = step, message(err)
	switch {
	case errors.Is(err, godog.ErrUndefined), errors.Is(err, godog.ErrPending):
		t.result.Status = report.Undefined
	case errors.Is(err, godog.ErrSkip):
		t.result.Status, t.result.Reason = report.Skipped, "skipped by the step: "+step
	default:
		t.result.Status = report.Failed
	}
}

// end runs once, whatever happened. It must not panic: godog does not catch that here.
func (t *trial) end(ctx context.Context, err error) (failure error) {
	defer func() {
		if e := recover(); e != nil {
			failure = fmt.Errorf("panic after the scenario: %v\n%s", e, debug.Stack())
			t.fail(failure)
		}
		t.result.Seconds = t.pass.o.Clock.Since(t.start).Seconds()
		t.pass.keep(t.index, t.result)
	}()
	defer t.cancel()
	if err != nil && t.result.Status == "" { // a hook of the steps
		t.fail(err)
	}
	if t.world != nil {
		t.result.Ledger = t.world.Ledger()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopPatience)
		defer cancel()
		failure = t.world.Close(closing)
		if failure != nil {
			t.fail(fmt.Errorf("after the scenario: %w", failure))
		}
	}
	if t.result.Status == report.Failed && t.run.Err() != nil {
		t.result.Status, t.result.Reason = report.Unjudged, "interrupted"
	}
	switch t.result.Status {
	case "":
		t.result.Status = report.Passed
	case report.Failed, report.Undefined:
		if t.world != nil {
			t.result.Wire = bounded(t.world.WireLog())
			t.result.Log = bounded(t.world.ServerLog())
		}
	}
	return failure
}

// fail makes the outcome a failure, or adds to what failed already.
func (t *trial) fail(err error) {
	if t.result.Message != "" {
		t.result.Message += "\n"
	}
	t.result.Message += message(err)
	if t.result.Status != report.Undefined {
		t.result.Status, t.result.Reason = report.Failed, ""
	}
}

// message is the error's text, with the stack when a panic was behind it.
func message(err error) string {
	text := err.Error()
	if traced := fmt.Sprintf("%+v", err); traced != text {
		return "panic: " + traced
	}
	return text
}

// bounded keeps the first and last lines of a log and the beginning of each.
func bounded(lines []string) []string {
	const first, last, wide = 40, 160, 4 << 10
	if left := len(lines) - first - last; left > 0 {
		cut := append([]string{}, lines[:first]...)
		cut = append(cut, fmt.Sprintf("… %d lines left out …", left))
		lines = append(cut, lines[len(lines)-last:]...)
	}
	for i, l := range lines {
		if len(l) > wide {
			lines[i] = fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(l[:wide], ""), len(l))
		}
	}
	return lines
}

func outcome(s scenario.Scenario) report.Scenario {
	return report.Scenario{
		Feature: s.Feature, Name: s.Name, URI: s.URI, Line: s.Line, Tags: s.Tags, Requirements: s.Requirements(),
	}
}
