// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// rule is what every deployment must obey. Its judge returns what is wrong.
type rule struct {
	name  string
	judge func(m manifests) []string
	// but are deployments that need not obey, with the reason.
	but map[string]string
}

// Why a deployment need not obey a rule.
const (
	judged  = "a verdict must not depend on how the kernel shares out time"
	harness = "it is there for the contract"
	over    = "nobody is left to wait for when a run is over"
)

const ownImages = "images are ours, and not pulled when they are there"

// rules are all rules; mutants_test.go shows of each that it can fail.
var rules = []rule{
	{name: "containers request and limit what they take", judge: resources},
	{name: "containers are limited in processor time", judge: processorLimits, but: map[string]string{"kind": judged, "shards": judged}},
	{name: "containers that serve are probed", judge: probes},
	{name: "containers are restricted", judge: restricted},
	{name: ownImages, judge: images},
	{name: "pods end in time and see no other's address", judge: lifetimes},
	{name: "nobody but the contract is given a token", judge: tokens},
	{name: "the server has an account of its own, wherever it lives", judge: accounts},
	{name: "no role but the contract's", judge: roles},
	{name: "a bearer comes from a Secret and stays on loopback", judge: bearers},
	{name: "one process keeps the sessions", judge: replicas},
	{name: "a rollout loses no caller", judge: rollouts, but: map[string]string{"kind": over, "shards": over}},
	{name: "Services lead to the pods of their Deployment", judge: services},
	{name: "the namespace refuses what is not restricted", judge: namespaces},
	{name: "objects have the recommended labels and one namespace", judge: labels},
	{name: "network policies name every pod", judge: policies},
	{name: "only the contract arranges the platform and passes by bearers", judge: arrangements, but: map[string]string{"kind": harness, "shards": harness}},
}

func TestEveryDeploymentObeysEveryRule(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(deployments)) {
		m := render(t, deployments[name])
		for _, r := range rules {
			if r.but[name] != "" {
				continue
			}
			t.Run(name+"/"+r.name, func(t *testing.T) {
				for _, problem := range r.judge(m) {
					t.Error(problem)
				}
			})
		}
	}
}

// problems collects what is wrong.
type problems []string

func (p *problems) add(who fmt.Stringer, format string, args ...any) {
	p.text(who.String()+": "+format, args...)
}

func (p *problems) text(format string, args ...any) { *p = append(*p, fmt.Sprintf(format, args...)) }
