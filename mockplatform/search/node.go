// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import "strings"

// truth is a value of SQL's three-valued logic; "and" is the least, "or" the greatest.
type truth int8

const (
	no truth = iota - 1
	unknown
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

type getter func(column string) (Value, bool)

// node is a part of an expression. Nodes never change once made.
type node interface {
	print(b *strings.Builder)
	eval(get getter) truth
	columns(visit func(string))
	bind(b binding) (node, error)
}

// all is "and" of two or more nodes, none of them an all.
type all []node

// some is "or" of two or more nodes, none of them a some.
type some []node

// not is never of a not.
type not struct{ of node }

// newAll, newAny and newNot keep expressions in the one form that their text has.
func newAll(nodes []node) node {
	var flat all
	for _, n := range nodes {
		if inner, ok := n.(all); ok {
			flat = append(flat, inner...)
		} else {
			flat = append(flat, n)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return flat
}

func newAny(nodes []node) node {
	var flat some
	for _, n := range nodes {
		if inner, ok := n.(some); ok {
			flat = append(flat, inner...)
		} else {
			flat = append(flat, n)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return flat
}

func newNot(n node) node {
	if inner, ok := n.(*not); ok {
		return inner.of
	}
	return &not{of: n}
}

func (a all) eval(get getter) truth {
	t := yes
	for _, n := range a {
		if t = min(t, n.eval(get)); t == no {
			break
		}
	}
	return t
}

func (s some) eval(get getter) truth {
	t := no
	for _, n := range s {
		if t = max(t, n.eval(get)); t == yes {
			break
		}
	}
	return t
}

func (n *not) eval(get getter) truth { return -n.of.eval(get) }

func (a all) columns(visit func(string)) {
	for _, n := range a {
		n.columns(visit)
	}
}

func (s some) columns(visit func(string)) {
	for _, n := range s {
		n.columns(visit)
	}
}

func (n *not) columns(visit func(string)) { n.of.columns(visit) }

func (a all) print(b *strings.Builder) {
	for i, n := range a {
		if i > 0 {
			b.WriteString(" and ")
		}
		_, group := n.(some)
		printNode(b, n, group)
	}
}

func (s some) print(b *strings.Builder) {
	for i, n := range s {
		if i > 0 {
			b.WriteString(" or ")
		}
		printNode(b, n, false)
	}
}

func (n *not) print(b *strings.Builder) {
	b.WriteString("not ")
	switch n.of.(type) {
	case all, some:
		printNode(b, n.of, true)
	default:
		printNode(b, n.of, false)
	}
}

func printNode(b *strings.Builder, n node, group bool) {
	if group {
		b.WriteByte('(')
	}
	n.print(b)
	if group {
		b.WriteByte(')')
	}
}
