// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// Schema names the shape of the JSON document.
const Schema = "ambient-contract-coverage/v1"

// Coverage is which requirements are proved by which scenarios.
type Coverage struct {
	// Schema is [Schema].
	Schema string `json:"schema"`
	// Scenarios counts outline rows one by one.
	Scenarios int `json:"scenarios"`
	// Covered and Requirements count ids.
	Covered      int `json:"covered"`
	Requirements int `json:"requirements"`
	// Areas has one line per feature file.
	Areas []Area `json:"areas"`
	// Matrix has one cell per error of a tool.
	Matrix []Cell `json:"matrix"`
	// Items has every requirement with the scenarios that prove it.
	Items    []Item     `json:"items"`
	Deferred []Deferred `json:"deferred"`
	// Problems says what is wrong; the coverage is complete when there is none.
	Problems []string `json:"problems"`
}

// Area is one feature file.
type Area struct {
	Name         string `json:"name"`
	Scenarios    int    `json:"scenarios"`
	Requirements int    `json:"requirements"`
}

// Cell is one error of one tool and how many scenarios prove it.
type Cell struct {
	Tool      string `json:"tool"`
	Code      string `json:"code"`
	Scenarios int    `json:"scenarios"`
}

// Item is a requirement and the names of the scenarios that prove it.
type Item struct {
	Requirement
	Scenarios []string `json:"scenarios"`
}

// Cover computes the coverage of the catalogue by the scenarios.
func (c *Catalog) Cover(scenarios []scenario.Scenario) *Coverage {
	out := &Coverage{Schema: Schema, Scenarios: len(scenarios), Requirements: len(c.Requirements), Deferred: c.Deferred}
	proofs := map[string][]scenario.Scenario{}
	for _, s := range scenarios {
		for _, id := range s.Requirements() {
			proofs[id] = append(proofs[id], s)
		}
	}
	for _, r := range c.Requirements {
		item := Item{Requirement: r}
		for _, s := range proofs[r.ID.Text] {
			item.Scenarios = append(item.Scenarios, fmt.Sprintf("%s:%d %s", s.URI, s.Line, s.Name))
		}
		out.Items = append(out.Items, item)
		problems := r.unproved(proofs[r.ID.Text])
		if len(problems) == 0 {
			out.Covered++
		}
		out.Problems = append(out.Problems, problems...)
		if r.Code != "" {
			out.cell(r, len(item.Scenarios))
		}
	}
	out.Problems = append(out.Problems, c.unknown(scenarios)...)
	out.Problems = append(out.Problems, idle(scenarios)...)
	out.Areas = areas(scenarios)
	return out
}

func (r Requirement) unproved(by []scenario.Scenario) []string {
	if len(by) == 0 {
		return []string{fmt.Sprintf("%s:%d: no scenario has the tag @req:%s", FileName, r.ID.Line, r.ID)}
	}
	var out []string
	for _, t := range r.must() {
		if !slices.ContainsFunc(by, func(s scenario.Scenario) bool { return runsOver(s, t) }) {
			out = append(out, fmt.Sprintf("%s:%d: no scenario with the tag @req:%s runs over %s", FileName, r.ID.Line, r.ID, t))
		}
	}
	return out
}

// runsOver tells whether the scenario needs no transport but t.
func runsOver(s scenario.Scenario, t target.Transport) bool {
	return !slices.ContainsFunc(transports, func(other target.Transport) bool {
		return other != t && slices.Contains(s.Needs(), target.Capability(other))
	})
}

// unknown lists the tags that name no requirement, each id once.
func (c *Catalog) unknown(scenarios []scenario.Scenario) []string {
	known := map[string]bool{}
	for _, r := range c.Requirements {
		known[r.ID.Text] = true
	}
	for _, d := range c.Deferred {
		known[d.ID.Text] = true
	}
	var out []string
	for _, s := range scenarios {
		for _, id := range s.Requirements() {
			if !known[id] {
				known[id] = true
				out = append(out, fmt.Sprintf("%s:%d: the tag @req:%s is no id of %s", s.URI, s.Line, id, FileName))
			}
		}
	}
	return out
}

func (c *Coverage) cell(r Requirement, scenarios int) {
	i := slices.IndexFunc(c.Matrix, func(x Cell) bool { return x.Tool == r.Tool && x.Code == r.Code })
	if i < 0 {
		c.Matrix = append(c.Matrix, Cell{Tool: r.Tool, Code: r.Code})
		i = len(c.Matrix) - 1
	}
	c.Matrix[i].Scenarios += scenarios
}

func areas(scenarios []scenario.Scenario) []Area {
	var out []Area
	ids := map[string]bool{}
	for _, s := range scenarios {
		i := slices.IndexFunc(out, func(a Area) bool { return a.Name == s.Area() })
		if i < 0 {
			out = append(out, Area{Name: s.Area()})
			i = len(out) - 1
		}
		out[i].Scenarios++
		for _, id := range s.Requirements() {
			if key := s.Area() + " " + id; !ids[key] {
				ids[key] = true
				out[i].Requirements++
			}
		}
	}
	return out
}

// idle are the scenarios that claim a requirement and judge nothing: without a
// Then they cannot fail for it.
func idle(scenarios []scenario.Scenario) []string {
	var out []string
	for _, s := range scenarios {
		if ids := s.Requirements(); len(ids) > 0 && !s.Judges {
			out = append(out, fmt.Sprintf("%s:%d: %q claims %s and has no Then", s.URI, s.Line, s.Name, strings.Join(ids, ", ")))
		}
	}
	return out
}
