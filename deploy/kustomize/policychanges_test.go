// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"fmt"
	"slices"
	"testing"

	networkingv1 "k8s.io/api/networking/v1"
)

// No policy, rule, peer or port can go and nothing can be wider without the table noticing.
func TestTheTableNoticesEveryChangeOfAPolicy(t *testing.T) {
	inBase := map[string]bool{}
	for _, p := range of[*networkingv1.NetworkPolicy](render(t, deployments["base"])) {
		inBase[p.Name] = true
	}
	for _, name := range []string{"base", "dev", "shards"} {
		original := render(t, deployments[name])
		for i, o := range original {
			p, ok := o.(*networkingv1.NetworkPolicy)
			// What an overlay adds may allow what a policy of the base allows, too.
			if !ok || name != "base" && inBase[p.Name] {
				continue
			}
			for change, changed := range changes(p) {
				t.Run(name+"/"+p.Name+"/"+change, func(t *testing.T) {
					m := slices.Clone(original)
					m[i] = changed
					if len(misjudged(t, name, m)) == 0 {
						t.Error("the table does not notice")
					}
				})
			}
		}
	}
}

// changes are copies of a policy with one thing less or one thing wider.
func changes(p *networkingv1.NetworkPolicy) map[string]*networkingv1.NetworkPolicy {
	out := map[string]*networkingv1.NetworkPolicy{}
	change := func(name string, apply func(p *networkingv1.NetworkPolicy)) {
		changed := p.DeepCopy()
		apply(changed)
		out[name] = changed
	}
	change("of no pods", func(p *networkingv1.NetworkPolicy) { p.Namespace = "nowhere" })
	for i := range p.Spec.Ingress {
		at := func(what string) string { return fmt.Sprintf("ingress %d %s", i, what) }
		change(at("gone"), func(p *networkingv1.NetworkPolicy) { p.Spec.Ingress = slices.Delete(p.Spec.Ingress, i, i+1) })
		change(at("through every port"), func(p *networkingv1.NetworkPolicy) { p.Spec.Ingress[i].Ports = nil })
		if len(p.Spec.Ingress[i].From) > 0 {
			change(at("from everywhere"), func(p *networkingv1.NetworkPolicy) { p.Spec.Ingress[i].From = nil })
		}
		for j := range p.Spec.Ingress[i].From {
			if len(p.Spec.Ingress[i].From) > 1 {
				change(at(fmt.Sprintf("without peer %d", j)), func(p *networkingv1.NetworkPolicy) {
					p.Spec.Ingress[i].From = slices.Delete(p.Spec.Ingress[i].From, j, j+1)
				})
			}
		}
	}
	for i := range p.Spec.Egress {
		at := func(what string) string { return fmt.Sprintf("egress %d %s", i, what) }
		change(at("gone"), func(p *networkingv1.NetworkPolicy) { p.Spec.Egress = slices.Delete(p.Spec.Egress, i, i+1) })
		change(at("through every port"), func(p *networkingv1.NetworkPolicy) { p.Spec.Egress[i].Ports = nil })
		if len(p.Spec.Egress[i].To) > 0 {
			change(at("to everywhere"), func(p *networkingv1.NetworkPolicy) { p.Spec.Egress[i].To = nil })
		}
		for j := range p.Spec.Egress[i].To {
			if len(p.Spec.Egress[i].To) > 1 {
				change(at(fmt.Sprintf("without peer %d", j)), func(p *networkingv1.NetworkPolicy) {
					p.Spec.Egress[i].To = slices.Delete(p.Spec.Egress[i].To, j, j+1)
				})
			}
		}
	}
	return out
}
