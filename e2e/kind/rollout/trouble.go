// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"

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
	if p.DeletionTimestamp != nil {
		return nil
	}
	var out []trouble
	add := func(container string, k kind, reason string) {
		if k != none {
			out = append(out, trouble{pod: p.Name, container: container, kind: k, reason: reason})
		}
	}
	for i := range p.Spec.InitContainers {
		k, reason := judge(p, p.Spec.InitContainers[i].Name, p.Status.InitContainerStatuses, true)
		add(p.Spec.InitContainers[i].Name, k, reason)
	}
	for i := range p.Spec.Containers {
		k, reason := judge(p, p.Spec.Containers[i].Name, p.Status.ContainerStatuses, false)
		add(p.Spec.Containers[i].Name, k, reason)
	}
	return out
}

// judge tells what is wrong with one container.
func judge(p *corev1.Pod, name string, statuses []corev1.ContainerStatus, initial bool) (kind, string) {
	i := slices.IndexFunc(statuses, func(s corev1.ContainerStatus) bool { return s.Name == name })
	if i < 0 {
		return waiting, unscheduled(p)
	}
	s := &statuses[i]
	switch ended := s.State.Terminated; {
	case initial && ended != nil && ended.ExitCode == 0:
		return none, ""
	case s.Ready:
		return none, ""
	case ended != nil && forGood(p, ended):
		return ending, endedWith(ended)
	case s.State.Running != nil && s.RestartCount >= manyEnds:
		return ending, lastEnd(s)
	case s.State.Running != nil:
		return unready, "it runs and is not ready"
	case s.State.Waiting == nil:
		return waiting, lastEnd(s)
	}
	w := s.State.Waiting
	reason := w.Reason
	if w.Message != "" {
		reason += ": " + strings.Join(strings.Fields(w.Message), " ")
	}
	switch {
	case slices.Contains(unpullable, w.Reason):
		return unpulled, reason
	case w.Reason == "CreateContainerConfigError" && forbidsRoot(w.Message):
		return rejected, reason
	case w.Reason == "CrashLoopBackOff":
		return ending, w.Reason + ": " + lastEnd(s)
	}
	return waiting, reason
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

func lastEnd(s *corev1.ContainerStatus) string {
	ended := s.LastTerminationState.Terminated
	if ended == nil {
		ended = s.State.Terminated
	}
	if ended == nil {
		return fmt.Sprintf("it was restarted %d times", s.RestartCount)
	}
	return endedWith(ended)
}

func endedWith(e *corev1.ContainerStateTerminated) string {
	text := fmt.Sprintf("it ended with exit code %d (%s)", e.ExitCode, e.Reason)
	if e.Message != "" {
		text += ": " + strings.Join(strings.Fields(e.Message), " ")
	}
	return text
}
