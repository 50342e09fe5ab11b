// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"os"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
)

// The kustomization in the documentation for the server alone is rendered and
// obeys every rule that does not name our own images.
func TestTheDocumentedKustomizationObeysTheRules(t *testing.T) {
	page, err := os.ReadFile("../../docs/deployment.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "<!-- The test of deploy/kustomize renders this block")
	_, rest, opened := strings.Cut(rest, "```yaml\n")
	text, _, closed := strings.Cut(rest, "```")
	if !found || !opened || !closed {
		t.Fatal("docs/deployment.md has no such block")
	}
	const dir = "overlays/production"
	m := render(t, []string{dir}, map[string]string{dir + "/kustomization.yaml": text})
	for _, r := range rules {
		if r.name == ownImages {
			continue
		}
		for _, problem := range r.judge(m) {
			t.Errorf("%s: %s", r.name, problem)
		}
	}
	for _, d := range of[*appsv1.Deployment](m) {
		if d.Name != server {
			t.Errorf("it deploys %s", d.Name)
		}
	}
	n := networkOf(m)
	n.namespace("ambient-code")
	n.namespace("kube-system")
	from := endpoint{namespace: "ambient-mcp", labels: map[string]string{"app.kubernetes.io/name": server}}
	for to, want := range map[endpointName]verdict{
		{"ambient-code", "app", "ambient-api-server"}: allowed,
		{"kube-system", "k8s-app", "kube-proxy"}:      sender,
	} {
		got, err := n.judge(from, endpoint{namespace: to.namespace, labels: map[string]string{to.key: to.value}}, corev1.ProtocolTCP, 8000)
		if err != nil || got != want {
			t.Errorf("%v: %s (%v), expected: %s", to, got, err, want)
		}
	}
}

// endpointName is a pod of a namespace with one label.
type endpointName struct{ namespace, key, value string }
