// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package scenario

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v42"
	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v34"
)

const suffix = ".feature"

// Set is the feature files of a run.
type Set struct {
	// Files are the feature files by URI, in order of reading.
	Files []godog.Feature
	// Scenarios are in the order of the files and of the text.
	Scenarios []Scenario
}

// Read adds every feature file below the root of fsys; a file's URI is prefix
// joined with its path. A file that does not parse is an error with its line.
func (s *Set) Read(fsys fs.FS, prefix string) error {
	return fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("read features: %w", err)
		}
		if entry.IsDir() || !strings.HasSuffix(name, suffix) {
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return fmt.Errorf("read features: %w", err)
		}
		uri := path.Join(prefix, name)
		for _, f := range s.Files {
			if f.Name == uri {
				return fmt.Errorf("read features: two files are named %s", uri)
			}
		}
		scenarios, err := parse(uri, text)
		if err != nil {
			return err
		}
		s.Files = append(s.Files, godog.Feature{Name: uri, Contents: text})
		s.Scenarios = append(s.Scenarios, scenarios...)
		return nil
	})
}

func parse(uri string, text []byte) ([]Scenario, error) {
	newID := (&messages.Incrementing{}).NewId
	doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(text), newID)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", uri, strings.Join(strings.Fields(err.Error()), " "))
	}
	if doc.Feature == nil {
		return nil, nil
	}
	rows := rowsOf(doc.Feature)
	seen := map[string]int{}
	var out []Scenario
	for _, p := range gherkin.Pickles(*doc, uri, newID) {
		name := p.Name
		if row := rows[p.AstNodeIds[len(p.AstNodeIds)-1]]; row != "" {
			name += " [" + row + "]"
		}
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s #%d", name, seen[name])
		}
		sc := Scenario{URI: uri, Line: p.Location.Line, Feature: doc.Feature.Name, Name: name, Steps: len(p.Steps)}
		sc.Judges = slices.ContainsFunc(p.Steps, func(s *messages.PickleStep) bool { return s.Type == messages.PickleStepType_OUTCOME })
		for _, t := range p.Tags {
			if !slices.Contains(sc.Tags, t.Name) {
				sc.Tags = append(sc.Tags, t.Name)
			}
		}
		out = append(out, sc)
	}
	return out, nil
}

// rowsOf says, by node id, with which values each row of the feature's outlines runs.
func rowsOf(f *messages.Feature) map[string]string {
	rows := map[string]string{}
	add := func(sc *messages.Scenario) {
		if sc == nil {
			return
		}
		for _, e := range sc.Examples {
			for _, r := range e.TableBody {
				rows[r.Id] = rowName(e.TableHeader, r)
			}
		}
	}
	for _, child := range f.Children {
		add(child.Scenario)
		if child.Rule != nil {
			for _, c := range child.Rule.Children {
				add(c.Scenario)
			}
		}
	}
	return rows
}

func rowName(header, row *messages.TableRow) string {
	const most = 60 // characters of one value
	var parts []string
	for i, cell := range row.Cells {
		v := strings.Join(strings.Fields(cell.Value), " ")
		if r := []rune(v); len(r) > most {
			v = string(r[:most]) + "…"
		}
		parts = append(parts, header.Cells[i].Value+"="+v)
	}
	return strings.Join(parts, ", ")
}
