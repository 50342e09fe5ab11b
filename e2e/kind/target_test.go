// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
)

func TestLacks(t *testing.T) {
	s := NewSession(SessionOptions{})
	const noBeside = "a server in a pod does not reach what the scenario listens on"
	noStdio, noSSE := "needs the transport stdio", "needs the transport sse"
	tests := map[string]struct {
		o    Options
		want map[target.Capability]string
	}{
		"kind/stdio": {Options{Transport: target.Stdio, Session: s}, map[target.Capability]string{
			target.NeedsSSE: noSSE, target.ServerClock: noClock, target.Beside: noBeside, target.Loopback: noLoopback,
		}},
		"kind/sse": {Options{Transport: target.SSE, Session: s}, map[target.Capability]string{
			target.NeedsStdio: noStdio, target.ServerClock: noClock, target.Beside: noBeside, target.Loopback: noLoopback,
		}},
		"kind-sidecar/sse": {Options{Transport: target.SSE, Beside: true, Session: s}, map[target.Capability]string{
			target.NeedsStdio: noStdio, target.ServerClock: noClock, target.Beside: noBeside,
		}},
	}
	for name, tt := range tests {
		x := New(tt.o)
		if got := x.Name() + "/" + string(x.Transport()); got != name {
			t.Errorf("%s calls itself %s", name, got)
		}
		got := map[target.Capability]string{}
		for _, c := range target.Capabilities {
			if why := x.Lacks(c); why != "" {
				got[c] = why
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// some are scenarios that between them do everything that an environment can do.
const some = `@req:protocol.stdio.drain, @req:protocol.shutdown, @req:D20.client-gone, @req:image.healthcheck, @req:protocol.sse.endpoint, @req:D23.no-bearer, @req:protocol.token-never-shown`

func TestScenarios(t *testing.T) {
	for name, o := range map[string]Options{
		"stdio":   {Transport: target.Stdio},
		"sse":     {Transport: target.SSE},
		"sidecar": {Transport: target.SSE, Beside: true},
	} {
		t.Run(name, func(t *testing.T) {
			o.Session = reached(openPlace(t))
			contract.Run(t, contract.Options{Targets: []target.Target{contained{New(o)}}, Tags: some})
		})
	}
}

// contained lacks what only containers have.
type contained struct{ *Target }

func (c contained) Lacks(x target.Capability) string {
	if x == target.Image || x == target.Kubernetes {
		return "there is no cluster"
	}
	return c.Target.Lacks(x)
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	s := NewSession(SessionOptions{Kubeconfig: t.TempDir() + "/missing"})
	x := New(Options{Transport: target.Stdio, Session: s})
	first := x.Start(t.Context())
	if first == nil || errors.Is(first, target.ErrServer) || !strings.Contains(first.Error(), "no such file") {
		t.Errorf("got %v", first)
	}
	if again := x.Start(t.Context()); !errors.Is(again, first) {
		t.Errorf("the next pass is told %v", again)
	}
	if got := x.Diagnose(t.Context()); got != nil {
		t.Errorf("diagnosed %v", got)
	}
	if err := errors.Join(x.Audit(t.Context()), x.Stop(t.Context()), x.Close(t.Context())); err != nil {
		t.Error(err)
	}
	if err := New(Options{Transport: target.Stdio, Beside: true, Session: s}).Start(t.Context()); err == nil {
		t.Error("stdio from beside the server")
	}
}

func TestDeployed(t *testing.T) {
	p := &place{namespace: "n", pods: pod.Cluster{Client: fake.NewClientset()}}
	if err := p.deployed(t.Context()); err == nil || err.Error() != "namespace n holds no deployment ambient-mcp; apply deploy/kustomize/overlays/kind to it first" {
		t.Errorf("got %v", err)
	}
	p.pods.Client = fake.NewClientset(&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: "ambient-mcp"}})
	if err := p.deployed(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTheLastTargetClosesTheSession(t *testing.T) {
	s := NewSession(SessionOptions{})
	a, b := New(Options{Session: s}), New(Options{Session: s})
	s.begun, s.place = true, &place{}
	for range 2 { // the second time means nothing
		if err := a.Close(t.Context()); err != nil || s.place == nil {
			t.Fatalf("closed by the first: %v", err)
		}
	}
	if err := b.Close(context.Background()); err != nil || s.place != nil {
		t.Errorf("not closed by the last: %v", err)
	}
	if err := a.Start(t.Context()); err == nil || err.Error() != "the session is closed" {
		t.Errorf("started after the end: %v", err)
	}
}
