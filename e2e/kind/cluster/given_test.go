// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestGiven(t *testing.T) {
	tests := map[string]struct {
		kubeconfig, context string
		engine              *fake
		name                string
		err                 string
	}{
		"a cluster of this machine": {kubeconfig: fmt.Sprintf(kubeconfigText, "mine", 6443), engine: &fake{names: []string{"mine"}}, name: "mine"},
		"one of the same name elsewhere": {
			kubeconfig: fmt.Sprintf(kubeconfigText, "mine", 7443), engine: &fake{names: []string{"mine"}},
		},
		"one that kind does not know": {kubeconfig: fmt.Sprintf(kubeconfigText, "mine", 6443), engine: &fake{names: []string{"other"}}},
		"without an engine":           {kubeconfig: fmt.Sprintf(kubeconfigText, "mine", 6443), engine: &fake{broken: errors.New("no docker")}},
		"a context that is not there": {
			kubeconfig: fmt.Sprintf(kubeconfigText, "mine", 6443), context: "moon", engine: &fake{}, err: `context "moon" does not exist`,
		},
		"no cluster":    {kubeconfig: "apiVersion: v1\nkind: Config\n", engine: &fake{}, err: "names no cluster"},
		"no kubeconfig": {kubeconfig: "{", engine: &fake{}, err: "read the kubeconfig"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := given(Options{Kubeconfig: write(t, tt.kubeconfig), Context: tt.context, Log: func(string) {}}, tt.engine)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got %v, want %s", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.Name != tt.name || c.Made || c.NodePort != 0 || c.Config.QPS != -1 {
				t.Errorf("got %+v", c)
			}
			if err := c.Close(false); err != nil || len(tt.engine.deleted) > 0 {
				t.Errorf("close: %v, deleted %q", err, tt.engine.deleted)
			}
			if err := c.Load(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestInCluster(t *testing.T) {
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	_, err := given(Options{InCluster: true, Log: func(string) {}}, &fake{})
	if err == nil || !strings.Contains(err.Error(), "reach the cluster of this pod") {
		t.Errorf("got %v", err)
	}
}

func TestNotReady(t *testing.T) {
	condition := func(status corev1.ConditionStatus) *corev1.Node {
		return &corev1.Node{Status: corev1.NodeStatus{Conditions: []corev1.NodeCondition{
			{Type: corev1.NodeMemoryPressure, Status: corev1.ConditionFalse},
			{Type: corev1.NodeReady, Status: status, Reason: "KubeletNotReady", Message: "network\nis not ready"},
		}}}
	}
	for want, n := range map[string]*corev1.Node{
		"":                                      condition(corev1.ConditionTrue),
		"KubeletNotReady: network is not ready": condition(corev1.ConditionFalse),
		"it has not said anything yet":          {},
	} {
		if got := notReady(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestProgram(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("KIND_EXPERIMENTAL_PROVIDER", "")
	if got := program(); got != "docker" {
		t.Errorf("with none: %q", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "podman"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := program(); got != "podman" {
		t.Errorf("with podman alone: %q", got)
	}
	t.Setenv("KIND_EXPERIMENTAL_PROVIDER", "nerdctl")
	if got := program(); got != "nerdctl" {
		t.Errorf("as kind is told: %q", got)
	}
}
