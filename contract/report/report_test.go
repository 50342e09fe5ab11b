// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
)

func withStatuses(statuses ...report.Status) *report.Report {
	p := report.Pass{Target: "t", Transport: "stdio", Repetition: 1}
	for _, s := range statuses {
		p.Scenarios = append(p.Scenarios, report.Scenario{Name: "s", Status: s})
	}
	r := &report.Report{Passes: []report.Pass{p}}
	r.Close()
	return r
}

func TestExitCodes(t *testing.T) {
	for _, tc := range []struct {
		statuses []report.Status
		want     int
	}{
		{[]report.Status{report.Passed, report.Skipped}, 0},
		{[]report.Status{report.Passed, report.Failed}, 1},
		{[]report.Status{report.Undefined}, 1},
		{[]report.Status{report.Passed, report.Unjudged}, 2},
		{[]report.Status{report.Failed, report.Unjudged}, 1},
	} {
		if got := withStatuses(tc.statuses...).ExitCode(); got != tc.want {
			t.Errorf("%v: %d, want %d", tc.statuses, got, tc.want)
		}
	}
	none := &report.Report{}
	none.Close()
	if none.ExitCode() != 2 {
		t.Error("a report of nothing is a verdict")
	}
}

func TestReportFilesAreRefusedBeforeARun(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"html=x":                                `unknown format "html"; valid are junit, json, md`,
		"junit":                                 "write FORMAT=FILE",
		"junit=":                                "write FORMAT=FILE",
		"json=" + dir:                           "not a regular file",
		"json=" + dir + "/no/x":                 "cannot write into",
		"json=" + dir + "/x,md=" + dir + "/./x": "asked for twice",
	} {
		if _, err := report.ParseFiles(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestReportFilesAreWritten(t *testing.T) {
	dir := t.TempDir()
	files, err := report.ParseFiles(" json=" + filepath.Join(dir, "a") + ", md=" + filepath.Join(dir, "b") + ",")
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		if err := f.Write(withStatuses(report.Passed), nil); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(f.Path); err != nil || len(text) == 0 {
			t.Errorf("%s: %d bytes, %v", f.Path, len(text), err)
		}
	}
}

func TestJUnitIsWellFormedWhateverTheText(t *testing.T) {
	r := withStatuses(report.Failed)
	hostile := "a \x00\x1b]]>\uFFFE<&\" b\tc"
	s := &r.Passes[0].Scenarios[0]
	s.Name, s.Message, s.Step, s.Wire = hostile, hostile, hostile, []string{hostile}
	var b bytes.Buffer
	if err := (report.JUnit{}).Write(&b, r); err != nil {
		t.Fatal(err)
	}
	dec := xml.NewDecoder(&b)
	for {
		_, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestColorsNeedATerminalAndConsent(t *testing.T) {
	env := func(pairs map[string]string) func(string) (string, bool) {
		return func(k string) (string, bool) { v, ok := pairs[k]; return v, ok }
	}
	if report.Colors(&bytes.Buffer{}, env(nil)) {
		t.Error("a buffer is no terminal")
	}
	if report.Colors(os.Stdout, env(map[string]string{"NO_COLOR": "1"})) {
		t.Error("NO_COLOR is ignored")
	}
	var b bytes.Buffer
	(&report.Printer{Out: &b, Color: true}).Scenario("t", report.Scenario{Status: report.Passed})
	if b.String() != "\x1b[32m.\x1b[0m" {
		t.Errorf("%q", b.String())
	}
}
