// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// skipping is a pass that skips so many for lack of signals and so many for lack of an address.
func skipping(signals, address int) report.Pass {
	p := report.Pass{Target: "process", Transport: "sse", Scenarios: []report.Scenario{{Status: report.Passed}}}
	for range signals {
		p.Scenarios = append(p.Scenarios, report.Scenario{Status: report.Skipped, Lacks: target.Signals})
	}
	for range address {
		p.Scenarios = append(p.Scenarios, report.Scenario{Status: report.Skipped, Lacks: target.Address})
	}
	return p
}

func TestSkipsMustBeThoseOfTheFile(t *testing.T) {
	declared := contract.Skips{"process/sse": {target.Signals: 2}}
	for name, tc := range map[string]struct {
		skips contract.Skips
		pass  report.Pass
		want  string
	}{
		"as the file says":         {declared, skipping(2, 0), ""},
		"one more":                 {declared, skipping(3, 0), `process/sse skips 3 for lack of signals, not 2 as features/skips.yaml says; if that is meant, change its line to "process/sse: {signals: 3}"`},
		"one less":                 {declared, skipping(1, 0), `"process/sse: {signals: 1}"`},
		"none":                     {declared, skipping(0, 0), `0 for lack of signals, not 2`},
		"for lack of another":      {declared, skipping(2, 1), `1 for lack of address, not 0 as features/skips.yaml says; if that is meant, change its line to "process/sse: {address: 1, signals: 2}"`},
		"a pass that is not there": {contract.Skips{}, skipping(1, 0), `features/skips.yaml lacks the pass process/sse; add "process/sse: {signals: 1}"`},
	} {
		t.Run(name, func(t *testing.T) {
			got := tc.skips.Check(tc.pass)
			if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) || strings.Contains(got, "\n") {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestTheFileOfSkipsIsReadAsWritten(t *testing.T) {
	skips := contract.Skips{"process/sse": {target.Signals: 2, target.Address: 1}, "kind/sse": {}}
	skips.Expect(&fake{}, []scenario.Scenario{{Tags: []string{"@needs:server-clock", "@needs:sse"}}, {}})
	var b bytes.Buffer
	if err := skips.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := contract.ParseSkips(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(skips, got); diff != "" {
		t.Error(diff)
	}
	if got["fake/stdio"][target.ServerClock] != 1 {
		t.Errorf("expected one skip of the fake, got %v", got["fake/stdio"])
	}
	for _, text := range []string{"process/sse: {moon: 1}", "process/sse: many", "- x", "process/sse: {signals: x}"} {
		if _, err := contract.ParseSkips([]byte(text)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
