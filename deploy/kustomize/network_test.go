// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"fmt"
	"net/netip"
	"slices"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apilabels "k8s.io/apimachinery/pkg/labels"
)

// endpoint is one end of a connection: a pod, or an address that is no pod's.
type endpoint struct {
	namespace string
	labels    map[string]string
	addr      netip.Addr
}

// network decides which connections the policies of a deployment allow, by the
// rules of networking.k8s.io/v1: a pod that no policy selects for a direction is
// open in it, one that some select is open to what any of them allows, and a
// connection needs both its ends. It knows no named ports and no end ports.
type network struct {
	policies   []*networkingv1.NetworkPolicy
	namespaces map[string]map[string]string // labels by name
}

func networkOf(m manifests) network {
	n := network{policies: of[*networkingv1.NetworkPolicy](m), namespaces: map[string]map[string]string{}}
	for _, o := range of[*corev1.Namespace](m) {
		n.namespace(o.Name)
	}
	return n
}

// namespace adds a namespace with the label that Kubernetes gives to every one.
func (n network) namespace(name string) {
	n.namespaces[name] = map[string]string{"kubernetes.io/metadata.name": name}
}

// verdict is what becomes of a connection.
type verdict string

const (
	allowed  verdict = "allowed"
	sender   verdict = "refused by the sender's policies"
	receiver verdict = "refused by the receiver's policies"
	both     verdict = "refused by the policies of both"
)

// judge tells what becomes of a connection to a port.
func (n network) judge(from, to endpoint, protocol corev1.Protocol, port int) (verdict, error) {
	out, err := n.open(networkingv1.PolicyTypeEgress, from, to, protocol, port)
	if err != nil {
		return "", err
	}
	in, err := n.open(networkingv1.PolicyTypeIngress, to, from, protocol, port)
	switch {
	case err != nil:
		return "", err
	case out && in:
		return allowed, nil
	case in:
		return sender, nil
	case out:
		return receiver, nil
	}
	return both, nil
}

// open tells whether own's policies for a direction allow the other end.
func (n network) open(direction networkingv1.PolicyType, own, other endpoint, protocol corev1.Protocol, port int) (bool, error) {
	if own.addr.IsValid() {
		return true, nil // Policies are about pods.
	}
	selected := false
	for _, p := range n.policies {
		if !slices.Contains(p.Spec.PolicyTypes, direction) || p.Namespace != own.namespace || !selects(&p.Spec.PodSelector, own.labels) {
			continue
		}
		selected = true
		for _, r := range rulesOf(p, direction) {
			reached, err := r.allows(n, p.Namespace, other, protocol, port)
			if err != nil {
				return false, fmt.Errorf("policy %s: %w", p.Name, err)
			}
			if reached {
				return true, nil
			}
		}
	}
	return !selected, nil
}

// traffic is a rule of either direction.
type traffic struct {
	peers []networkingv1.NetworkPolicyPeer
	ports []networkingv1.NetworkPolicyPort
}

func rulesOf(p *networkingv1.NetworkPolicy, direction networkingv1.PolicyType) []traffic {
	var out []traffic
	if direction == networkingv1.PolicyTypeIngress {
		for _, r := range p.Spec.Ingress {
			out = append(out, traffic{r.From, r.Ports})
		}
		return out
	}
	for _, r := range p.Spec.Egress {
		out = append(out, traffic{r.To, r.Ports})
	}
	return out
}

func (r traffic) allows(n network, home string, other endpoint, protocol corev1.Protocol, port int) (bool, error) {
	through := len(r.ports) == 0
	for _, p := range r.ports {
		if p.Port == nil || p.Port.StrVal != "" || p.EndPort != nil || p.Protocol == nil {
			return false, fmt.Errorf("the port %v is not understood", p.Port)
		}
		through = through || *p.Protocol == protocol && p.Port.IntValue() == port
	}
	if !through || len(r.peers) == 0 {
		return through, nil
	}
	for _, peer := range r.peers {
		is, err := n.is(peer, home, other)
		if is || err != nil {
			return is, err
		}
	}
	return false, nil
}

// is tells whether the other end is the peer of a policy in the namespace home.
func (n network) is(peer networkingv1.NetworkPolicyPeer, home string, other endpoint) (bool, error) {
	if b := peer.IPBlock; b != nil {
		block, err := netip.ParsePrefix(b.CIDR)
		if err != nil || len(b.Except) > 0 {
			return false, fmt.Errorf("the block %s is not understood", b.CIDR)
		}
		return other.addr.IsValid() && block.Contains(other.addr), nil
	}
	if other.addr.IsValid() {
		return false, nil
	}
	if s := peer.NamespaceSelector; s == nil && other.namespace != home || s != nil && !selects(s, n.namespaces[other.namespace]) {
		return false, nil
	}
	return peer.PodSelector == nil || selects(peer.PodSelector, other.labels), nil
}

func selects(s *metav1.LabelSelector, labels map[string]string) bool {
	selector, err := metav1.LabelSelectorAsSelector(s)
	return err == nil && selector.Matches(apilabels.Set(labels))
}
