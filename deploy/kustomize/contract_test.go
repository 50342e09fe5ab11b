// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
)

// What the contract's harness relies on in overlays/kind.
func TestTheContractFindsItsHands(t *testing.T) {
	m := render(t, deployments["kind"])
	for _, c := range m.containers() {
		switch {
		case c.initial:
			if !slices.Equal(c.Args, []string{"install", "/contract"}) {
				t.Errorf("%s: its arguments are %q", c, c.Args)
			}
		case c.Name == "runner": // its image is the hand
			if !strings.Contains(strings.Join(c.Args, " "), "--relay :9000=127.0.0.1:8090") {
				t.Errorf("%s: its arguments are %q", c, c.Args)
			}
		default:
			if !slices.ContainsFunc(c.VolumeMounts, func(v corev1.VolumeMount) bool { return v.MountPath == "/contract" && v.ReadOnly }) {
				t.Errorf("%s: it has no programs of the contract", c)
			}
		}
		if c.Name == server && !c.initial {
			if v, _ := c.env("MCP_WATCH_POLL_INTERVAL"); v.Value != "25ms" {
				t.Errorf("%s: it polls every %q", c, v.Value)
			}
		}
	}
	named[*corev1.Pod](m, "session-example")
	named[*corev1.Service](m, "mockplatform")
	if args := named[*appsv1.Deployment](m, "mockplatform").Spec.Template.Spec.Containers[0].Args; !slices.Contains(args, "--control") {
		t.Errorf("the platform cannot be arranged: its arguments are %q", args)
	}
	if s := named[*corev1.Service](m, "ambient-mcp"); s.Spec.Type != corev1.ServiceTypeNodePort || s.Spec.Ports[0].NodePort != 30080 {
		t.Errorf("the server is not at the node's port 30080: %+v", s.Spec)
	}
}

// Every part runs once, all run although one fails, and each knows which it is.
func TestTheJobRunsEveryPart(t *testing.T) {
	j := named[*batchv1.Job](render(t, deployments["shards"]), "contract")
	s := j.Spec
	if s.CompletionMode == nil || *s.CompletionMode != batchv1.IndexedCompletion || *s.Completions != *s.Parallelism {
		t.Errorf("it is not indexed, all at once: %+v", s)
	}
	if s.BackoffLimitPerIndex == nil || *s.BackoffLimitPerIndex != 0 || s.Template.Spec.RestartPolicy != corev1.RestartPolicyNever {
		t.Error("a part that fails is run again")
	}
	if s.BackoffLimit != nil || s.MaxFailedIndexes != nil {
		t.Error("a part that fails ends the others")
	}
	if args := s.Template.Spec.Containers[0].Args; !slices.Contains(args, "--shard=job/4") || *s.Completions != 4 {
		t.Errorf("%d parts, arguments %q", *s.Completions, args)
	}
}
