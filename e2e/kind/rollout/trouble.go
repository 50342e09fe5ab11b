// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// kind of trouble that a container is in.
type kind int

const (
	none kind = iota
	// waiting: nothing is wrong yet, but it is not ready.
	waiting
	// unready: it runs and says that it is not ready.
	unready
	// unpulled: its image cannot be had.
	unpulled
	// rejected: its image is one that the cluster will not start.
	rejected
	// ending: it was started more than once and ends every time.
	ending
)

// fatal tells the kinds that time does not mend.
func (k kind) fatal() bool { return k >= unpulled }

// trouble is why a container is not ready.
type trouble struct {
	pod, container string
	kind           kind
	// reason is what the kubelet says.
	reason string
	// last is when it ended last, where it will be started again.
	last time.Time
}

func (t trouble) String() string {
	return fmt.Sprintf("pod %s, container %s: %s", t.pod, t.container, t.reason)
}

// unpullable are the states of a container whose image is not there. ErrImagePull is not
// among them: it is what a first attempt says.
var unpullable = []string{"ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName"}

// manyEnds is how many restarts tell a container that keeps ending from one that stumbled.
const manyEnds = 2

// troubles are those of a pod's containers that are not ready, in the order in which they start.
func troubles(p *corev1.Pod) []trouble {
	var out []trouble
	look := func(containers []corev1.Container, statuses []corev1.ContainerStatus, initial bool) {
		for i := range containers {
			if t := judge(p, containers[i].Name, statuses, initial); t.kind != none {
				t.pod, t.container = p.Name, containers[i].Name
				out = append(out, t)
			}
		}
	}
	look(p.Spec.InitContainers, p.Status.InitContainerStatuses, true)
	look(p.Spec.Containers, p.Status.ContainerStatuses, false)
	return out
}

// judge tells what is wrong with one container.
func judge(p *corev1.Pod, name string, statuses []corev1.ContainerStatus, initial bool) trouble {
	i := slices.IndexFunc(statuses, func(s corev1.ContainerStatus) bool { return s.Name == name })
	if i < 0 {
		return trouble{kind: waiting, reason: unscheduled(p)}
	}
	s := &statuses[i]
	switch ended := s.State.Terminated; {
	case initial && ended != nil && ended.ExitCode == 0, s.Ready:
		return trouble{}
	case ended != nil && forGood(p, ended):
		return trouble{kind: ending, reason: endedWith(ended)}
	case s.State.Running != nil && s.RestartCount >= manyEnds:
		return ends(s, "")
	case s.State.Running != nil:
		return trouble{kind: unready, reason: "it runs and is not ready"}
	case s.State.Waiting == nil:
		return trouble{kind: waiting, reason: ends(s, "").reason}
	}
	w := s.State.Waiting
	reason := w.Reason
	if w.Message != "" {
		reason += ": " + strings.Join(strings.Fields(w.Message), " ")
	}
	switch {
	case slices.Contains(unpullable, w.Reason):
		return trouble{kind: unpulled, reason: reason}
	case w.Reason == "CreateContainerConfigError" && forbidsRoot(w.Message):
		return trouble{kind: rejected, reason: reason}
	case w.Reason == "CrashLoopBackOff":
		return ends(s, w.Reason+": ")
	}
	return trouble{kind: waiting, reason: reason}
}

// forGood tells an end after which the container is not started again.
func forGood(p *corev1.Pod, e *corev1.ContainerStateTerminated) bool {
	return p.Status.Phase == corev1.PodFailed || p.Spec.RestartPolicy == corev1.RestartPolicyNever ||
		p.Spec.RestartPolicy == corev1.RestartPolicyOnFailure && e.ExitCode == 0
}

// forbidsRoot tells the kubelet's refusal to start an image as root from its
// other complaints, some of which pass.
func forbidsRoot(message string) bool {
	return strings.Contains(message, "runAsNonRoot") || strings.Contains(message, "non-root")
}

// unscheduled is why a pod has no containers yet.
func unscheduled(p *corev1.Pod) string {
	for _, c := range p.Status.Conditions {
		if c.Type == corev1.PodScheduled && c.Status == corev1.ConditionFalse {
			return strings.Join(strings.Fields(c.Reason+": "+c.Message), " ")
		}
	}
	return "it has not begun"
}

// ends is the trouble of a container that is started again and again.
func ends(s *corev1.ContainerStatus, reason string) trouble {
	last := s.LastTerminationState.Terminated
	if last == nil {
		last = s.State.Terminated
	}
	if last == nil {
		return trouble{kind: ending, reason: fmt.Sprintf("%sit was restarted %d times", reason, s.RestartCount)}
	}
	return trouble{kind: ending, reason: reason + endedWith(last), last: last.FinishedAt.Time}
}

func endedWith(e *corev1.ContainerStateTerminated) string {
	text := fmt.Sprintf("it ended with exit code %d (%s)", e.ExitCode, e.Reason)
	if e.Message != "" {
		text += ": " + strings.Join(strings.Fields(e.Message), " ")
	}
	return text
}
