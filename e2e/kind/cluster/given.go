// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// given takes the cluster that the options lead to.
func given(o Options, e engine) (*Cluster, error) {
	c := &Cluster{engine: e, log: o.Log}
	var err error
	if o.InCluster {
		if c.Config, err = rest.InClusterConfig(); err != nil {
			return nil, fmt.Errorf("reach the cluster of this pod: %w", err)
		}
		unlimited(c.Config)
		return c, nil
	}
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	if o.Kubeconfig != "" {
		rules = &clientcmd.ClientConfigLoadingRules{ExplicitPath: o.Kubeconfig}
	}
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, &clientcmd.ConfigOverrides{CurrentContext: o.Context})
	switch c.Config, err = loader.ClientConfig(); {
	case clientcmd.IsEmptyConfig(err):
		return nil, fmt.Errorf("the kubeconfig %s names no cluster", o.Kubeconfig)
	case err != nil:
		return nil, fmt.Errorf("read the kubeconfig: %w", err)
	}
	unlimited(c.Config)
	if raw, err := loader.RawConfig(); err == nil {
		current := raw.CurrentContext
		if o.Context != "" {
			current = o.Context
		}
		c.Name = here(e, current, c.Config.Host)
	}
	return c, nil
}

// here is the name of the cluster of this machine's kind that a context leads
// to; empty when it is none. A name alone is no proof: the address must be the same.
func here(e engine, context, host string) string {
	name, ok := strings.CutPrefix(context, "kind-")
	if !ok {
		return ""
	}
	if names, err := e.List(); err != nil || !slices.Contains(names, name) {
		return ""
	}
	text, err := e.KubeConfig(name, false)
	if err != nil {
		return ""
	}
	own, err := clientcmd.RESTConfigFromKubeConfig([]byte(text))
	if err != nil || own.Host != host {
		return ""
	}
	return name
}

// unlimited lifts the client's own limit of requests per second: hundreds of scenarios share it.
func unlimited(c *rest.Config) {
	c.QPS = -1
	c.UserAgent = "ambient-contract"
	// What the API warns of is for whoever wrote the manifests, not for standard error of a run.
	c.WarningHandler = rest.NoWarnings{}
}
