// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// watchful is a fake that also audits, diagnoses and closes, and notes in which order.
type watchful struct {
	fake
	audit, closing error
	calls          []string
}

func (w *watchful) Start(ctx context.Context) error {
	w.calls = append(w.calls, "start")
	return w.fake.Start(ctx)
}

func (w *watchful) Stop(ctx context.Context) error {
	w.calls = append(w.calls, "stop")
	return w.fake.Stop(ctx)
}

func (w *watchful) Audit(context.Context) error {
	w.calls = append(w.calls, "audit")
	return w.audit
}

func (w *watchful) Diagnose(context.Context) []target.Attachment {
	w.calls = append(w.calls, "diagnose")
	return []target.Attachment{{Name: "events", Text: "pod x: <OOMKilled>\n"}}
}

func (w *watchful) Close(context.Context) error {
	w.calls = append(w.calls, "close")
	return w.closing
}

func watchfully(dir string, w *watchful) contract.Options {
	o := selftest(dir, &w.fake)
	o.Targets = []target.Target{w}
	return o
}

func TestWhatIsWrongWithThePassAsAWhole(t *testing.T) {
	bad := errors.New("no such machine")
	for name, tc := range map[string]struct {
		dir              string
		target           watchful
		exit             int
		broken, unjudged string // of the pass
		calls            string
	}{
		"nothing":                         {"passing", watchful{}, 0, "", "", "start audit stop close"},
		"a scenario":                      {"failing", watchful{}, 1, "", "", "start audit diagnose stop close"},
		"the server does not start":       {"passing", watchful{fake: fake{start: fmt.Errorf("pod x: %w", target.ErrServer)}}, 1, "target fake/stdio did not start: pod x: the server under test does not start", "", "start diagnose stop close"},
		"the target does not start":       {"passing", watchful{fake: fake{start: bad}}, 2, "", "target fake/stdio did not start: no such machine", "start diagnose stop close"},
		"surroundings that are not to be": {"passing", watchful{fake: fake{open: bad}}, 2, "", "", "start audit diagnose stop close"},
		"the audit finds something":       {"passing", watchful{audit: errors.New("a bearer in the log")}, 1, "audit of target fake/stdio: a bearer in the log", "", "start audit diagnose stop close"},
		"it does not stop":                {"passing", watchful{fake: fake{stop: bad}}, 2, "", "target fake/stdio did not stop: no such machine", "start audit stop close"},
		"it does not close":               {"passing", watchful{closing: bad}, 2, "", "", "start audit stop close"},
		"a failure, and it does not stop": {"failing", watchful{fake: fake{stop: bad}}, 1, "", "target fake/stdio did not stop: no such machine", "start audit diagnose stop close"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := contract.Execute(t.Context(), watchfully(tc.dir, &tc.target))
			if err != nil {
				t.Fatal(err)
			}
			p := r.Passes[0]
			if r.ExitCode() != tc.exit || p.Broken != tc.broken || p.Unjudged != tc.unjudged {
				t.Errorf("exit code %d, broken %q, unjudged %q", r.ExitCode(), p.Broken, p.Unjudged)
			}
			if got := strings.Join(tc.target.calls, " "); got != tc.calls {
				t.Errorf("called %s, want %s", got, tc.calls)
			}
			if (len(p.Attachments) > 0) != strings.Contains(tc.calls, "diagnose") {
				t.Errorf("%d attachments", len(p.Attachments))
			}
			if (r.Unjudged != "") != (tc.target.closing != nil) {
				t.Errorf("unjudged %q", r.Unjudged)
			}
		})
	}
}

// TestPassesThatJudgedNothingNeverPass: whatever the passes of a run are, it is no success.
func TestPassesThatJudgedNothingNeverPass(t *testing.T) {
	server := &watchful{fake: fake{start: target.ErrServer}}
	machine := &watchful{fake: fake{start: errors.New("no such machine")}}
	o := watchfully("passing", server)
	o.Targets = append(o.Targets, machine)
	r, err := contract.Execute(t.Context(), o)
	if err != nil || r.ExitCode() != 1 || len(r.Passes) != 2 {
		t.Errorf("exit code %d, %d passes, %v", r.ExitCode(), len(r.Passes), err)
	}
	if !slices.Contains(machine.calls, "close") {
		t.Error("the second target was not closed")
	}
}

func TestReportsTellOfThePassAsAWhole(t *testing.T) {
	w := &watchful{audit: errors.New("a bearer | in the log"), closing: errors.New("the cluster stays")}
	w.stop = errors.New("no such machine")
	o := watchfully("passing", w)
	var text bytes.Buffer
	printer := &report.Printer{Out: &text}
	o.Progress = printer
	r, err := contract.Execute(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s := &r.Passes[0].Scenarios[0]
	s.Status, s.Message, s.Log = report.Failed, "expected 1", []string{"editor: {\"msg\":\"<starting>\"}"}
	r.Close()
	printer.Retell(r)
	printer.Summary(r)
	golden(t, "atlarge.txt", text.Bytes())
	for _, f := range report.Formats() {
		var b bytes.Buffer
		if err := f.Write(&b, r); err != nil {
			t.Fatal(err)
		}
		golden(t, "atlarge."+f.Name(), b.Bytes())
	}
}

func TestShardsTogetherAreEverything(t *testing.T) {
	names := func(s scenario.Shard) []string {
		o := selftest("mixed", &fake{})
		o.Shard = s
		r, err := contract.Execute(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if (r.Shard != nil) != (s.Count > 0) || r.Shard != nil && *r.Shard != s {
			t.Errorf("the report says shard %v", r.Shard)
		}
		var out []string
		for _, sc := range r.Passes[0].Scenarios {
			out = append(out, sc.Name)
		}
		return out
	}
	all := names(scenario.Shard{})
	for count := 1; count <= len(all); count++ {
		var together []string
		for i := range count {
			together = append(together, names(scenario.Shard{Index: i + 1, Count: count})...)
		}
		slices.Sort(together)
		if diff := cmp.Diff(slices.Sorted(slices.Values(all)), together); diff != "" {
			t.Errorf("%d shards: %s", count, diff)
		}
	}
}
