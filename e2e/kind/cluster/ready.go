// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/observe"
)

// awaitNodes waits until the nodes of a cluster are ready.
func awaitNodes(ctx context.Context, c *rest.Config) error {
	client, err := dynamic.NewForConfig(c)
	if err != nil {
		return fmt.Errorf("make a client: %w", err)
	}
	return awaitReady(ctx, client.Resource(corev1.SchemeGroupVersion.WithResource("nodes")))
}

func awaitReady(ctx context.Context, nodes observe.Resource) error {
	var unready []string
	err := observe.Until(ctx, map[string]observe.Resource{"nodes": nodes}, func(seen observe.Seen) (bool, error) {
		unready = nil
		for name, o := range seen["nodes"] {
			var n corev1.Node
			if err := runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, &n); err != nil {
				return false, fmt.Errorf("read node %s: %w", name, err)
			}
			if why := notReady(&n); why != "" {
				unready = append(unready, name+": "+why)
			}
		}
		return len(unready) == 0 && len(seen["nodes"]) > 0, nil
	})
	if err != nil && len(unready) > 0 {
		slices.Sort(unready)
		return fmt.Errorf("await the nodes: %w; not ready: %s", err, strings.Join(unready, "; "))
	}
	if err != nil {
		return fmt.Errorf("await the nodes: %w", err)
	}
	return nil
}

// notReady is why no pod can run on a node, or "".
func notReady(n *corev1.Node) string {
	for _, c := range n.Status.Conditions {
		if c.Type == corev1.NodeReady {
			if c.Status == corev1.ConditionTrue {
				return ""
			}
			return oneLine(c.Reason + ": " + c.Message)
		}
	}
	return "it has not said anything yet"
}
