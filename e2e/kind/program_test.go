// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/cluster"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/rollout"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

func TestRun(t *testing.T) {
	p := openPlace(t)
	e := &env{place: p}
	env := map[string]string{"AMBIENT_API_URL": p.platformURL(), "AMBIENT_TOKEN": "some-bearer"}
	tests := map[string]struct {
		c           target.Command
		code        int
		out, errOut string
	}{
		"the server by its input": {
			target.Command{Program: programs.Server, Env: env, Stdin: strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")},
			0, `{"jsonrpc":"2.0","id":1,"result":{}}`, "",
		},
		"the server without a platform":    {target.Command{Program: programs.Server}, 2, "", "AMBIENT_API_URL is required"},
		"the platform where it runs":       {target.Command{Program: programs.Platform, Args: []string{"version"}}, 0, "mockplatform", ""},
		"the platform, asked the wrong":    {target.Command{Program: programs.Platform, Args: []string{"moon"}}, 2, "", "moon"},
		"one that does not read its input": {target.Command{Program: programs.Platform, Args: []string{"version"}, Stdin: endless{}}, 0, "mockplatform", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := e.Run(t.Context(), tt.c)
			if err != nil || r.ExitCode != tt.code || !strings.Contains(r.Stdout, tt.out) || !strings.Contains(r.Stderr, tt.errOut) {
				t.Errorf("got %+v, %v", r, err)
			}
		})
	}
	if _, err := e.Run(t.Context(), target.Command{Program: "contract"}); err == nil || !strings.Contains(err.Error(), "no container has it") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := e.Run(ctx, target.Command{Program: programs.Platform, Args: []string{"serve", "--addr", "127.0.0.1:0"}})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("what does not end: %v", err)
	}
}

// endless is input without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestOwnServers(t *testing.T) {
	p := openPlace(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = p.startOwn(t.Context(), map[string]string{"MCP_BIND_ADDR": l.Addr().String()})
	if err == nil || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("on a port that is taken: %v", err)
	}
	_, err = p.startOwn(t.Context(), map[string]string{"AMBIENT_API_URL": "moon"})
	if err == nil || !strings.Contains(err.Error(), "ambient-mcp over sse: ended with exit code 2; standard error: ") {
		t.Errorf("with a wrong configuration: %v", err)
	}
	s, err := p.startOwn(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.kill()
	if err := s.lives(); err != nil {
		t.Errorf("while it serves: %v", err)
	}
	if got := dialled(":8090"); got != "127.0.0.1:8090" {
		t.Errorf("without a host: %s", got)
	}
}

func TestAudit(t *testing.T) {
	p := openPlace(t)
	x := New(Options{Transport: target.SSE, Session: reached(p)})
	if err := x.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer x.Stop(t.Context())
	if err := x.Audit(t.Context()); err != nil {
		t.Error(err)
	}
	p.bearers.Add("fake logs") // which is what the log holds
	if err := x.Audit(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "the log of container c of pod p: line 1 holds a bearer: [bearer]") {
		t.Errorf("got %v", err)
	}
}

func TestReach(t *testing.T) {
	p := openPlace(t)
	var told []string
	p.o = SessionOptions{InCluster: true, Indirect: true, Log: func(line string) { told = append(told, line) }}
	if err := p.reach(t.Context()); err != nil || len(told) != 1 || told[0] != "0 of 3 ways into the cluster are direct, the others lead through its API" {
		t.Errorf("%v, told %q", err, told)
	}
	conn, err := p.ways.service(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	p.o.Indirect = false
	if err := p.reach(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "look for pod session-example: ") {
		t.Errorf("from a pod, with no session: %v", err)
	}
}

func TestPodOf(t *testing.T) {
	labels := map[string]string{"app": "x"}
	d := &appsv1.Deployment{ObjectMeta: in("x"), Spec: appsv1.DeploymentSpec{Selector: &metav1.LabelSelector{MatchLabels: labels}}}
	pod := func(name string, phase corev1.PodPhase, labels map[string]string) *corev1.Pod {
		p := &corev1.Pod{ObjectMeta: in(name), Status: corev1.PodStatus{Phase: phase}}
		p.Labels = labels
		return p
	}
	p := holding(d, pod("a", corev1.PodFailed, labels), pod("b", corev1.PodRunning, nil), pod("c", corev1.PodRunning, labels))
	if c, err := p.podOf(t.Context(), "x"); c.Pod != "c" || c.Name != "x" || err != nil {
		t.Errorf("got %+v, %v", c, err)
	}
	if _, err := holding(d).podOf(t.Context(), "x"); err == nil || err.Error() != "deployment x has no running pod" {
		t.Errorf("got %v", err)
	}
	if _, err := holding().podOf(t.Context(), "x"); err == nil || !strings.HasPrefix(err.Error(), "look for deployment x: ") {
		t.Errorf("got %v", err)
	}
}

func TestManifests(t *testing.T) {
	for want, c := range map[rollout.NodePorts]*cluster.Cluster{
		rollout.Written: {Name: "x", Made: true}, rollout.Assigned: {Name: "x"}, rollout.Internal: {},
	} {
		p := &place{namespace: "n", cluster: c, o: SessionOptions{ServerImage: "mine:1"}.withDefaults()}
		m := p.manifests(nil, nil)
		if m.NodePorts != want || m.Namespace != "n" || m.Images["localhost/vteam_ambient_mcp"] != "mine:1" || m.Images["localhost/vteam_mockplatform"] != DefaultPlatformImage {
			t.Errorf("%+v: %+v", c, m)
		}
	}
}

func TestMembers(t *testing.T) {
	p := holding()
	p.members()
	for _, m := range []*member{p.sidecar, p.runner} {
		if c, err := m.find(t.Context()); c.Pod != rollout.Session || c.Name != m.name || err != nil {
			t.Errorf("%s: %+v, %v", m.name, c, err)
		}
	}
	if p.platformAddr != "mockplatform.n.svc:8000" || p.serverAddr != "ambient-mcp.n.svc:8090" {
		t.Errorf("addresses %s, %s", p.platformAddr, p.serverAddr)
	}
	if _, err := p.platform.hand.Client(t.Context()); err == nil || !strings.Contains(err.Error(), "look for deployment mockplatform") {
		t.Errorf("without a deployment: %v", err)
	}
}
