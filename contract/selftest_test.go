// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cucumber/godog"
	"github.com/google/go-cmp/cmp"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

var update = flag.Bool("update", false, "write the golden files")

// fake is a target without a server, for steps that need none.
type fake struct {
	target.Target // what is not overridden is not called

	start, open, closing, stop error
	stopped                    int
}

func (*fake) Name() string                  { return "fake" }
func (*fake) Transport() target.Transport   { return target.Stdio }
func (f *fake) Start(context.Context) error { return f.start }
func (f *fake) Stop(context.Context) error  { f.stopped++; return f.stop }
func (*fake) Lacks(c target.Capability) string {
	if c == target.ServerClock {
		return "the fake has no clock"
	}
	return ""
}

func (f *fake) Open(context.Context) (target.Env, error) {
	if f.open != nil {
		return nil, f.open
	}
	return fakeEnv{err: f.closing}, nil
}

type fakeEnv struct {
	target.Env

	err error
}

func (e fakeEnv) Close(context.Context) error { return e.err }

func fakeSteps(sc *godog.ScenarioContext) {
	sc.Step(`^a step that passes$`, func() error { return nil })
	sc.Step(`^a step that fails$`, func() error { return errors.New("expected 1\ngot 2") })
	sc.Step(`^a step that panics$`, func() error { panic("oh no") })
	sc.Step(`^a step that two definitions match$`, func() error { return nil })
	sc.Step(`^a step that two definitions (.*)$`, func(string) error { return nil })
}

func selftest(dir string, f *fake) contract.Options {
	return contract.Options{
		Targets: []target.Target{f}, Features: os.DirFS(filepath.Join("testdata/selftest", dir)), Prefix: dir,
		Steps: fakeSteps, Seed: 7,
		Clock: clocktesting.NewFakePassiveClock(time.Date(2026, 3, 21, 10, 0, 0, 0, time.UTC)),
	}
}

