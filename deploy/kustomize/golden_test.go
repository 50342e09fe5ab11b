// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	gocmp "cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing them")

// What a reviewer wants to see of a change: which objects there are, and what runs
// in them with which arguments, environment, limits and probes.
func TestSummaries(t *testing.T) {
	for name, dir := range map[string]string{"base": base, "dev": dev, "kind": kind, "shards": shards} {
		t.Run(name, func(t *testing.T) {
			got := summary(render(t, []string{dir}))
			path := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-%s +rendered; if that is meant, run the test with -update\n%s", path, diff)
			}
		})
	}
}

func summary(m manifests) string {
	var b strings.Builder
	for _, o := range m {
		meta := o.(metav1.Object)
		fmt.Fprintf(&b, "%s %s", o.GetObjectKind().GroupVersionKind().Kind, meta.GetName())
		if ns := meta.GetNamespace(); ns != "" {
			fmt.Fprintf(&b, " in %s", ns)
		}
		if s, ok := o.(*corev1.Service); ok {
			fmt.Fprintf(&b, ", %s", gocmp.Or(s.Spec.Type, corev1.ServiceTypeClusterIP))
			for _, p := range s.Spec.Ports {
				fmt.Fprintf(&b, ", port %d, port of the node %d", p.Port, p.NodePort)
			}
		}
		b.WriteByte('\n')
	}
	for _, c := range m.containers() {
		fmt.Fprintf(&b, "\n%s\n  image %s\n", c, c.Image)
		if len(c.Args) > 0 {
			fmt.Fprintf(&b, "  args %s\n", strings.Join(c.Args, " "))
		}
		for _, e := range c.Env {
			switch {
			case e.ValueFrom == nil:
				fmt.Fprintf(&b, "  env %s=%s\n", e.Name, e.Value)
			case e.ValueFrom.SecretKeyRef != nil:
				fmt.Fprintf(&b, "  env %s from Secret %s, %s\n", e.Name, e.ValueFrom.SecretKeyRef.Name, e.ValueFrom.SecretKeyRef.Key)
			case e.ValueFrom.FieldRef != nil:
				fmt.Fprintf(&b, "  env %s from %s\n", e.Name, e.ValueFrom.FieldRef.FieldPath)
			}
		}
		for _, p := range c.Ports {
			fmt.Fprintf(&b, "  port %s %d\n", p.Name, p.ContainerPort)
		}
		for _, v := range c.VolumeMounts {
			fmt.Fprintf(&b, "  mount %s at %s, read-only %t\n", v.Name, v.MountPath, v.ReadOnly)
		}
		for _, r := range []struct {
			what string
			list corev1.ResourceList
		}{{"requests", c.Resources.Requests}, {"limits", c.Resources.Limits}} {
			fmt.Fprintf(&b, "  %s cpu %s, memory %s\n", r.what, r.list.Cpu(), r.list.Memory())
		}
		for _, p := range []struct {
			name  string
			probe *corev1.Probe
		}{{"startup", c.StartupProbe}, {"readiness", c.ReadinessProbe}, {"liveness", c.LivenessProbe}} {
			switch {
			case p.probe == nil:
			case p.probe.Exec != nil:
				fmt.Fprintf(&b, "  %s: %s, every %d s, %d times\n", p.name, strings.Join(p.probe.Exec.Command, " "), p.probe.PeriodSeconds, p.probe.FailureThreshold)
			default:
				fmt.Fprintf(&b, "  %s: GET %s at %s, every %d s, %d times\n", p.name, p.probe.HTTPGet.Path, p.probe.HTTPGet.Port.String(), p.probe.PeriodSeconds, p.probe.FailureThreshold)
			}
		}
	}
	return b.String()
}
