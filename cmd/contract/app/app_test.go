// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/cmd/contract/app"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	passes    = "Feature: mine\n\n  @mine @req:mine.one\n  Scenario: a project is there\n    Given a project \"demo\"\n    Then the platform received no request\n"
	undefined = "Feature: mine\n\n  Scenario: nobody defined this\n    Given nobody has defined this step\n"
	broken    = "Feature: mine\n\n  Scenario: no\n    Given a project \"demo\"\n    nonsense\n"
	catalogue = "requirements:\n  - {id: mine.one, text: One}\n"
)

// dir makes a directory of files, given as name and text in turn.
func dir(t *testing.T, files ...string) string {
	t.Helper()
	d := t.TempDir()
	for i := 0; i+1 < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(d, files[i]), []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errOut bytes.Buffer
	code = app.Run(t.Context(), args, strings.NewReader(""), &out, &errOut)
	return code, out.String(), errOut.String()
}

func TestExitCodes(t *testing.T) {
	mine := dir(t, "mine.feature", passes, "catalog.yaml", catalogue)
	unwritable := filepath.Join(mine, "no", "such", "file")
	for name, tc := range map[string]struct {
		args   []string
		code   int
		stderr string // what the one line on standard error says
	}{
		"a contract that is met":       {[]string{"run", "--features", mine, "-v"}, app.ExitPass, ""},
		"a tag that matches":           {[]string{"run", "--features", mine, "--tags", "@mine", "--transport", "sse", "--seed", "5", "--repeat", "2", "--concurrency", "1"}, app.ExitPass, ""},
		"an undefined step":            {[]string{"run", "--features", dir(t, "a.feature", undefined)}, app.ExitBroken, ""},
		"a target that does not start": {[]string{"run", "--features", mine, "--target", "process", "--bin", mine}, app.ExitCouldNotJudge, ""},
		"a tag that matches nothing":   {[]string{"run", "--features", mine, "--tags", "@theirs"}, app.ExitUsage, `no scenario matches the tags "@theirs"`},
		"a malformed tag expression":   {[]string{"run", "--tags", "@a and @b"}, app.ExitUsage, "write @a && ~@b, @c"},
		"features that do not parse":   {[]string{"run", "--features", dir(t, "a.feature", broken)}, app.ExitUsage, "a.feature"},
		"features that are not there":  {[]string{"run", "--features", unwritable}, app.ExitUsage, "no such file"},
		"features that are a file":     {[]string{"run", "--features", filepath.Join(mine, "mine.feature")}, app.ExitUsage, "is not a directory"},
		"a target of later":            {[]string{"run", "--target", "live"}, app.ExitUsage, "--target live is not available yet; valid are inprocess, process"},
		"an unknown target":            {[]string{"run", "--target", "moon"}, app.ExitUsage, `--target "moon" is unknown; valid are inprocess, process`},
		"an unknown transport":         {[]string{"run", "--transport", "pigeon"}, app.ExitUsage, `--transport "pigeon" is unknown; valid are stdio, sse`},
		"an unknown report":            {[]string{"run", "--report", "html=x"}, app.ExitUsage, "valid are junit, json, md"},
		"a report that cannot be":      {[]string{"run", "--report", "json=" + unwritable}, app.ExitUsage, "cannot write into"},
		"another language of tags":     {[]string{"run", "--tags", "@a|@b"}, app.ExitUsage, `"@a|@b" is not a tag`},
		"a number that is none":        {[]string{"run", "--repeat", "x"}, app.ExitUsage, `contract: --repeat "x" is not a whole number`},
		"a number that does not fit":   {[]string{"run", "--seed", "99999999999999999999"}, app.ExitUsage, "contract: --seed 99999999999999999999 is out of range"},
		"a number that is too great":   {[]string{"run", "--concurrency", "1000000000"}, app.ExitUsage, "--concurrency 1000000000 is too great; the most is 256"},
		"a duration that is none":      {[]string{"run", "--timeout", "soon"}, app.ExitUsage, `contract: --timeout "soon" is not a duration such as 30s or 2m`},
		"a shard":                      {[]string{"run", "--features", mine, "--shard", "1/1"}, app.ExitPass, ""},
		"a shard that is none":         {[]string{"run", "--features", mine, "--shard", "2/1"}, app.ExitUsage, `--shard "2/1": the index must be from 1 to 1`},
		"a blank shard":                {[]string{"run", "--features", mine, "--shard", ""}, app.ExitUsage, "write 2/5"},
		"a shard of nothing":           {[]string{"run", "--features", mine, "--shard", "1/2"}, app.ExitUsage, "shard 1/2 of 1 scenarios"},
		"a shard outside of a Job":     {[]string{"run", "--features", mine, "--shard", "job/2"}, app.ExitUsage, "JOB_COMPLETION_INDEX is not set"},
		"parity of nothing":            {[]string{"parity"}, app.ExitUsage, "no report given"},
		"parity of what is not there":  {[]string{"parity", unwritable}, app.ExitCouldNotJudge, "no such file"},
		"parity of what is no report":  {[]string{"parity", filepath.Join(mine, "mine.feature")}, app.ExitCouldNotJudge, "no report"},
		"parity in an unknown output":  {[]string{"parity", "-o", "pdf", "x"}, app.ExitUsage, `--output "pdf" is unknown; valid are text, json, md`},
		"accepted by what is no file":  {[]string{"parity", "--accept", unwritable, "x"}, app.ExitUsage, "--accept"},
		"accepted by what is no list":  {[]string{"parity", "--accept", filepath.Join(mine, "mine.feature"), "x"}, app.ExitUsage, "mine.feature: "},
		"a merge of nothing":           {[]string{"merge"}, app.ExitUsage, "no report given"},
		"a merge of one report twice":  {[]string{"merge", "x", "x"}, app.ExitUsage, "x is given twice"},
		"a merge of what is not there": {[]string{"merge", unwritable, mine}, app.ExitCouldNotJudge, "no such file"},
		"a merge into nowhere":         {[]string{"merge", "--report", "json=" + unwritable, "x"}, app.ExitUsage, "cannot write into"},
		"a number that is too small":   {[]string{"run", "--concurrency", "0"}, app.ExitUsage, "--concurrency 0 is too small"},
		"an unknown flag":              {[]string{"run", "--fast"}, app.ExitUsage, "unknown flag: --fast"},
		"an argument too many":         {[]string{"run", "all"}, app.ExitUsage, `unknown argument "all"`},
		"an unknown command":           {[]string{"walk"}, app.ExitUsage, "walk"},
		"no command":                   {nil, app.ExitUsage, "no command"},
		"coverage that is complete":    {[]string{"coverage", "--features", mine}, app.ExitPass, ""},
		"coverage that is not":         {[]string{"coverage", "--features", dir(t, "catalog.yaml", catalogue)}, app.ExitBroken, ""},
		"a catalogue that is broken":   {[]string{"coverage", "--features", dir(t, "catalog.yaml", "requirement: []")}, app.ExitUsage, "catalog.yaml:1"},
		"an unknown output":            {[]string{"coverage", "-o", "pdf"}, app.ExitUsage, `--output "pdf" is unknown; valid are text, json, md`},
		"the version":                  {[]string{"version"}, app.ExitPass, ""},
		"help":                         {[]string{"run", "--help"}, app.ExitPass, ""},
		"completion":                   {[]string{"completion", "bash"}, app.ExitPass, ""},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := run(t, tc.args...)
			if code != tc.code {
				t.Errorf("exit code %d, want %d\n%s%s", code, tc.code, stdout, stderr)
			}
			if !strings.Contains(stderr, tc.stderr) || (tc.stderr == "") != (stderr == "") || strings.Count(stderr, "\n") > 1 {
				t.Errorf("standard error %q, want one line with %q", stderr, tc.stderr)
			}
			if code == app.ExitUsage && stdout != "" {
				t.Errorf("something ran: %s", stdout)
			}
		})
	}
}

