// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// text returns the text of a string node. Only strings are strings here: a
// bare 1 or true is refused where a string is due, so quoting is never guessed.
func text(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) == 1 {
			return joined(n.Values[0])
		}
	}
	return "", false
}

// joined undoes a reading of the parser that YAML does not have: inside braces
// it takes "[sessions:list]" for a list of one mapping, where a colon without a space is text.
func joined(mv *ast.MappingValueNode) (string, bool) {
	k, ok := mv.Key.(*ast.StringNode)
	if !ok || k.Token.Type != token.StringType || mv.Start == nil || mv.Start.Position == nil {
		return "", false
	}
	v, ok := mv.Value.(*ast.StringNode)
	if !ok || v.Token.Type != token.StringType {
		return "", false
	}
	colon, after := mv.Start.Position, v.Token.Position
	if colon.Line != after.Line || colon.Column+1 != after.Column {
		return "", false
	}
	return k.Value + ":" + v.Value, true
}

// str reads a string.
func (v value) str() (string, error) {
	s, ok := text(v.node)
	if !ok {
		return "", v.fail("must be a string, not %s", kind(v.node))
	}
	if strings.ContainsRune(s, 0) {
		return "", v.fail("must not hold a NUL character")
	}
	return s, nil
}

// count reads a whole number from low to high.
func (v value) count(low, high int) (int, error) {
	n, ok := v.node.(*ast.IntegerNode)
	if !ok {
		return 0, v.fail("must be a whole number, not %s", kind(v.node))
	}
	var i int64
	switch x := n.Value.(type) {
	case int64:
		i = x
	case uint64:
		i = int64(min(x, 1<<62)) //nolint:gosec // bounded by min
	}
	if i < int64(low) || i > int64(high) {
		return 0, v.fail("must be from %d to %d", low, high)
	}
	return int(i), nil
}

// yes reads a boolean.
func (v value) yes() (bool, error) {
	n, ok := v.node.(*ast.BoolNode)
	if !ok {
		return false, v.fail("must be true or false, not %s", kind(v.node))
	}
	return n.Value, nil
}

// moment reads an RFC 3339 time.
func (v value) moment() (*time.Time, error) {
	s, err := v.str()
	if err != nil {
		return nil, err
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return nil, v.fail("%q is not a time such as 2026-01-31T09:00:00Z", s)
	}
	t = t.UTC()
	return &t, nil
}

func kind(n ast.Node) string {
	switch n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case *ast.StringNode, *ast.LiteralNode:
		return "a string"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number (quote it to make it a string)"
	case *ast.BoolNode:
		return "a boolean (quote it to make it a string)"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor or alias"
	case *ast.TagNode:
		return "a tagged value"
	}
	return "something else"
}
