// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// MaxBytes is how large a document may be.
const MaxBytes = 16 << 20

// Parse reads a document that stands alone: every reference is to something in it.
func Parse(document []byte) (*Document, error) { return ParseOnto(document, Known{}) }

// ParseOnto reads a document that adds to what a tenant already holds, which
// its references may name.
func ParseOnto(document []byte, known Known) (*Document, error) {
	root, err := tree(document)
	if err != nil {
		return nil, err
	}
	r := &reader{known: known, seen: make(map[string]int), count: make(map[string]int)}
	if root == nil {
		return &r.doc, nil
	}
	// Sections are read in the order in which they refer to each other, whatever their order in the text.
	var tokens, projects, agents, sessions *value
	keep := func(at **value) func(value) error {
		return func(v value) error { *at = &v; return nil }
	}
	top := value{node: root}
	if err := top.object(
		key{name: "tokens", read: keep(&tokens)},
		key{name: "projects", read: keep(&projects)},
		key{name: "agents", read: keep(&agents)},
		key{name: "sessions", read: keep(&sessions)},
	); err != nil {
		return nil, err
	}
	for _, section := range []struct {
		at   *value
		read func(value) error
	}{{projects, r.project}, {tokens, r.token}, {agents, r.agent}, {sessions, r.session}} {
		if section.at == nil {
			continue
		}
		if _, empty := section.at.node.(*ast.NullNode); empty {
			continue
		}
		if err := section.at.each(section.read); err != nil {
			return nil, err
		}
	}
	return &r.doc, nil
}

// tree parses the text into the one node of its one document, nil when there is nothing in it.
func tree(document []byte) (ast.Node, error) {
	if len(document) > MaxBytes {
		return nil, &problem{line: 1, message: "the document is larger than 16 MiB"}
	}
	if !utf8.Valid(document) {
		return nil, &problem{line: 1 + bytes.Count(document[:validPrefix(document)], []byte("\n")), message: "the text is not UTF-8"}
	}
	if json.Valid(document) {
		// YAML forbids the tabs with which JSON is sometimes indented; inside
		// JSON strings a tab cannot stand, so no text is changed by this.
		document = bytes.ReplaceAll(document, []byte("\t"), []byte(" "))
	}
	if depth(document) > maxDepth {
		return nil, &problem{line: 1, message: "the document nests too deeply"}
	}
	file, err := parser.ParseBytes(document, 0)
	if err != nil {
		var at yaml.Error
		if errors.As(err, &at) && at.GetToken() != nil && at.GetToken().Position != nil {
			return nil, &problem{line: max(1, at.GetToken().Position.Line), message: at.GetMessage()}
		}
		return nil, &problem{line: 1, message: err.Error()}
	}
	var root ast.Node
	for _, d := range file.Docs {
		if d == nil || d.Body == nil {
			continue
		}
		switch d.Body.(type) {
		case *ast.NullNode, *ast.CommentGroupNode:
			continue
		}
		if root != nil {
			return nil, &problem{line: line(d.Body), message: "a seed is one document; this begins a second one"}
		}
		root = d.Body
	}
	return root, nil
}

// maxDepth is far above the five levels of a seed, and above any run of brackets or dashes in a text; it keeps the parser's recursion small.
const maxDepth = 1000

// depth bounds from above how deeply flow collections and runs of "- - -" or "? ? ?" nest.
func depth(document []byte) int {
	deepest, open, run := 0, 0, 0
	for _, c := range document {
		switch c {
		case '[', '{':
			open++
		case ']', '}':
			open = max(0, open-1)
		case '\n':
			run = 0
		}
		switch c {
		case '-', '?', ':':
			run++
		case ' ':
		default:
			run = 0
		}
		deepest = max(deepest, open, run)
	}
	return deepest
}

func validPrefix(b []byte) int {
	n := 0
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return n
}

// epoch is when bearers that are to be expired from the start ended.
var epoch = time.Unix(0, 0).UTC()