func TestARunPrintsItsVerdictAndWritesReports(t *testing.T) {
	mine := dir(t, "mine.feature", passes)
	reports := t.TempDir()
	name := func(n string) string { return filepath.Join(reports, n) }
	code, stdout, _ := run(t, "run", "--features", mine, "--report", "junit="+name("j.xml")+",json="+name("r.json")+",md="+name("s.md"))
	if code != app.ExitPass || !strings.HasSuffix(stdout, "verdict: passed\n2 passed, 0 failed, 0 skipped\n") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
	var r struct {
		Schema  string
		Verdict string
		Passes  []struct{ Target, Transport string }
	}
	text, err := os.ReadFile(name("r.json"))
	if err != nil || json.Unmarshal(text, &r) != nil || r.Schema != "ambient-contract-report/v1" || r.Verdict != "passed" || len(r.Passes) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	for _, f := range []string{"j.xml", "s.md"} {
		if text, err := os.ReadFile(name(f)); err != nil || !bytes.Contains(text, []byte("inprocess")) {
			t.Errorf("%s: %s, %v", f, text, err)
		}
	}
}

func TestAnInterruptedRunIsNotJudged(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	code := app.Run(ctx, []string{"run", "--features", dir(t, "mine.feature", passes)}, strings.NewReader(""), &out, &out)
	if code != app.ExitCouldNotJudge || !strings.Contains(out.String(), "interrupted") {
		t.Errorf("exit code %d\n%s", code, out.String())
	}
}

func TestHelpHasExamples(t *testing.T) {
	for _, command := range []string{"run", "parity", "merge", "coverage", "dev", "version"} {
		if _, stdout, _ := run(t, command, "--help"); !strings.Contains(stdout, "Examples:\n  contract "+command) {
			t.Errorf("%s has no example:\n%s", command, stdout)
		}
	}
}
