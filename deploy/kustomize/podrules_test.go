// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

func resources(m manifests) []string {
	var p problems
	for _, c := range m.containers() {
		for _, name := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory} {
			if c.Resources.Requests.Name(name, "").IsZero() {
				p.add(c, "it requests no %s", name)
			}
		}
		if c.Resources.Limits.Memory().IsZero() {
			p.add(c, "it is not limited in memory")
		}
		if c.Resources.Requests.Memory().Cmp(*c.Resources.Limits.Memory()) > 0 {
			p.add(c, "it requests more memory than it may have")
		}
	}
	return p
}

func processorLimits(m manifests) []string {
	var p problems
	for _, c := range m.containers() {
		if c.Resources.Limits.Cpu().IsZero() {
			p.add(c, "it is not limited in processor time")
		}
	}
	return p
}

// probes: a container that serves is asked over HTTP, or asks itself when only it
// and its neighbours can reach what it serves.
func probes(m manifests) []string {
	var p problems
	for _, c := range m.containers() {
		if c.initial || c.pod.job {
			continue
		}
		addr, _ := c.env("MCP_BIND_ADDR")
		alone := c.Name == "runner" || strings.HasPrefix(addr.Value, "127.0.0.1:")
		for name, probe := range map[string]*corev1.Probe{"startup": c.StartupProbe, "readiness": c.ReadinessProbe, "liveness": c.LivenessProbe} {
			switch {
			case probe == nil:
				p.add(c, "it has no %s probe", name)
			case alone && (probe.Exec == nil || !slices.Contains(probe.Exec.Command, "healthcheck")):
				p.add(c, "its %s probe must be its own health check, for the kubelet does not reach loopback", name)
			case !alone && probe.HTTPGet == nil:
				p.add(c, "its %s probe does not ask over HTTP", name)
			case probe.TimeoutSeconds < 4:
				p.add(c, "its %s probe waits %d s, and a health check may take 3 s", name, probe.TimeoutSeconds)
			}
		}
		if l, s := c.LivenessProbe, c.StartupProbe; l != nil && s != nil && l.PeriodSeconds*l.FailureThreshold < s.PeriodSeconds*s.FailureThreshold {
			p.add(c, "it is given less time when it stumbles than when it starts")
		}
	}
	return p
}

// restricted is the profile of that name of the pod security standards, and a
// root file system that cannot be written.
func restricted(m manifests) []string {
	var p problems
	for _, q := range m.pods() {
		s := q.spec
		if s.HostNetwork || s.HostPID || s.HostIPC || s.ShareProcessNamespace != nil {
			p.text("%s: it shares namespaces", q.owner)
		}
		if c := s.SecurityContext; c == nil || c.RunAsNonRoot == nil || !*c.RunAsNonRoot {
			p.text("%s: it may run as root", q.owner)
		} else if c.RunAsUser != nil {
			p.text("%s: it names a user, so that an image that runs as root would not be noticed", q.owner)
		}
		if c := s.SecurityContext; c == nil || c.SeccompProfile == nil || c.SeccompProfile.Type != corev1.SeccompProfileTypeRuntimeDefault {
			p.text("%s: it has not the seccomp profile of the runtime", q.owner)
		}
		for _, v := range s.Volumes {
			if v.EmptyDir == nil {
				p.text("%s: its volume %s is not an emptyDir", q.owner, v.Name)
			} else if v.EmptyDir.SizeLimit == nil {
				p.text("%s: its volume %s has no size limit", q.owner, v.Name)
			}
		}
	}
	for _, c := range m.containers() {
		s := c.SecurityContext
		switch {
		case s == nil:
			p.add(c, "it has no security context")
			continue
		case s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation:
			p.add(c, "it may gain privileges")
		case s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem:
			p.add(c, "it may write to its root file system")
		case s.Capabilities == nil || !slices.Equal(s.Capabilities.Drop, []corev1.Capability{"ALL"}) || len(s.Capabilities.Add) > 0:
			p.add(c, "it has capabilities")
		case s.RunAsUser != nil || s.RunAsNonRoot != nil || s.SeccompProfile != nil || s.Privileged != nil:
			p.add(c, "it overrides what its pod says")
		}
		for _, mount := range c.VolumeMounts {
			if !mount.ReadOnly && !c.initial {
				p.add(c, "it may write to %s", mount.MountPath)
			}
		}
	}
	return p
}

// ours are the images that this repository builds.
var ours = []string{
	"localhost/vteam_ambient_mcp:latest", "localhost/vteam_mockplatform:latest",
	"localhost/vteam_session_probe:latest", "localhost/vteam_contract:latest",
}

func images(m manifests) []string {
	var p problems
	for _, c := range m.containers() {
		if !slices.Contains(ours, c.Image) {
			p.add(c, "its image %s is none of ours", c.Image)
		}
		if c.ImagePullPolicy != corev1.PullIfNotPresent {
			p.add(c, "its image is pulled %q", c.ImagePullPolicy)
		}
	}
	return p
}

func lifetimes(m manifests) []string {
	var p problems
	for _, q := range m.pods() {
		// The server gives calls in flight 5 s, and connections 5 s more.
		if g := q.spec.TerminationGracePeriodSeconds; !q.job && (g == nil || *g < 10 || *g > 30) {
			p.text("%s: it is not given 10 to 30 s to end", q.owner)
		}
		if l := q.spec.EnableServiceLinks; l == nil || *l {
			p.text("%s: the addresses of Services are put into its environment", q.owner)
		}
	}
	return p
}

// replicas: a session over SSE lives in one process, and the platform keeps everything in one.
func replicas(m manifests) []string {
	var p problems
	for _, d := range deploymentsOf(m) {
		if d.Spec.Replicas == nil || *d.Spec.Replicas != 1 {
			p.text("Deployment %s: it has not one replica", d.Name)
		}
	}
	return p
}

// rollouts: the new pod is there before the old one goes, and that one serves until
// nobody is sent to it any more.
func rollouts(m manifests) []string {
	var p problems
	for _, d := range deploymentsOf(m) {
		if d.Name != server {
			continue
		}
		if r := d.Spec.Strategy.RollingUpdate; r == nil || r.MaxUnavailable == nil || r.MaxUnavailable.IntValue() != 0 {
			p.text("Deployment %s: its old pod goes before the new one is there", d.Name)
		}
		s := d.Spec.Template.Spec
		l, grace := s.Containers[0].Lifecycle, s.TerminationGracePeriodSeconds
		const settles = 10 // what the server takes at most from SIGTERM on
		switch {
		case l == nil || l.PreStop == nil || l.PreStop.Sleep == nil:
			p.text("Deployment %s: its old pod ends while callers are sent to it", d.Name)
		case grace == nil || l.PreStop.Sleep.Seconds+settles > *grace:
			p.text("Deployment %s: its old pod is killed before it has answered", d.Name)
		}
	}
	return p
}
