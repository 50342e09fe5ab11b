// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package ledger

import (
	"fmt"
	"slices"
	"strings"
)

// Facts are what a text states, each as a line: of JSON every scalar behind its
// path, JSON in strings included, of anything else every line.
func Facts(text string) []string {
	var out []string
	for _, f := range factsOf(text) {
		out = append(out, f.line(func(s string) string { return s }))
	}
	return out
}

// fact is one scalar of a JSON value, or a line when it has no path.
type fact struct {
	path, value string
	text        bool // the value is a string
}

// line writes the fact with its texts replaced.
func (f fact) line(replace func(string) string) string {
	if f.path == "" {
		return replace(f.value)
	}
	value := f.value
	if f.text {
		// Not as JSON writes it: \n before an id would be part of it for who looks for ids later.
		value = `"` + replace(value) + `"`
	}
	return strings.ReplaceAll(replace(f.path)+": "+value, "\n", "⏎")
}

func factsOf(text string) []fact {
	if t, ok := parseContainer(text); ok {
		return t.facts("", nil)
	}
	var out []fact
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		out = append(out, fact{value: line})
	}
	return out
}

func (t *tree) facts(path string, out []fact) []fact {
	switch t.kind {
	case '{':
		for _, m := range t.members {
			out = m.value.facts(strings.TrimPrefix(path+"."+m.key, "."), out)
		}
		if len(t.members) == 0 {
			out = append(out, fact{path: path + "{}", value: "empty"})
		}
	case '[':
		for i, v := range t.items {
			out = v.facts(fmt.Sprintf("%s[%d]", path, i), out)
		}
		if len(t.items) == 0 {
			out = append(out, fact{path: path + "[]", value: "empty"})
		}
	case '"':
		if in, ok := parseContainer(t.text); ok {
			return in.facts(path+" as JSON: ", out)
		}
		out = append(out, fact{path: path, value: t.text, text: true})
	default:
		out = append(out, fact{path: path, value: t.text})
	}
	return out
}

// united returns the facts of all texts, each once, whatever the order of the
// texts. Ids are named in the order of the facts without them.
func united(texts []string, replace, mask func(string) string) []string {
	var all []fact
	for _, text := range texts {
		all = append(all, factsOf(text)...)
	}
	slices.SortStableFunc(all, func(a, b fact) int { return strings.Compare(a.line(mask), b.line(mask)) })
	var out []string
	seen := map[string]bool{}
	for _, f := range all {
		if line := f.line(replace); !seen[line] {
			seen[line] = true
			out = append(out, line)
		}
	}
	return out
}
