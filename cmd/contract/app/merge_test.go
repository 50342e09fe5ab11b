// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/cmd/contract/app"
)

const several = `Feature: several

  Scenario Outline: a call in project <project>
    Given a project "<project>"
    When the caller calls "get_project" with {"project_id": "<project>"}
    Then the call succeeds

    Examples:
      | project |
      | one     |
      | two     |
      | three   |
      | four    |
`

// lastLine is the line with which a run, or a merge of runs, ends.
func lastLine(stdout string) string {
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	return lines[len(lines)-1]
}

func TestShardsThatAreMergedAreTheRun(t *testing.T) {
	features, reports := dir(t, "several.feature", several), t.TempDir()
	name := func(n string) string { return filepath.Join(reports, n+".json") }
	_, whole, _ := run(t, "run", "--features", features, "--report", "json="+name("whole"))
	merge := []string{"merge", "--report", "json=" + name("merged")}
	for _, index := range []string{"0", "1", "2"} {
		t.Setenv("JOB_COMPLETION_INDEX", index)
		code, stdout, stderr := run(t, "run", "--features", features, "--shard", "job/3", "--report", "json="+name(index))
		if code != app.ExitPass {
			t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
		}
		merge = append(merge, name(index))
	}
	code, merged, stderr := run(t, merge...)
	if code != app.ExitPass || lastLine(merged) != lastLine(whole) || lastLine(whole) != "8 passed, 0 failed, 0 skipped" {
		t.Errorf("exit code %d, %q after %q %s", code, lastLine(merged), lastLine(whole), stderr)
	}
	code, stdout, stderr := run(t, "parity", name("whole"), name("merged"))
	if code != app.ExitPass || !strings.Contains(stdout, "4 scenarios compared, 0 not judged on both") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	code, stdout, _ = run(t, merge[:len(merge)-1]...)
	if code != app.ExitCouldNotJudge || !strings.Contains(stdout, "no report of shard 3 of 3") {
		t.Errorf("without the last shard: exit code %d\n%s", code, stdout)
	}
}

func TestAReportOnStandardOutputStandsAlone(t *testing.T) {
	features := dir(t, "several.feature", several)
	code, stdout, stderr := run(t, "run", "--features", features, "--report", "json=-")
	if code != app.ExitPass || !json.Valid([]byte(stdout)) || stderr != "" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, stderr := run(t, "run", "--features", features, "--report", "json=-,md=-"); code != app.ExitUsage || !strings.Contains(stderr, "asked for twice") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

func TestParityNamesAFieldThatIsOnlyOnOneSide(t *testing.T) {
	features, reports := dir(t, "several.feature", several), t.TempDir()
	a, b := filepath.Join(reports, "a.json"), filepath.Join(reports, "b.json")
	run(t, "run", "--features", features, "--transport", "sse", "--report", "json="+a)
	text, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	planted := strings.ReplaceAll(string(text), `"target": "inprocess"`, `"target": "kind"`)
	planted = strings.Replace(planted, `\\\"kind\\\":\\\"Project\\\",`, `\\\"kind\\\":\\\"Project\\\",\\\"by\\\":\\\"x\\\",`, 1)
	if err := os.WriteFile(b, []byte(planted), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, _ := run(t, "parity", a, b)
	for _, want := range []string{
		"inprocess/sse and kind/sse differ in ", "several.feature: a call in project one [project=one]",
		`step: the caller calls "get_project" with {"project_id": "one"}`, `+ result.content[0].text as JSON: .by: "x"`,
		"1 differences, 0 accepted, 0 stale entries",
	} {
		if code != app.ExitBroken || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, want %q in\n%s", code, want, stdout)
		}
	}
	accept := dir(t, "accept.yaml", "accepted:\n- {scenario: \"a call in project <project>\", targets: [kind, inprocess], reason: planted}\n")
	if code, stdout, _ := run(t, "parity", "--accept", filepath.Join(accept, "accept.yaml"), a, b); code != app.ExitBroken {
		t.Errorf("another scenario's entry accepts: exit code %d\n%s", code, stdout)
	}
	accept = dir(t, "accept.yaml", "accepted:\n- {scenario: \"a call in project one\", targets: [kind, inprocess], reason: planted}\n")
	if code, stdout, _ := run(t, "parity", "--accept", filepath.Join(accept, "accept.yaml"), a, b); code != app.ExitPass {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
}

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAFullDeviceIsNoticed(t *testing.T) {
	mine := dir(t, "mine.feature", passes, "catalog.yaml", catalogue)
	for _, args := range [][]string{
		{"run", "--features", mine}, {"coverage", "--features", mine}, {"coverage", "--features", mine, "-o", "json"}, {"version"}, {"run", "--help"}, {"completion", "bash"},
	} {
		var stderr strings.Builder
		code := app.Run(t.Context(), args, strings.NewReader(""), full{}, &stderr)
		if code != app.ExitCouldNotJudge || stderr.String() != "contract: write to standard output: no space left on device\n" {
			t.Errorf("%v: exit code %d, %q", args, code, stderr.String())
		}
	}
}
