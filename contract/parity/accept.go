// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package parity

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/features"
)

// FileName is the name of the file of accepted differences beside the feature files.
const FileName = "parity.yaml"

// Entry is a difference that is accepted.
type Entry struct {
	// Scenario is the scenario's name; an outline's title stands for all its rows.
	Scenario string `yaml:"scenario" json:"scenario"`
	// Step is the text of the step; any, and any stream, when empty.
	Step string `yaml:"step" json:"step,omitempty"`
	// Targets are the two that differ, in any order.
	Targets []string `yaml:"targets" json:"targets"`
	// Transport is the one over which they differ; any when empty.
	Transport string `yaml:"transport" json:"transport,omitempty"`
	// Reason says why both are right.
	Reason string `yaml:"reason" json:"reason"`
}

// String names the entry.
func (e Entry) String() string {
	name := fmt.Sprintf("%q between %s", e.Scenario, strings.Join(e.Targets, " and "))
	if e.Step != "" {
		name += fmt.Sprintf(", step %q", e.Step)
	}
	if e.Transport != "" {
		name += ", over " + e.Transport
	}
	return name
}

// Builtin are the accepted differences that are built in.
func Builtin() ([]Entry, error) {
	text, err := fs.ReadFile(features.FS, FileName)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", FileName, err)
	}
	return Parse(text)
}

// Parse reads a file of accepted differences.
func Parse(text []byte) ([]Entry, error) {
	var doc struct {
		Accepted []Entry `yaml:"accepted"`
	}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.New(strings.Join(strings.Fields(yaml.FormatError(err, false, false)), " "))
	}
	for i, e := range doc.Accepted {
		problem := ""
		switch {
		case e.Scenario == "":
			problem = "has no scenario"
		case len(e.Targets) != 2:
			problem = "must have two targets"
		case e.Targets[0] == e.Targets[1]:
			problem = "must have two different targets"
		case e.Transport != "" && e.Transport != "stdio" && e.Transport != "sse":
			problem = fmt.Sprintf("has the unknown transport %q", e.Transport)
		case strings.TrimSpace(e.Reason) == "":
			problem = "has no reason"
		case slices.ContainsFunc(doc.Accepted[:i], func(o Entry) bool { return o.String() == e.String() }):
			problem = "is there twice"
		}
		if problem != "" {
			return nil, fmt.Errorf("entry %d (%s) %s", i+1, e, problem)
		}
	}
	return doc.Accepted, nil
}

// entryState is an entry and what became of it.
type entryState struct {
	Entry
	// touched: a scenario of the entry was compared between its targets, or could have been and is not there.
	touched bool
	count   int
}

// about tells whether the entry speaks of this scenario of this pair.
func (e Entry) about(d Difference) bool {
	named := d.name == e.Scenario || strings.HasPrefix(d.name, e.Scenario+" [")
	a, b := e.Targets[0], e.Targets[1]
	pair := a == d.targetA && b == d.targetB || a == d.targetB && b == d.targetA
	return named && pair && (e.Transport == "" || e.Transport == d.transport)
}

// touch notes that the scenario is compared.
func (c *comparison) touch(at Difference) {
	for _, e := range c.entries {
		e.touched = e.touched || e.about(at)
	}
}

// add files a difference: with the entries that accept it, or as one that is not explained.
func (c *comparison) add(d Difference) {
	explained := false
	for _, e := range c.entries {
		if e.about(d) && (e.Step == "" || e.Step == d.Step) {
			e.count++
			explained = true
		}
	}
	if !explained {
		c.result.Differences = append(c.result.Differences, d)
	}
}

// absent tells whether whole passes of both targets of the entry know no such scenario.
func (c *comparison) absent(e Entry) bool {
	if !c.whole {
		return false
	}
	for _, t := range e.Targets {
		if !slices.ContainsFunc(c.passed, func(p report.Pass) bool { return p.Target == t && (e.Transport == "" || e.Transport == p.Transport) }) {
			return false
		}
	}
	for _, p := range c.passed {
		for _, s := range p.Scenarios {
			if s.Name == e.Scenario || strings.HasPrefix(s.Name, e.Scenario+" [") {
				return false
			}
		}
	}
	return true
}

func (c *comparison) conclude() {
	for _, e := range c.entries {
		e.touched = e.touched || c.absent(e.Entry)
		switch {
		case e.count > 0:
			c.result.Accepted = append(c.result.Accepted, Accepted{Entry: e.Entry, Count: e.count})
		case e.touched:
			c.result.Stale = append(c.result.Stale, e.Entry)
		}
	}
}
