// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/features"
)

// SkipsFile is the name of the file of [Skips] beside the feature files.
const SkipsFile = "skips.yaml"

// Skips is how many of the built-in scenarios each pass, "process/sse", skips,
// by the first capability that it lacks. A scenario that is skipped without
// anybody having said so would otherwise look like one that passed.
type Skips map[string]map[target.Capability]int

// BuiltinSkips reads the file that is built in.
func BuiltinSkips() (Skips, error) {
	text, err := fs.ReadFile(features.FS, SkipsFile)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", SkipsFile, err)
	}
	return ParseSkips(text)
}

// ParseSkips reads a file of skips.
func ParseSkips(text []byte) (Skips, error) {
	s := Skips{}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&s); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %s", SkipsFile, strings.Join(strings.Fields(yaml.FormatError(err, false, false)), " "))
	}
	for pass, counts := range s {
		for c := range counts {
			if !slices.Contains(target.Capabilities, c) {
				return nil, fmt.Errorf("%s: %s: unknown capability %q; valid are %v", SkipsFile, pass, c, target.Capabilities)
			}
		}
	}
	return s, nil
}

// Expect counts what a pass against the target will skip.
func (s Skips) Expect(t target.Target, all []scenario.Scenario) {
	counts := map[target.Capability]int{}
	for _, sc := range all {
		if need, _ := sc.Lacking(t); need != "" {
			counts[need]++
		}
	}
	s[title(string(t.Transport()), t.Name())] = counts
}

// Check compares what a pass has skipped, and returns one line that says what to
// change, or "" when nothing is to be changed.
func (s Skips) Check(p report.Pass) string {
	got := map[target.Capability]int{}
	for _, sc := range p.Scenarios {
		if sc.Status == report.Skipped {
			got[sc.Lacks]++
		}
	}
	name := title(p.Transport, p.Target)
	expected, known := s[name]
	if !known {
		return fmt.Sprintf("features/%s lacks the pass %s; add \"%s: %s\"", SkipsFile, name, name, flow(got))
	}
	var wrong []string
	for _, c := range capabilities(got, expected) {
		if got[c] != expected[c] {
			wrong = append(wrong, fmt.Sprintf("%d for lack of %s, not %d", got[c], c, expected[c]))
		}
	}
	if len(wrong) == 0 {
		return ""
	}
	return fmt.Sprintf("%s skips %s as features/%s says; if that is meant, change its line to \"%s: %s\"",
		name, strings.Join(wrong, ", "), SkipsFile, name, flow(got))
}

// Write writes the file.
func (s Skips) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Copyright 2026 The Ambient MCP Authors\n# SPDX-License-Identifier: Apache-2.0\n\n" +
		"# How many of the built-in scenarios each pass skips, by the first capability that it lacks.\n" +
		"# A pass that skips another number breaks the contract. Written by: go test ./cmd/contract/app -run Skips -update\n")
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "%s: %s\n", name, flow(s[name]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func title(transport, name string) string {
	return report.Pass{Target: name, Transport: transport}.Title(false)
}

// flow is the counts as YAML on one line.
func flow(counts map[target.Capability]int) string {
	var parts []string
	for _, c := range capabilities(counts) {
		parts = append(parts, fmt.Sprintf("%s: %d", c, counts[c]))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// capabilities are those of the counts, sorted.
func capabilities(all ...map[target.Capability]int) []target.Capability {
	seen := map[target.Capability]int{}
	for _, counts := range all {
		maps.Copy(seen, counts)
	}
	return slices.Sorted(maps.Keys(seen))
}
