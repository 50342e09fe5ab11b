// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestTroubles(t *testing.T) {
	waits := func(reason, message string) corev1.ContainerStatus {
		return corev1.ContainerStatus{State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason, Message: message}}}
	}
	ended := func(code int32, reason string) corev1.ContainerState {
		return corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: code, Reason: reason}}
	}
	running := corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}
	const noRoot = "container has runAsNonRoot and image will run as root (pod: \"p\")"
	tests := []struct {
		name   string
		pod    corev1.Pod
		status corev1.ContainerStatus
		kind   kind
		reason string
	}{
		{name: "ready", status: corev1.ContainerStatus{Ready: true, State: running, RestartCount: 9}},
		{name: "not ready", status: corev1.ContainerStatus{State: running}, kind: unready, reason: "it runs and is not ready"},
		{name: "an image that runs as root", status: waits("CreateContainerConfigError", noRoot), kind: rejected, reason: "CreateContainerConfigError: " + noRoot},
		{
			name:   "a user without a number",
			status: waits("CreateContainerConfigError", "container has runAsNonRoot and image has non-numeric user (nonroot), cannot verify user is non-root"),
			kind:   rejected,
			reason: "CreateContainerConfigError: container has runAsNonRoot and image has non-numeric user (nonroot), cannot verify user is non-root",
		},
		{name: "a Secret that is not there yet", status: waits("CreateContainerConfigError", `secret "x" not found`), kind: waiting, reason: `CreateContainerConfigError: secret "x" not found`},
		{name: "a first attempt to pull", status: waits("ErrImagePull", "refused"), kind: waiting, reason: "ErrImagePull: refused"},
		{name: "an image that cannot be pulled", status: waits("ImagePullBackOff", "Back-off\n pulling"), kind: unpulled, reason: "ImagePullBackOff: Back-off pulling"},
		{name: "an image that must be there", status: waits("ErrImageNeverPull", ""), kind: unpulled, reason: "ErrImageNeverPull"},
		{name: "a beginning", status: waits("ContainerCreating", ""), kind: waiting, reason: "ContainerCreating"},
		{
			name:   "one that keeps ending",
			status: corev1.ContainerStatus{State: waits("CrashLoopBackOff", "back-off 10s").State, LastTerminationState: ended(2, "Error"), RestartCount: 1},
			kind:   ending, reason: "CrashLoopBackOff: it ended with exit code 2 (Error)",
		},
		{name: "one that stumbled", status: corev1.ContainerStatus{State: ended(2, "Error")}, kind: waiting, reason: "it ended with exit code 2 (Error)"},
		{
			name: "one that runs once more", status: corev1.ContainerStatus{State: running, LastTerminationState: ended(137, "OOMKilled"), RestartCount: 2},
			kind: ending, reason: "it ended with exit code 137 (OOMKilled)",
		},
		{
			name: "one that is never started again", pod: corev1.Pod{Spec: corev1.PodSpec{RestartPolicy: corev1.RestartPolicyNever}},
			status: corev1.ContainerStatus{State: ended(1, "Error")}, kind: ending, reason: "it ended with exit code 1 (Error)",
		},
		{
			name: "one that has ended well and is not started again", pod: corev1.Pod{Spec: corev1.PodSpec{RestartPolicy: corev1.RestartPolicyOnFailure}},
			status: corev1.ContainerStatus{State: ended(0, "Completed")}, kind: ending, reason: "it ended with exit code 0 (Completed)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := tt.pod
			p.Name, p.Spec.Containers = "p", []corev1.Container{{Name: "c"}}
			tt.status.Name = "c"
			p.Status.ContainerStatuses = []corev1.ContainerStatus{tt.status}
			got := troubles(&p)
			if tt.kind == none {
				if len(got) > 0 {
					t.Errorf("got %v", got)
				}
				return
			}
			if want := (trouble{pod: "p", container: "c", kind: tt.kind, reason: tt.reason}); len(got) != 1 || got[0] != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestTroublesOfPods(t *testing.T) {
	spec := corev1.PodSpec{InitContainers: []corev1.Container{{Name: "i"}}, Containers: []corev1.Container{{Name: "c"}}}
	unscheduled := corev1.Pod{Spec: spec, Status: corev1.PodStatus{Conditions: []corev1.PodCondition{
		{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: "Unschedulable", Message: "0/1 nodes are available"},
	}}}
	if got := troubles(&unscheduled); len(got) != 2 || got[0].reason != "Unschedulable: 0/1 nodes are available" {
		t.Errorf("unscheduled: %v", got)
	}
	begun := corev1.Pod{Spec: spec, Status: corev1.PodStatus{
		InitContainerStatuses: []corev1.ContainerStatus{{Name: "i", State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{}}}},
		ContainerStatuses:     []corev1.ContainerStatus{{Name: "c", Ready: true}},
	}}
	if got := troubles(&begun); len(got) > 0 {
		t.Errorf("begun: %v", got)
	}
}

func TestMember(t *testing.T) {
	now := metav1.Now()
	with := func(name, container string, change func(p *corev1.Pod)) *corev1.Pod {
		p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: container}}}}
		if change != nil {
			change(p)
		}
		return p
	}
	for name, tt := range map[string]struct {
		pod  *corev1.Pod
		want bool
	}{
		"of the server":         {with("x", Server, nil), true},
		"of the platform":       {with("x", Platform, nil), true},
		"of the session":        {with(Session, Runner, nil), true},
		"of a Job":              {with("contract-0", "contract", nil), false},
		"on its way out":        {with("x", Server, func(p *corev1.Pod) { p.DeletionTimestamp = &now }), false},
		"evicted and replaced":  {with("x", Server, func(p *corev1.Pod) { p.Status.Phase, p.OwnerReferences = corev1.PodFailed, []metav1.OwnerReference{{}} }), false},
		"failed, with no other": {with(Session, Server, func(p *corev1.Pod) { p.Status.Phase = corev1.PodFailed }), true},
	} {
		if got := member(tt.pod); got != tt.want {
			t.Errorf("a pod %s: %t", name, got)
		}
	}
}
