// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

const (
	// maxAttachment bounds each attachment, in bytes; the end of it is kept.
	maxAttachment = 64 << 10
	// logLines is how many lines of each log are attached.
	logLines = 200
)

// Diagnose tells of the namespace what a person would ask first: its events,
// the state of its pods, the end of every log. What cannot be had says why.
func (t *Target) Diagnose(ctx context.Context) []target.Attachment {
	p := t.place
	if p == nil || p.pods.Client == nil || p.namespace == "" {
		return nil
	}
	scrub := p.bearers.Scrub
	var out []target.Attachment
	attach := func(name, text string, err error) {
		if err != nil {
			text = "not known: " + err.Error()
		}
		out = append(out, target.Attachment{Name: name, Text: tail.Ending(scrub(text), maxAttachment)})
	}
	text, err := p.events(ctx)
	attach("events", text, err)
	pods, err := p.pods.Client.CoreV1().Pods(p.namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		attach("pods", "", err)
		return out
	}
	attach("pods", describe(pods.Items), nil)
	for i := range pods.Items {
		x := &pods.Items[i]
		for _, s := range slices.Concat(x.Status.InitContainerStatuses, x.Status.ContainerStatuses) {
			c := pod.Container{Namespace: p.namespace, Pod: x.Name, Name: s.Name}
			if s.RestartCount > 0 {
				text, err := p.pods.Log(ctx, c, pod.LogOptions{Lines: logLines, Previous: true})
				attach(fmt.Sprintf("log of %s before its last restart", c), text, err)
			}
			text, err := p.pods.Log(ctx, c, pod.LogOptions{Lines: logLines})
			attach(fmt.Sprintf("log of %s", c), text, err)
		}
	}
	return out
}

// events are those of the namespace, the latest last.
func (p *place) events(ctx context.Context) (string, error) {
	list, err := p.pods.Client.CoreV1().Events(p.namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return "", err
	}
	slices.SortFunc(list.Items, func(a, b corev1.Event) int { return happened(a).Compare(happened(b).Time) })
	var b strings.Builder
	for _, e := range list.Items {
		fmt.Fprintf(&b, "%s %s %s/%s %s: %s", happened(e).UTC().Format("15:04:05"), e.Type, e.InvolvedObject.Kind, e.InvolvedObject.Name, e.Reason, strings.TrimSpace(e.Message))
		if e.Count > 1 {
			fmt.Fprintf(&b, " (%d times)", e.Count)
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

func happened(e corev1.Event) metav1.Time {
	if !e.LastTimestamp.IsZero() {
		return e.LastTimestamp
	}
	return metav1.NewTime(e.EventTime.Time)
}

// describe says of pods what their status does. It holds no value of a variable.
func describe(pods []corev1.Pod) string {
	var b strings.Builder
	for i := range pods {
		p := &pods[i]
		fmt.Fprintf(&b, "%s: %s on %s", p.Name, p.Status.Phase, orNone(p.Spec.NodeName))
		if why := strings.TrimSpace(p.Status.Reason + " " + p.Status.Message); why != "" {
			fmt.Fprintf(&b, ", %s", why)
		}
		b.WriteByte('\n')
		for _, c := range p.Status.Conditions {
			fmt.Fprintf(&b, "  %s: %s", c.Type, c.Status)
			if why := strings.TrimSpace(c.Reason + " " + c.Message); why != "" {
				fmt.Fprintf(&b, ", %s", why)
			}
			b.WriteByte('\n')
		}
		for _, s := range slices.Concat(p.Status.InitContainerStatuses, p.Status.ContainerStatuses) {
			fmt.Fprintf(&b, "  container %s: %s, ready %t, %d restarts, image %s (%s)\n", s.Name, stateOf(s.State), s.Ready, s.RestartCount, s.Image, orNone(s.ImageID))
			if s.LastTerminationState.Terminated != nil {
				fmt.Fprintf(&b, "    before: %s\n", stateOf(s.LastTerminationState))
			}
		}
	}
	return b.String()
}

func stateOf(s corev1.ContainerState) string {
	switch {
	case s.Running != nil:
		return "running since " + s.Running.StartedAt.UTC().Format("15:04:05")
	case s.Terminated != nil:
		return strings.TrimSpace(fmt.Sprintf("ended with exit code %d (%s) %s", s.Terminated.ExitCode, s.Terminated.Reason, s.Terminated.Message))
	case s.Waiting != nil:
		return strings.TrimSpace(fmt.Sprintf("waiting (%s) %s", s.Waiting.Reason, s.Waiting.Message))
	}
	return "unknown"
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// lastLines is the end of a container's log, or of the one before it was restarted, in one line.
func (p *place) lastLines(ctx context.Context, c pod.Container, lines int64) string {
	for _, previous := range []bool{false, true} {
		text, err := p.pods.Log(ctx, c, pod.LogOptions{Lines: lines, Previous: previous})
		if text = strings.TrimSpace(text); err == nil && text != "" {
			return tail.Ending(p.bearers.Scrub(strings.ReplaceAll(text, "\n", " | ")), 2000)
		}
	}
	return ""
}
