// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package contract judges an MCP server by the scenarios of its contract. It
// runs the feature files against every target that it is given and reports
// each scenario under a unique name: use [Run] in a Go test and [Execute]
// elsewhere.
package contract

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"time"

	"github.com/cucumber/godog"
	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/features"
)

// ErrUsage is in the chain of errors that say a run was asked for wrongly.
var ErrUsage = errors.New("usage")

// The defaults and bounds of [Options].
const (
	DefaultConcurrency = 8
	MaxConcurrency     = 256
	DefaultTimeout     = 90 * time.Second
	DefaultPrefix      = "features"
)

// Options says what to run and against what. Only Targets is required.
type Options struct {
	// Targets are run one after the other; each is a pass.
	Targets []target.Target
	// Features holds the feature files and, when there is one, catalog.yaml. The built-in ones when nil.
	Features fs.FS
	// Prefix stands before the path of a feature file in reports; [DefaultPrefix] when empty.
	Prefix string
	// Tags chooses scenarios: "@a && ~@b, @c". All when empty.
	Tags string
	// Shard is the part that is run of the scenarios that Tags chooses. All when zero.
	Shard scenario.Shard
	// Skips is how many scenarios each pass skips when it runs all built-in ones: see
	// [BuiltinSkips]. Another number breaks the contract. Not compared when nil.
	Skips Skips
	// Ledger keeps what the server answered in [report.Scenario.Ledger], to be compared with other runs.
	Ledger bool
	// Concurrency is how many scenarios run at a time, up to [MaxConcurrency]; [DefaultConcurrency] when 0.
	Concurrency int
	// Seed determines the order of scenarios; chosen at random when 0.
	Seed int64
	// Repeat runs every pass that often; once when 0.
	Repeat int
	// Timeout bounds each scenario; [DefaultTimeout] when 0.
	Timeout time.Duration
	// Steps registers step definitions beside the built-in ones, once for all
	// scenarios: what belongs to one scenario must be in its context.
	Steps func(*godog.ScenarioContext)
	// Progress hears of what happens; nobody when nil.
	Progress Progress
	// Clock measures durations; real time when nil.
	Clock clock.PassiveClock

	// whole: every built-in scenario is to be run, but for the shard.
	whole bool
}

// Progress hears of what happens during a run. Its methods are called concurrently. [report.Printer] is one.
type Progress interface {
	Starting(title string, scenarios int, seed int64)
	Scenario(title string, s report.Scenario)
	Ended(p report.Pass)
}

type silence struct{}

func (silence) Starting(string, int, int64)      {}
func (silence) Scenario(string, report.Scenario) {}
func (silence) Ended(report.Pass)                {}

func (o *Options) complete() error {
	if len(o.Targets) == 0 {
		return fmt.Errorf("%w: no target", ErrUsage)
	}
	for name, n := range map[string]int{"concurrency": o.Concurrency, "repeat": o.Repeat} {
		if n < 0 {
			return fmt.Errorf("%w: %s is %d; it must not be negative", ErrUsage, name, n)
		}
	}
	if o.Concurrency > MaxConcurrency {
		return fmt.Errorf("%w: concurrency is %d; it must not be above %d", ErrUsage, o.Concurrency, MaxConcurrency)
	}
	if s := o.Shard; s != (scenario.Shard{}) && (s.Index < 1 || s.Index > s.Count) {
		return fmt.Errorf("%w: shard %d/%d; the index must be from 1 to the count", ErrUsage, s.Index, s.Count)
	}
	o.whole = o.Features == nil && o.Tags == ""
	if o.Features == nil {
		o.Features = features.FS
	}
	if o.Prefix == "" {
		o.Prefix = DefaultPrefix
	}
	if o.Concurrency == 0 {
		o.Concurrency = DefaultConcurrency
	}
	if o.Seed == 0 {
		o.Seed = 1 + rand.Int64N(1<<31) // short enough to be typed again
	}
	if o.Repeat == 0 {
		o.Repeat = 1
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Progress == nil {
		o.Progress = silence{}
	}
	if o.Clock == nil {
		o.Clock = clock.RealClock{}
	}
	return nil
}
