// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

//go:build kind

package kind_test

import (
	"context"
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
// or the one of $CONTRACT_KUBECONFIG. $CONTRACT_TAGS, _CONCURRENCY, _REPEAT and
// _PASSES (stdio, sse, sidecar) narrow it; the images are those of the Makefile.
func TestTheContractInACluster(t *testing.T) {
	session := kind.NewSession(kind.SessionOptions{
		Kubeconfig:  os.Getenv("CONTRACT_KUBECONFIG"),
		ServerImage: os.Getenv("SERVER_IMAGE"), PlatformImage: os.Getenv("PLATFORM_IMAGE"), ProbeImage: os.Getenv("PROBE_IMAGE"),
		Keep: os.Getenv("CONTRACT_KEEP") != "",
		Log:  func(line string) { t.Log(line) },
	})
	passes := map[string]kind.Options{
		"stdio":   {Transport: target.Stdio, Session: session},
		"sse":     {Transport: target.SSE, Session: session},
		"sidecar": {Transport: target.SSE, Beside: true, Session: session},
	}
	var targets []target.Target
	for _, name := range strings.Split(either(os.Getenv("CONTRACT_PASSES"), "stdio,sse,sidecar"), ",") {
		targets = append(targets, kind.New(passes[name]))
	}
	concurrency, _ := strconv.Atoi(either(os.Getenv("CONTRACT_CONCURRENCY"), "16"))
	repeat, _ := strconv.Atoi(either(os.Getenv("CONTRACT_REPEAT"), "1"))
	audited := make([]target.Target, len(targets))
	for i, x := range targets {
		audited[i] = &judged{Target: x.(*kind.Target), t: t}
	}
	r, err := contract.Execute(t.Context(), contract.Options{
		Targets: audited, Concurrency: concurrency, Repeat: repeat, Tags: os.Getenv("CONTRACT_TAGS"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Passes {
		skips := map[string]int{}
		var c report.Counts
		for _, s := range p.Scenarios {
			c.Add(s.Status)
			switch s.Status {
			case report.Passed:
			case report.Skipped:
				skips[s.Reason]++
			default:
				t.Errorf("%s: %s: %s / %s: %s: %s%s", p.Title(false), s.Status, s.Feature, s.Name, s.Step, s.Reason, s.Message)
			}
		}
		t.Logf("%s: %s in %.1f s; skipped: %v", p.Title(repeat > 1), c.Line(), p.Seconds, skips)
		if p.Unjudged != "" {
			t.Errorf("%s: could not judge: %s", p.Title(false), p.Unjudged)
		}
	}
	for _, x := range targets {
		if err := x.(target.Closer).Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
}

// judged audits and diagnoses at the end of a pass.
type judged struct {
	*kind.Target
	t *testing.T
}

func (j *judged) Stop(ctx context.Context) error {
	if err := j.Audit(ctx); err != nil {
		j.t.Error(err)
	}
	return j.Target.Stop(ctx)
}

func (j *judged) Start(ctx context.Context) error {
	err := j.Target.Start(ctx)
	if err != nil {
		for _, a := range j.Diagnose(ctx) {
			j.t.Logf("== %s\n%s", a.Name, a.Text)
		}
	}
	return err
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
