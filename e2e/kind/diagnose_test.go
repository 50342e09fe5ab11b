// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/bearers"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// broken is a session's pod of which everything is wrong, with a secret in its environment.
func broken() *corev1.Pod {
	begun := metav1.NewTime(time.Date(2026, 3, 21, 10, 0, 0, 0, time.UTC))
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "session-example", Namespace: "n"},
		Spec: corev1.PodSpec{NodeName: "node-1", Containers: []corev1.Container{
			{Name: "ambient-mcp", Env: []corev1.EnvVar{{Name: "AMBIENT_TOKEN", Value: "secret-of-the-pod"}}},
		}},
		Status: corev1.PodStatus{
			Phase: corev1.PodPending, Reason: "Evicted", Message: "the node was low on memory",
			Conditions: []corev1.PodCondition{
				{Type: corev1.PodScheduled, Status: corev1.ConditionTrue},
				{Type: corev1.PodReady, Status: corev1.ConditionFalse, Reason: "ContainersNotReady", Message: "containers with unready status: [ambient-mcp]"},
			},
			InitContainerStatuses: []corev1.ContainerStatus{{
				Name: "contract", Ready: true, Image: "probe", ImageID: "sha256:1", State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: "Completed"}},
			}},
			ContainerStatuses: []corev1.ContainerStatus{
				{Name: "runner", Image: "probe", Ready: true, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: begun}}},
				{
					Name: "ambient-mcp", Image: "server", RestartCount: 2,
					State:                corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "CrashLoopBackOff", Message: "back-off 10s"}},
					LastTerminationState: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 2, Reason: "Error"}},
				},
			},
		},
	}
}

func TestDiagnose(t *testing.T) {
	at := func(minute int) metav1.Time {
		return metav1.NewTime(time.Date(2026, 3, 21, 10, minute, 0, 0, time.UTC))
	}
	event := func(name string, e corev1.Event) *corev1.Event {
		e.ObjectMeta = metav1.ObjectMeta{Name: name, Namespace: "n"}
		e.InvolvedObject = corev1.ObjectReference{Kind: "Pod", Name: "session-example"}
		return &e
	}
	p := &place{namespace: "n", pods: pod.Cluster{Client: fake.NewClientset(
		broken(),
		event("b", corev1.Event{Type: "Warning", Reason: "BackOff", Message: "Back-off restarting; the bearer is a-bearer-of-somebody\n", LastTimestamp: at(2), Count: 3}),
		event("a", corev1.Event{Type: "Normal", Reason: "Scheduled", Message: "Assigned", EventTime: metav1.MicroTime(at(1))}),
	)}}
	p.bearers.Add("a-bearer-of-somebody")
	var b strings.Builder
	for _, a := range (&Target{place: p}).Diagnose(t.Context()) {
		b.WriteString("== " + a.Name + "\n" + strings.TrimSuffix(a.Text, "\n") + "\n")
	}
	golden(t, "diagnosis", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("run with -update if this is right (-want +got):\n%s", diff)
	}
}

func TestDiagnoseBeforeThereIsAnything(t *testing.T) {
	for name, x := range map[string]*Target{"no place": {}, "no cluster": {place: &place{}}} {
		if got := x.Diagnose(t.Context()); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	var _ target.Diagnoser = (*Target)(nil)
}

func TestLastLines(t *testing.T) {
	p := &place{pods: pod.Cluster{Client: fake.NewClientset()}}
	p.bearers.Add("fake logs")
	if got := p.lastLines(t.Context(), pod.Container{Namespace: "n", Pod: "p", Name: "c"}, 3); got != bearers.Hidden {
		t.Errorf("got %q", got)
	}
}
