// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/steps"
)

const (
	// stopPatience bounds how long a scenario may take to release what it holds.
	stopPatience = 30 * time.Second
	// targetPatience bounds each of what a target is asked after the scenarios: a
	// namespace of a cluster is not gone in seconds.
	targetPatience = 2 * time.Minute
)

// pass runs the plan once against one target.
type pass struct {
	o          Options
	plan       *plan
	target     target.Target
	repetition int
	title      string

	mu      sync.Mutex
	results map[int]report.Scenario // by index of plan.chosen
}

func (p *pass) run(ctx context.Context) report.Pass {
	start := p.o.Clock.Now()
	out := report.Pass{
		Target: p.target.Name(), Transport: string(p.target.Transport()),
		Repetition: p.repetition, StartedAt: start.UTC(),
	}
	p.title = out.Title(p.o.Repeat > 1)
	p.results = map[int]report.Scenario{}
	p.o.Progress.Starting(p.title, len(p.plan.chosen), p.seed())
	err := p.judge(ctx)
	switch {
	case errors.Is(err, target.ErrServer):
		out.Broken = err.Error()
	case err != nil:
		out.Unjudged = err.Error()
	}
	out.Scenarios = p.collect(err != nil)
	p.conclude(ctx, &out, err == nil)
	out.Seconds = p.o.Clock.Since(start).Seconds()
	p.o.Progress.Ended(out)
	return out
}

// judge runs the scenarios; the error says why nothing, or not everything, is known.
func (p *pass) judge(ctx context.Context) error {
	if err := p.target.Start(ctx); err != nil {
		return fmt.Errorf("target %s did not start: %w", p.title, err)
	}
	register()
	code := godog.TestSuite{
		Name:                 p.title,
		TestSuiteInitializer: p.initialize,
		Options: &godog.Options{
			Format: formatName, Output: io.Discard, NoColors: true, Strict: true,
			Randomize: p.seed(), Concurrency: p.o.Concurrency,
			Tags: p.plan.filter.String(), FeatureContents: p.plan.files, DefaultContext: ctx,
		},
	}.Run()
	if code > 1 { // 0 and 1 are told by the scenarios themselves
		return fmt.Errorf("godog did not run the scenarios: exit code %d", code)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	return nil
}

// initialize registers everything once for all scenarios of the pass: to do it
// for each, as godog's own initializer does, would compile the patterns of all
// steps again and again. What belongs to one scenario is in its context.
func (p *pass) initialize(suite *godog.TestSuiteContext) {
	sc := suite.ScenarioContext()
	sc.Before(p.before)
	if p.o.Ledger {
		sc.StepContext().Before(beforeStep)
	}
	sc.StepContext().After(afterStep)
	steps.AddTo(sc)
	if p.o.Steps != nil {
		p.o.Steps(sc)
	}
	sc.After(after)
}

// keep files the outcome of a scenario.
func (p *pass) keep(index int, s report.Scenario) {
	p.mu.Lock()
	p.results[index] = s
	p.mu.Unlock()
	p.o.Progress.Scenario(p.title, s)
}

// collect returns the outcomes in the order of the files. A scenario that godog
// never began, because it has no steps or for any other reason, did not pass.
func (p *pass) collect(unjudged bool) []report.Scenario {
	var out []report.Scenario
	for i, s := range p.plan.chosen {
		result, ran := p.results[i]
		switch {
		case ran:
		case unjudged:
			continue
		case s.Steps == 0:
			result = outcome(s)
			result.Status, result.Message = report.Undefined, "the scenario has no steps"
			p.o.Progress.Scenario(p.title, result)
		default:
			result = outcome(s)
			result.Status, result.Message = report.Failed, "the scenario was not run"
			p.o.Progress.Scenario(p.title, result)
		}
		out = append(out, result)
	}
	return out
}

// seed is the order of this pass: each repetition has its own.
func (p *pass) seed() int64 { return p.o.Seed + int64(p.repetition) - 1 }
