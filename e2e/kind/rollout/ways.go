// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// RelayPort is where the runner's container relays to the server beside it.
const RelayPort = 9000

// The Services of [Ways].
const (
	PlatformWay = "contract-" + Platform
	SessionWay  = "contract-" + Session
)

// Ways returns what the harness adds to rendered objects where it reaches the
// nodes: ports of the node that lead to the platform, whose control API the
// deployment keeps to itself, and to the relay in the session's pod.
func Ways(objects []*unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	var out []*unstructured.Unstructured
	for _, o := range objects {
		var name string
		var port int64
		var selector map[string]any
		switch {
		case o.GetKind() == "Service" && o.GetName() == Platform:
			name, port = PlatformWay, PlatformPort
			selector, _, _ = unstructured.NestedMap(o.Object, "spec", "selector")
		case o.GetKind() == "Pod" && o.GetName() == Session:
			name, port = SessionWay, RelayPort
			selector, _, _ = unstructured.NestedMap(o.Object, "metadata", "labels")
		default:
			continue
		}
		if len(selector) == 0 {
			return nil, fmt.Errorf("%s %s has nothing to be selected by", o.GetKind(), o.GetName())
		}
		out = append(out, nodePort(o.GetNamespace(), name, selector, port), policy(o.GetNamespace(), name, selector, port))
	}
	return out, nil
}

func object(api, kind, namespace, name string, spec map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": api, "kind": kind,
		"metadata": map[string]any{"name": name, "namespace": namespace},
		"spec":     spec,
	}}
}

func nodePort(namespace, name string, selector map[string]any, port int64) *unstructured.Unstructured {
	return object("v1", "Service", namespace, name, map[string]any{
		"type": "NodePort", "selector": selector,
		"ports": []any{map[string]any{"name": "way", "port": port, "targetPort": port}},
	})
}

// policy lets in what comes from outside the cluster, which no selector names.
func policy(namespace, name string, selector map[string]any, port int64) *unstructured.Unstructured {
	return object("networking.k8s.io/v1", "NetworkPolicy", namespace, name, map[string]any{
		"podSelector": map[string]any{"matchLabels": selector},
		"policyTypes": []any{"Ingress"},
		"ingress":     []any{map[string]any{"ports": []any{map[string]any{"protocol": "TCP", "port": port}}}},
	})
}
