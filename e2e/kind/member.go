// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/rollout"
)

// instruments is the directory of the harness's own programs in the containers that have them.
const instruments = "/contract"

// member is a container of the deployment, with the harness's hand in it.
type member struct {
	name string // of the container
	find func(ctx context.Context) (pod.Container, error)
	hand *pod.Hand
}

// members names the containers and the Services; nothing is reached yet.
func (p *place) members() {
	p.platformAddr = p.service(rollout.Platform, rollout.PlatformPort)
	p.serverAddr = p.service(rollout.Server, rollout.ServerPort)
	inSession := func(container string) func(context.Context) (pod.Container, error) {
		c := pod.Container{Namespace: p.namespace, Pod: rollout.Session, Name: container}
		return func(context.Context) (pod.Container, error) { return c, nil }
	}
	of := func(deployment string) func(context.Context) (pod.Container, error) {
		return func(ctx context.Context) (pod.Container, error) { return p.podOf(ctx, deployment) }
	}
	member := func(container, program string, find func(context.Context) (pod.Container, error)) *member {
		return &member{name: container, find: find, hand: pod.NewHand("container "+container, p.pods.Opener(find, program, "mux"))}
	}
	const probe = "session-probe"
	p.sidecar = member(rollout.Server, instruments+"/"+probe, inSession(rollout.Server))
	p.runner = member(rollout.Runner, probe, inSession(rollout.Runner))
	p.server = member(rollout.Server, instruments+"/"+probe, of(rollout.Server))
	p.platform = member(rollout.Platform, instruments+"/"+probe, of(rollout.Platform))
}

// podOf is the container of a Deployment's name in the pod of it that runs.
func (p *place) podOf(ctx context.Context, deployment string) (pod.Container, error) {
	d, err := p.pods.Client.AppsV1().Deployments(p.namespace).Get(ctx, deployment, metav1.GetOptions{})
	if err != nil {
		return pod.Container{}, fmt.Errorf("look for deployment %s: %w", deployment, err)
	}
	list, err := p.pods.Client.CoreV1().Pods(p.namespace).List(ctx, metav1.ListOptions{LabelSelector: metav1.FormatLabelSelector(d.Spec.Selector)})
	if err != nil {
		return pod.Container{}, fmt.Errorf("look for the pods of deployment %s: %w", deployment, err)
	}
	i := slices.IndexFunc(list.Items, func(x corev1.Pod) bool { return x.DeletionTimestamp == nil && x.Status.Phase == corev1.PodRunning })
	if i < 0 {
		return pod.Container{}, fmt.Errorf("deployment %s has no running pod", deployment)
	}
	return pod.Container{Namespace: p.namespace, Pod: list.Items[i].Name, Name: deployment}, nil
}
