// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// problem is a fault of a document at a line of it.
type problem struct {
	line    int
	path    string
	message string
}

func (p *problem) Error() string {
	at := ""
	if p.path != "" {
		at = p.path + ": "
	}
	return oneLine(fmt.Sprintf("line %d: %s%s", p.line, at, p.message))
}

// oneLine keeps an error on one bounded line whatever the document holds.
func oneLine(s string) string {
	const limit = 300
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "") + "…"
	}
	return s
}

// value is a node of a document and the path that leads to it.
type value struct {
	node ast.Node
	path string
}

func (v value) fail(format string, args ...any) error {
	return &problem{line: line(v.node), path: v.path, message: fmt.Sprintf(format, args...)}
}

func line(n ast.Node) int {
	if n == nil {
		return 1
	}
	var tk *token.Token
	switch n := n.(type) {
	case *ast.MappingNode:
		// The node's own token is the first colon, which may be on a later line than the key.
		if len(n.Values) > 0 && !n.IsFlowStyle {
			return line(n.Values[0])
		}
		tk = n.Start
	case *ast.MappingValueNode:
		tk = n.Key.GetToken()
	case *ast.SequenceNode:
		tk = n.Start
	default:
		tk = n.GetToken()
	}
	if tk == nil || tk.Position == nil {
		return 1
	}
	return max(1, tk.Position.Line)
}

// key is what an object may hold below one name.
type key struct {
	name     string
	required bool
	read     func(value) error
}

// object reads a mapping whose keys are exactly these.
func (v value) object(keys ...key) error {
	entries, err := v.entries()
	if err != nil {
		return err
	}
	seen := make(map[string]bool, len(entries))
	for _, e := range entries {
		k, ok := find(keys, e.name)
		if !ok {
			return &problem{line: e.line, path: v.path, message: fmt.Sprintf("unknown key %q; known keys: %s", e.name, names(keys))}
		}
		if seen[e.name] {
			return &problem{line: e.line, path: v.path, message: fmt.Sprintf("key %q is given twice", e.name)}
		}
		seen[e.name] = true
		if err := k.read(e.value); err != nil {
			return err
		}
	}
	for _, k := range keys {
		if k.required && !seen[k.name] {
			return v.fail("%q is missing", k.name)
		}
	}
	return nil
}

func find(keys []key, name string) (key, bool) {
	for _, k := range keys {
		if k.name == name {
			return k, true
		}
	}
	return key{}, false
}

func names(keys []key) string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = k.name
	}
	return strings.Join(out, ", ")
}

// entry is a key of a mapping with its value.
type entry struct {
	name  string
	line  int
	value value
}

// entries returns the entries of a mapping in document order.
func (v value) entries() ([]entry, error) {
	var values []*ast.MappingValueNode
	switch n := v.node.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return nil, v.fail("must be a mapping, not %s", kind(v.node))
	}
	out := make([]entry, 0, len(values))
	for _, mv := range values {
		name, ok := text(mv.Key)
		if !ok {
			return nil, &problem{line: line(mv), path: v.path, message: fmt.Sprintf("a key must be a plain string, not %s", kind(mv.Key))}
		}
		child := value{node: mv.Value, path: name}
		if v.path != "" {
			child.path = v.path + "." + name
		}
		out = append(out, entry{name: name, line: line(mv), value: child})
	}
	return out, nil
}

// each reads every item of a sequence.
func (v value) each(read func(value) error) error {
	n, ok := v.node.(*ast.SequenceNode)
	if !ok {
		return v.fail("must be a list, not %s", kind(v.node))
	}
	for i, item := range n.Values {
		if err := read(value{node: item, path: fmt.Sprintf("%s[%d]", v.path, i)}); err != nil {
			return err
		}
	}
	return nil
}
