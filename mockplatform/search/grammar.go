// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import (
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

var tokens = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "String", Pattern: `'(?:[^']|'')*'`},
	{Name: "Keyword", Pattern: `(?i)\b(?:and|or|not|like|ilike|in|between|is|null)\b`},
	{Name: "Number", Pattern: `[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?\b`},
	{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?`},
	{Name: "Op", Pattern: `<=|>=|<>|!=|=|<|>`},
	{Name: "Punct", Pattern: `[(),]`},
	{Name: "Space", Pattern: `[ \t\r\n]+`},
})

var parser = participle.MustBuild[disjunction](
	participle.Lexer(tokens),
	participle.CaseInsensitive("Keyword"),
	participle.Elide("Space"),
)

// The grammar. A predicate begins with its column, so that literals can only
// meet columns, and one token decides everywhere what comes next.
type disjunction struct {
	Terms []*conjunction `parser:"@@ ( 'or' @@ )*"`
}

type conjunction struct {
	Factors []*factor `parser:"@@ ( 'and' @@ )*"`
}

type factor struct {
	Nots      []string     `parser:"@'not'*"`
	Group     *disjunction `parser:"( '(' @@ ')'"`
	Predicate *predicate   `parser:"| @@ )"`
}

type predicate struct {
	Column  string      `parser:"@Ident"`
	Compare *comparison `parser:"( @@"`
	Null    *nullTest   `parser:"| @@"`
	Other   *negatable  `parser:"| @@ )"`
}

type comparison struct {
	Op    string  `parser:"@Op"`
	Value operand `parser:"@@"`
}

type nullTest struct {
	Is  string `parser:"@'is'"`
	Not bool   `parser:"@'not'? 'null'"`
}

type negatable struct {
	Not     bool          `parser:"@'not'?"`
	Like    *likeTail     `parser:"( @@"`
	In      *inTail       `parser:"| @@"`
	Between *betweenRange `parser:"| @@ )"`
}

type likeTail struct {
	Op      string         `parser:"@( 'like' | 'ilike' )"`
	Pos     lexer.Position `parser:""`
	Pattern string         `parser:"@String"`
}

type inTail struct {
	In    string    `parser:"@'in' '('"`
	Items []operand `parser:"( @@ ( ',' @@ )* )? ')'"`
}

type betweenRange struct {
	Low  operand `parser:"'between' @@"`
	High operand `parser:"'and' @@"`
}

type operand struct {
	Quoted *string `parser:"@String"`
	Number *string `parser:"| @Number"`
}

func (d *disjunction) node() (node, error) {
	terms := make([]node, 0, len(d.Terms))
	for _, t := range d.Terms {
		factors := make([]node, 0, len(t.Factors))
		for _, f := range t.Factors {
			n, err := f.node()
			if err != nil {
				return nil, err
			}
			factors = append(factors, n)
		}
		terms = append(terms, newAll(factors))
	}
	return newAny(terms), nil
}

func (f *factor) node() (n node, err error) {
	if f.Group != nil {
		n, err = f.Group.node()
	} else {
		n, err = f.Predicate.node()
	}
	if err == nil && len(f.Nots)%2 == 1 {
		n = newNot(n)
	}
	return n, err
}

func (p *predicate) node() (node, error) {
	switch {
	case p.Compare != nil:
		op := p.Compare.Op
		if op == "<>" {
			op = "!="
		}
		return &compare{column: p.Column, op: op, value: p.Compare.Value.literal()}, nil
	case p.Null != nil:
		return negate(p.Null.Not, &isNull{column: p.Column}), nil
	}
	n, err := p.Other.node(p.Column)
	if err != nil {
		return nil, err
	}
	return negate(p.Other.Not, n), nil
}

func (o *negatable) node(column string) (node, error) {
	switch {
	case o.Like != nil:
		fold := strings.EqualFold(o.Like.Op, "ilike")
		text := unquote(o.Like.Pattern)
		p, ok := compilePattern(text, fold)
		if !ok {
			return nil, participle.Errorf(o.Like.Pos, "the pattern ends with an escape character")
		}
		return &like{column: column, text: text, pattern: p}, nil
	case o.In != nil:
		values := make([]literal, len(o.In.Items))
		for i, item := range o.In.Items {
			values[i] = item.literal()
		}
		return &in{column: column, values: values}, nil
	default:
		return &between{column: column, low: o.Between.Low.literal(), high: o.Between.High.literal()}, nil
	}
}

func (o operand) literal() literal {
	if o.Quoted != nil {
		return newLiteral(unquote(*o.Quoted), true)
	}
	return newLiteral(*o.Number, false)
}

func negate(not bool, n node) node {
	if not {
		return newNot(n)
	}
	return n
}

func unquote(token string) string {
	return strings.ReplaceAll(token[1:len(token)-1], "''", "'")
}
