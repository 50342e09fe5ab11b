// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import (
	"fmt"
	"strings"
)

// ColumnError says that an expression does not fit the table it is used on.
type ColumnError struct {
	// Column is the column as written.
	Column string
	// Reason says what is wrong with it: it is unknown, or cannot be compared with the value beside it.
	Reason string
}

func (e *ColumnError) Error() string { return fmt.Sprintf("column %s: %s", e.Column, e.Reason) }

// Bind returns e with column names qualified by table ("sessions.name")
// replaced by the bare ones, after checking that every column exists and can be
// compared with the values e compares it with. The error is a [*ColumnError].
func (e Expr) Bind(table string, columns Columns) (Expr, error) {
	if e.root == nil {
		return e, nil
	}
	root, err := e.root.bind(binding{table: table, columns: columns})
	if err != nil {
		return Expr{}, err
	}
	return Expr{root: root}, nil
}

type binding struct {
	table   string
	columns Columns
}

func (b binding) column(written string) (string, Kind, error) {
	name := written
	if qualifier, rest, ok := strings.Cut(written, "."); ok {
		if qualifier != b.table {
			return "", 0, &ColumnError{written, fmt.Sprintf("%s is not a related resource of %s", qualifier, b.table)}
		}
		name = rest
	}
	kind, ok := b.columns[name]
	if !ok {
		return "", 0, &ColumnError{written, fmt.Sprintf("%s has no such column", b.table)}
	}
	return name, kind, nil
}

func (b binding) compared(written string, values ...literal) (string, error) {
	name, kind, err := b.column(written)
	if err != nil {
		return "", err
	}
	for _, v := range values {
		if !v.is[kind] {
			return "", &ColumnError{written, fmt.Sprintf("%q is not a %s", v.text, kind)}
		}
	}
	return name, nil
}

func (b binding) each(nodes []node) ([]node, error) {
	bound := make([]node, len(nodes))
	for i, n := range nodes {
		var err error
		if bound[i], err = n.bind(b); err != nil {
			return nil, err
		}
	}
	return bound, nil
}

func (a all) bind(b binding) (node, error) {
	nodes, err := b.each(a)
	return all(nodes), err
}

func (s some) bind(b binding) (node, error) {
	nodes, err := b.each(s)
	return some(nodes), err
}

func (n *not) bind(b binding) (node, error) {
	of, err := n.of.bind(b)
	return &not{of: of}, err
}

func (p *compare) bind(b binding) (node, error) {
	name, err := b.compared(p.column, p.value)
	return &compare{column: name, op: p.op, value: p.value}, err
}

func (p *in) bind(b binding) (node, error) {
	name, err := b.compared(p.column, p.values...)
	return &in{column: name, values: p.values}, err
}

func (p *between) bind(b binding) (node, error) {
	name, err := b.compared(p.column, p.low, p.high)
	return &between{column: name, low: p.low, high: p.high}, err
}

func (p *like) bind(b binding) (node, error) {
	name, kind, err := b.column(p.column)
	if err == nil && kind != KindText {
		err = &ColumnError{p.column, fmt.Sprintf("a %s has no pattern", kind)}
	}
	return &like{column: name, text: p.text, pattern: p.pattern}, err
}

func (p *isNull) bind(b binding) (node, error) {
	name, _, err := b.column(p.column)
	return &isNull{column: name}, err
}
