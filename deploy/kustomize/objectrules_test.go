// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apilabels "k8s.io/apimachinery/pkg/labels"
)

// services: a Service selects the pods of the Deployment of its name and no other,
// and leads to a port that a container names.
func services(m manifests) []string {
	var p problems
	for _, s := range of[*corev1.Service](m) {
		if len(s.Spec.Selector) == 0 {
			p.text("Service %s: it selects nothing", s.Name)
		}
		leads := false
		for _, q := range m.pods() {
			own := q.owner == "Deployment "+s.Name
			if selected := apilabels.SelectorFromSet(s.Spec.Selector).Matches(apilabels.Set(q.meta.Labels)); selected != own {
				p.text("Service %s: it selects %s: %t", s.Name, q.owner, selected)
			}
			for _, c := range q.spec.Containers {
				for _, port := range c.Ports {
					leads = leads || own && port.Name == s.Spec.Ports[0].TargetPort.StrVal && port.ContainerPort == s.Spec.Ports[0].Port
				}
			}
		}
		if !leads {
			p.text("Service %s: no container has its port", s.Name)
		}
	}
	for _, d := range deploymentsOf(m) {
		if !maps.Equal(d.Spec.Selector.MatchLabels, map[string]string{"app.kubernetes.io/name": d.Name}) {
			p.text("Deployment %s: its selector, which cannot be changed later, has more than the name", d.Name)
		}
	}
	return p
}

func namespaces(m manifests) []string {
	var p problems
	all := of[*corev1.Namespace](m)
	if len(all) != 1 {
		p.text("there are %d namespaces", len(all))
	}
	for _, n := range all {
		if n.Labels["pod-security.kubernetes.io/enforce"] != "restricted" {
			p.text("Namespace %s: it does not enforce the profile restricted", n.Name)
		}
	}
	return p
}

func labels(m manifests) []string {
	var p problems
	home := of[*corev1.Namespace](m)[0].Name
	check := func(who string, got map[string]string, names ...string) {
		for _, name := range names {
			if got["app.kubernetes.io/"+name] == "" {
				p.text("%s: it has no label app.kubernetes.io/%s", who, name)
			}
		}
	}
	for _, o := range m {
		meta := o.(metav1.Object)
		who := o.GetObjectKind().GroupVersionKind().Kind + " " + meta.GetName()
		check(who, meta.GetLabels(), "part-of", "managed-by")
		if who != "Namespace "+home && who != "NetworkPolicy default-deny" { // Those belong to no single program.
			check(who, meta.GetLabels(), "name")
		}
		if who != "Namespace "+home && meta.GetNamespace() != home {
			p.text("%s: its namespace is %q", who, meta.GetNamespace())
		}
	}
	for _, q := range m.pods() {
		check(q.owner+", template", q.meta.Labels, "name", "part-of", "managed-by")
	}
	return p
}

// policies: nothing is allowed by default, every pod has a policy that says which
// of its connections are, and every policy has pods.
func policies(m manifests) []string {
	var p problems
	all := of[*networkingv1.NetworkPolicy](m)
	denies := func(n *networkingv1.NetworkPolicy) bool {
		return len(n.Spec.PodSelector.MatchLabels)+len(n.Spec.PodSelector.MatchExpressions)+len(n.Spec.Ingress)+len(n.Spec.Egress) == 0 &&
			len(n.Spec.PolicyTypes) == 2
	}
	if !slices.ContainsFunc(all, denies) {
		p.text("no policy selects every pod and allows nothing")
	}
	selects := func(n *networkingv1.NetworkPolicy, q pod) bool {
		return apilabels.SelectorFromSet(n.Spec.PodSelector.MatchLabels).Matches(apilabels.Set(q.meta.Labels))
	}
	for _, q := range m.pods() {
		if !slices.ContainsFunc(all, func(n *networkingv1.NetworkPolicy) bool {
			return len(n.Spec.PodSelector.MatchLabels) > 0 && len(n.Spec.PolicyTypes) == 2 && selects(n, q)
		}) {
			p.text("%s: no policy is its own", q.owner)
		}
	}
	for _, n := range all {
		if len(n.Spec.PolicyTypes) == 0 {
			p.text("NetworkPolicy %s: it leaves to Kubernetes what it is about", n.Name)
		}
		if !slices.ContainsFunc(m.pods(), func(q pod) bool { return selects(n, q) }) {
			p.text("NetworkPolicy %s: it selects no pod", n.Name)
		}
	}
	return p
}
