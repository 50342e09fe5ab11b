// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import (
	"slices"
	"strings"
)

// Expr is an expression. The zero value has no condition and matches every row.
// Expressions never change once made.
type Expr struct{ root node }

// IsZero reports whether e is the expression without a condition.
func (e Expr) IsZero() bool { return e.root == nil }

// String prints e in the search language, with the parentheses it needs; [Parse] reads it back.
func (e Expr) String() string {
	if e.root == nil {
		return ""
	}
	var b strings.Builder
	e.root.print(&b)
	return b.String()
}

// Columns are the columns e mentions, as written, sorted, each once.
func (e Expr) Columns() []string {
	var names []string
	if e.root != nil {
		e.root.columns(func(c string) { names = append(names, c) })
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Match reports whether e is true for the row that get describes: get returns
// the value of a column, or false when the row has none (null). The logic is
// SQL's: a comparison with null is unknown, and a row matches only if e is true.
func (e Expr) Match(get func(column string) (Value, bool)) bool {
	return e.root == nil || e.root.eval(get) == yes
}

// And joins expressions; those without a condition are left out.
func And(exprs ...Expr) Expr {
	var nodes []node
	for _, e := range exprs {
		if e.root != nil {
			nodes = append(nodes, e.root)
		}
	}
	if len(nodes) == 0 {
		return Expr{}
	}
	return Expr{root: newAll(nodes)}
}

// Or joins expressions; if one of them has no condition, neither has the result.
func Or(exprs ...Expr) Expr {
	var nodes []node
	for _, e := range exprs {
		if e.root == nil {
			return Expr{}
		}
		nodes = append(nodes, e.root)
	}
	if len(nodes) == 0 {
		return Expr{}
	}
	return Expr{root: newAny(nodes)}
}

// Not is the opposite of e, which must have a condition.
func Not(e Expr) Expr {
	if e.root == nil {
		panic("search: not of an expression without a condition")
	}
	return Expr{root: newNot(e.root)}
}

// Equal is the expression column = 'value'.
func Equal(column, value string) Expr {
	return Expr{root: &compare{column: column, op: "=", value: newLiteral(value, true)}}
}
