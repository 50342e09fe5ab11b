// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package scenario reads feature files: which scenarios there are, under which
// unique name each is reported, and what its tags say.
package scenario

import (
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// The tags that carry a value.
const (
	tagRequirement = "@req:"
	tagNeeds       = "@needs:"
)

// Scenario is one scenario, or one row of an outline.
type Scenario struct {
	// URI is the feature file's path as reported.
	URI string
	// Line is where the scenario, or its row, begins.
	Line int64
	// Feature is the feature's title.
	Feature string
	// Name is the scenario's title with the row's values after it; unique within its feature file.
	Name string
	// Tags are all that apply, those of the feature and of the examples included, each once.
	Tags []string
	// Steps is how many steps the scenario has.
	Steps int
	// Judges says that one of them is an outcome (Then): without one the scenario proves nothing.
	Judges bool
}

// Area is the name of the feature file without directory and suffix.
func (s Scenario) Area() string {
	name := s.URI[strings.LastIndexByte(s.URI, '/')+1:]
	return strings.TrimSuffix(name, suffix)
}

// Requirements are the ids of the requirement catalogue that the scenario proves.
func (s Scenario) Requirements() []string { return valued(s.Tags, tagRequirement) }

// Needs are the capabilities without which the scenario is skipped.
func (s Scenario) Needs() []target.Capability {
	var out []target.Capability
	for _, v := range valued(s.Tags, tagNeeds) {
		out = append(out, target.Capability(v))
	}
	return out
}

// Lacking is the first capability that the scenario needs and t lacks, with the
// reason; empty when it can run.
func (s Scenario) Lacking(t target.Target) (need target.Capability, reason string) {
	for _, need := range s.Needs() {
		if reason := t.Lacks(need); reason != "" {
			return need, reason
		}
	}
	return "", ""
}

func valued(tags []string, prefix string) []string {
	var out []string
	for _, t := range tags {
		if v, ok := strings.CutPrefix(t, prefix); ok && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