func TestTheHarnessCanFail(t *testing.T) {
	bad := errors.New("no such machine")
	for name, tc := range map[string]struct {
		dir    string
		target fake
		exit   int
		want   report.Scenario // of the first scenario; its status, reason, step and the beginning of its message
	}{
		"a step that passes":           {"passing", fake{}, 0, report.Scenario{Status: report.Passed}},
		"an undefined step":            {"undefined", fake{}, 1, report.Scenario{Status: report.Undefined, Step: "nobody has defined this step", Message: "step is undefined"}},
		"a failing step":               {"failing", fake{}, 1, report.Scenario{Status: report.Failed, Step: "a step that fails", Message: "expected 1\ngot 2"}},
		"a panic in a step":            {"panicking", fake{}, 1, report.Scenario{Status: report.Failed, Step: "a step that panics", Message: "panic: oh no"}},
		"an ambiguous step":            {"ambiguous", fake{}, 1, report.Scenario{Status: report.Failed, Step: "a step that two definitions match", Message: "ambiguous step definition"}},
		"a scenario without steps":     {"empty", fake{}, 1, report.Scenario{Status: report.Undefined, Message: "the scenario has no steps"}},
		"a missing capability":         {"skipped", fake{}, 2, report.Scenario{Status: report.Skipped, Reason: "@needs:server-clock: the fake has no clock"}},
		"an undefined step in a skip":  {"hidden", fake{}, 1, report.Scenario{Status: report.Undefined, Step: "nobody has defined this step", Message: "step is undefined"}},
		"surroundings not to be made":  {"passing", fake{open: bad}, 2, report.Scenario{Status: report.Unjudged, Reason: "surroundings: no such machine"}},
		"surroundings that complain":   {"passing", fake{closing: bad}, 1, report.Scenario{Status: report.Failed, Message: "after the scenario: close scenario: no such machine"}},
		"a target that will not start": {"passing", fake{start: bad}, 2, report.Scenario{}},
		"a target that will not stop":  {"passing", fake{stop: bad}, 2, report.Scenario{Status: report.Passed}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := contract.Execute(t.Context(), selftest(tc.dir, &tc.target))
			if err != nil {
				t.Fatal(err)
			}
			if r.ExitCode() != tc.exit {
				t.Errorf("exit code %d, want %d", r.ExitCode(), tc.exit)
			}
			if tc.target.stopped != 1 {
				t.Errorf("the target was stopped %d times", tc.target.stopped)
			}
			var got report.Scenario
			if len(r.Passes[0].Scenarios) > 0 {
				s := r.Passes[0].Scenarios[0]
				got = report.Scenario{Status: s.Status, Reason: s.Reason, Step: s.Step, Message: s.Message[:min(len(s.Message), len(tc.want.Message))]}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("first scenario (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAPanicFailsItsScenarioOnly(t *testing.T) {
	r, err := contract.Execute(t.Context(), selftest("panicking", &fake{}))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Totals.Line(); got != "1 passed, 1 failed, 0 skipped" {
		t.Error(got)
	}
	if m := r.Passes[0].Scenarios[0].Message; !strings.Contains(m, "selftest_test.go") {
		t.Errorf("the message has no stack: %s", m)
	}
}

func TestWrongRequestsAreRefusedBeforeAnythingRuns(t *testing.T) {
	for name, tc := range map[string]struct {
		dir    string
		change func(*contract.Options)
		want   string
	}{
		"a tag that matches nothing": {"passing", func(o *contract.Options) { o.Tags = "@nothing" }, `no scenario matches the tags "@nothing"`},
		"a malformed tag expression": {"passing", func(o *contract.Options) { o.Tags = "@a &&" }, `"" is not a tag`},
		"a feature that is broken":   {"broken", nil, "broken/broken.feature"},
		"an unknown capability":      {"unknown-need", nil, "unknown.feature:4: unknown capability in @needs:time-machine"},
		"no features":                {"nothing", func(o *contract.Options) { o.Features = os.DirFS(t.TempDir()) }, "there is no scenario in nothing"},
		"no target":                  {"passing", func(o *contract.Options) { o.Targets = nil }, "no target"},
		"a negative number":          {"passing", func(o *contract.Options) { o.Repeat = -1 }, "repeat is -1"},
		"too many at a time":         {"passing", func(o *contract.Options) { o.Concurrency = 257 }, "must not be above 256"},
		"a shard there is not":       {"passing", func(o *contract.Options) { o.Shard = scenario.Shard{Index: 3, Count: 2} }, "shard 3/2"},
		"a shard of nothing":         {"passing", func(o *contract.Options) { o.Shard = scenario.Shard{Index: 1, Count: 99} }, "shard 1/99 of 1 scenarios"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{}
			o := selftest(tc.dir, f)
			if tc.change != nil {
				tc.change(&o)
			}
			_, err := contract.Execute(t.Context(), o)
			if !errors.Is(err, contract.ErrUsage) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want a usage error with %q", err, tc.want)
			}
			if f.stopped > 0 {
				t.Error("the target was touched")
			}
		})
	}
}

func TestTagsChooseScenarios(t *testing.T) {
	o := selftest("mixed", &fake{})
	o.Tags = "@req:tool.error.B && ~@req:tool.error.A, @req:tool.error.C"
	r, err := contract.Execute(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range r.Passes[0].Scenarios {
		got = append(got, s.Name)
	}
	if diff := cmp.Diff([]string{"fails", "needs a clock"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnInterruptedRunCouldNotJudge(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := contract.Execute(ctx, selftest("passing", &fake{}))
	if err != nil || r.ExitCode() != 2 || !strings.Contains(r.Passes[0].Unjudged, "interrupted") {
		t.Errorf("exit code %d, %q, %v", r.ExitCode(), r.Passes[0].Unjudged, err)
	}
}

func TestAScenarioThatIsInterruptedIsNotJudged(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := selftest("failing", &fake{})
	o.Steps = func(sc *godog.ScenarioContext) {
		sc.Step(`^a step that fails$`, func(ctx context.Context) error { cancel(); return ctx.Err() })
	}
	r, err := contract.Execute(ctx, o)
	if err != nil || r.ExitCode() != 2 || r.Totals.Unjudged != 1 {
		t.Errorf("exit code %d, %s, %v", r.ExitCode(), r.Totals.Line(), err)
	}
}

func TestReports(t *testing.T) {
	o := selftest("mixed", &fake{})
	o.Repeat = 2
	r, err := contract.Execute(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Passes { // stacks name this machine
		for j, s := range r.Passes[i].Scenarios {
			if before, _, ok := strings.Cut(s.Message, "\n"); ok && strings.HasPrefix(before, "panic") {
				r.Passes[i].Scenarios[j].Message = before
			}
		}
	}
	var text bytes.Buffer
	p := &report.Printer{Out: &text}
	for _, pass := range r.Passes {
		p.Starting("fake/stdio", len(pass.Scenarios), r.Seed)
		for _, s := range pass.Scenarios {
			p.Scenario("fake/stdio", s)
		}
		p.Ended(pass)
		p.Verbose = true
	}
	p.Summary(r)
	golden(t, "mixed.txt", text.Bytes())
	for _, f := range report.Formats() {
		var b bytes.Buffer
		if err := f.Write(&b, r); err != nil {
			t.Fatal(err)
		}
		golden(t, "mixed."+f.Name(), b.Bytes())
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata/selftest/golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got); run with -update to accept:\n%s", name, diff)
	}
}
