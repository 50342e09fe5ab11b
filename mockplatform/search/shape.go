// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import "slices"

// NameEquality returns the value v when e is exactly one equality name = 'v'
// (parentheses around it do not matter).
func NameEquality(e Expr) (value string, ok bool) {
	c, ok := e.root.(*compare)
	if !ok || c.column != "name" || c.op != "=" {
		return "", false
	}
	return c.value.text, true
}

// Equalities returns the values of the equalities that e joins by "and" at its
// top; where a column has two, the first.
func Equalities(e Expr) map[string]string {
	values := map[string]string{}
	for _, part := range Conjuncts(e) {
		c, ok := part.root.(*compare)
		if !ok || c.op != "=" {
			continue
		}
		if _, twice := values[c.column]; !twice {
			values[c.column] = c.value.text
		}
	}
	return values
}

// Conjuncts are the expressions that e joins by "and" at its top; e alone when
// it is of another form; none when e has no condition.
func Conjuncts(e Expr) []Expr {
	switch root := e.root.(type) {
	case nil:
		return nil
	case all:
		parts := make([]Expr, len(root))
		for i, n := range root {
			parts[i] = Expr{root: n}
		}
		return parts
	default:
		return []Expr{e}
	}
}

// Membership is a condition that one text column has one of some values.
type Membership struct {
	Column string
	// Values are sorted, each once.
	Values []string
	// Null tells that the absence of a value is accepted too.
	Null bool
}

// AsMembership reads e as a membership: an equality, "in", "is null", or an
// "or" of these on one column.
func AsMembership(e Expr) (m Membership, ok bool) {
	members := []node{e.root}
	if root, is := e.root.(some); is {
		members = root
	}
	for i, n := range members {
		var column string
		switch p := n.(type) {
		case *compare:
			if p.op != "=" {
				return Membership{}, false
			}
			column, m.Values = p.column, append(m.Values, p.value.text)
		case *in:
			column = p.column
			for _, v := range p.values {
				m.Values = append(m.Values, v.text)
			}
		case *isNull:
			column, m.Null = p.column, true
		default:
			return Membership{}, false
		}
		if i > 0 && column != m.Column {
			return Membership{}, false
		}
		m.Column = column
	}
	slices.Sort(m.Values)
	m.Values = slices.Compact(m.Values)
	return m, true
}
