// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package catalog is the requirement catalogue: what the specification asks
// for, each under a stable id, and which scenarios prove it.
package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// FileName is the catalogue's name beside the feature files.
const FileName = "catalog.yaml"

// Catalog is the requirements in the order of the file.
type Catalog struct {
	Requirements []Requirement `yaml:"requirements"`
	// Deferred are requirements that nothing proves yet. They are printed and not counted.
	Deferred []Deferred `yaml:"deferred"`
}

// Requirement is one thing that the specification asks for.
type Requirement struct {
	ID ID `yaml:"id" json:"id"`
	// Text says it in one sentence.
	Text string `yaml:"text" json:"text"`
	// Spec is the section it comes from, or the number of the decision.
	Spec string `yaml:"spec" json:"spec"`
	// Tool and Code place an error requirement in the matrix.
	Tool string `yaml:"tool" json:"tool,omitempty"`
	Code string `yaml:"code" json:"code,omitempty"`
	// Transports are those over which it must be proved. Without them an error
	// of a tool needs both, and anything else any.
	Transports []target.Transport `yaml:"transports" json:"transports,omitempty"`
}

// Deferred is a requirement that is not covered yet.
type Deferred struct {
	ID     ID     `yaml:"id" json:"id"`
	Text   string `yaml:"text" json:"text"`
	Spec   string `yaml:"spec" json:"spec,omitempty"`
	Tool   string `yaml:"tool" json:"tool,omitempty"`
	Code   string `yaml:"code" json:"code,omitempty"`
	Reason string `yaml:"reason" json:"reason,omitempty"`
}

// ID is a requirement's stable id and where the catalogue has it.
type ID struct {
	Text string
	Line int
}

// String is the id.
func (i ID) String() string { return i.Text }

// MarshalText writes the id.
func (i ID) MarshalText() ([]byte, error) { return []byte(i.Text), nil }

// UnmarshalYAML reads the id and keeps its line.
func (i *ID) UnmarshalYAML(node ast.Node) error {
	var text string
	if err := yaml.NodeToValue(node, &text); err != nil {
		return err
	}
	i.Text, i.Line = text, node.GetToken().Position.Line
	return nil
}

// Parse reads a catalogue. Unknown keys, ids that cannot be a tag, duplicate ids,
// and requirements without text are errors that name the line.
func Parse(document []byte) (*Catalog, error) {
	var c Catalog
	err := yaml.NewDecoder(bytes.NewReader(document), yaml.Strict()).Decode(&c)
	if err != nil && !errors.Is(err, io.EOF) {
		var at yaml.Error
		if errors.As(err, &at) && at.GetToken() != nil && at.GetToken().Position != nil {
			return nil, problem(at.GetToken().Position.Line, "%s", at.GetMessage())
		}
		return nil, fmt.Errorf("%s: %w", FileName, err)
	}
	return &c, c.check()
}

var (
	idPattern  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]*$`)
	transports = []target.Transport{target.Stdio, target.SSE}
)

func (c *Catalog) check() error {
	seen := map[string]int{}
	var errs []error
	id := func(i ID, text string) {
		switch {
		case !idPattern.MatchString(i.Text):
			errs = append(errs, problem(i.Line, "id %q: write letters, digits and . _ / -", i))
		case seen[i.Text] > 0:
			errs = append(errs, problem(i.Line, "id %s is already that of line %d", i, seen[i.Text]))
		case text == "":
			errs = append(errs, problem(i.Line, "id %s has no text", i))
		}
		seen[i.Text] = max(1, i.Line)
	}
	for _, r := range c.Requirements {
		id(r.ID, r.Text)
		if r.Code != "" && r.Tool == "" {
			errs = append(errs, problem(r.ID.Line, "id %s has a code and no tool", r.ID))
		}
		for _, t := range r.Transports {
			if !slices.Contains(transports, t) {
				errs = append(errs, problem(r.ID.Line, "id %s: unknown transport %q; valid are %v", r.ID, t, transports))
			}
		}
	}
	for _, d := range c.Deferred {
		id(d.ID, d.Text)
		if d.Reason == "" {
			errs = append(errs, problem(d.ID.Line, "id %s is deferred without a reason", d.ID))
		}
	}
	return errors.Join(errs...)
}

// must returns the transports over which the requirement has to be proved.
func (r Requirement) must() []target.Transport {
	if len(r.Transports) == 0 && r.Code != "" {
		return transports
	}
	return r.Transports
}

func problem(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", FileName, line, fmt.Sprintf(format, args...))
}
