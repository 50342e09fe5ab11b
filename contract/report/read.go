// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
)

// mostShards bounds what a report may claim to be a part of.
const mostShards = 10_000

var statuses = []Status{Passed, Failed, Skipped, Undefined, Unjudged}

// Read reads a report that [JSON] wrote.
func Read(r io.Reader) (*Report, error) {
	var out Report
	dec := json.NewDecoder(r)
	if err := dec.Decode(&out); err != nil {
		return nil, fmt.Errorf("no report: %w", err)
	}
	if out.Schema != Schema {
		return nil, fmt.Errorf("its schema is %q, not %q; write it with contract run --report json=FILE", out.Schema, Schema)
	}
	if s := out.Shard; s != nil && (s.Index < 1 || s.Index > s.Count || s.Count > mostShards) {
		return nil, fmt.Errorf("its shard %s cannot be", s)
	}
	if !slices.Contains([]Verdict{Met, Broken, CouldNotJudge}, out.Verdict) {
		return nil, fmt.Errorf("its verdict %q is none", out.Verdict)
	}
	for _, p := range out.Passes {
		for _, s := range p.Scenarios {
			if !slices.Contains(statuses, s.Status) {
				return nil, fmt.Errorf("the status %q of %q in pass %s is none", s.Status, s.Title(), p.Title(false))
			}
		}
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows the report")
	}
	return &out, nil
}

// ReadFile reads the report in a file.
func ReadFile(path string) (*Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	defer f.Close()
	r, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("report %s: %w", path, err)
	}
	return r, nil
}
