// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

//go:build kind

package kind_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind"
)

// TestTheContractInACluster runs every scenario in a cluster: one that is made,
// or the one of $CONTRACT_KUBECONFIG. $CONTRACT_TAGS, _CONCURRENCY, _REPEAT,
// _PASSES (stdio, sse, sidecar), _INDIRECT and _KEEP vary it; the images are those of the Makefile.
func TestTheContractInACluster(t *testing.T) {
	session := kind.NewSession(kind.SessionOptions{
		Kubeconfig:  os.Getenv("CONTRACT_KUBECONFIG"),
		ServerImage: os.Getenv("SERVER_IMAGE"), PlatformImage: os.Getenv("PLATFORM_IMAGE"), ProbeImage: os.Getenv("PROBE_IMAGE"),
		Keep: os.Getenv("CONTRACT_KEEP") != "", Indirect: os.Getenv("CONTRACT_INDIRECT") != "",
		Log: func(line string) { t.Log(line) },
	})
	passes := map[string]kind.Options{
		"stdio":   {Transport: target.Stdio, Session: session},
		"sse":     {Transport: target.SSE, Session: session},
		"sidecar": {Transport: target.SSE, Beside: true, Session: session},
	}
	var targets []target.Target
	for _, name := range strings.Split(either("CONTRACT_PASSES", "stdio,sse,sidecar"), ",") {
		targets = append(targets, kind.New(passes[name]))
	}
	r, err := contract.Execute(t.Context(), contract.Options{
		Targets: targets, Tags: os.Getenv("CONTRACT_TAGS"), Concurrency: number(t, "CONTRACT_CONCURRENCY", "16"), Repeat: number(t, "CONTRACT_REPEAT", "1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unjudged != "" {
		t.Errorf("could not judge: %s", r.Unjudged)
	}
	for _, p := range r.Passes {
		tell(t, p)
	}
}

// tell logs a pass in a line and every failure.
func tell(t *testing.T, p report.Pass) {
	skips := map[string]int{}
	var c report.Counts
	for _, s := range p.Scenarios {
		c.Add(s.Status)
		switch s.Status {
		case report.Passed:
		case report.Skipped:
			skips[s.Reason]++
		default:
			t.Errorf("%s: %s: %s / %s: %s: %s%s", p.Title(true), s.Status, s.Feature, s.Name, s.Step, s.Reason, s.Message)
		}
	}
	t.Logf("%s: %s in %.1f s; skipped: %v", p.Title(true), c.Line(), p.Seconds, skips)
	if p.Unjudged+p.Broken != "" {
		t.Errorf("%s: could not judge: %q, broken: %q", p.Title(true), p.Unjudged, p.Broken)
	}
	if t.Failed() {
		for _, a := range p.Attachments {
			t.Logf("== %s\n%s", a.Name, a.Text)
		}
	}
}

func either(variable, otherwise string) string {
	if v := os.Getenv(variable); v != "" {
		return v
	}
	return otherwise
}

func number(t *testing.T, variable, otherwise string) int {
	t.Helper()
	n, err := strconv.Atoi(either(variable, otherwise))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
