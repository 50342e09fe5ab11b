// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import "strings"

// The predicates. A column without a value makes each of them unknown, except
// isNull and an in of nothing.
type (
	compare struct {
		column, op string
		value      literal
	}
	like struct {
		column, text string
		pattern      pattern
	}
	in struct {
		column string
		values []literal
	}
	between struct {
		column    string
		low, high literal
	}
	isNull struct{ column string }
)

func (p *compare) eval(get getter) truth {
	v, ok := get(p.column)
	if !ok {
		return unknown
	}
	c, ok := p.value.compare(v)
	if !ok {
		return unknown
	}
	switch p.op {
	case "=":
		return truthOf(c == 0)
	case "!=":
		return truthOf(c != 0)
	case "<":
		return truthOf(c < 0)
	case "<=":
		return truthOf(c <= 0)
	case ">":
		return truthOf(c > 0)
	default:
		return truthOf(c >= 0)
	}
}

func (p *like) eval(get getter) truth {
	v, ok := get(p.column)
	if !ok || v.kind != KindText {
		return unknown
	}
	return truthOf(p.pattern.match(v.text))
}

func (p *in) eval(get getter) truth {
	if len(p.values) == 0 {
		return no
	}
	v, ok := get(p.column)
	if !ok {
		return unknown
	}
	t := no
	for _, l := range p.values {
		switch c, ok := l.compare(v); {
		case !ok:
			t = unknown
		case c == 0:
			return yes
		}
	}
	return t
}

func (p *between) eval(get getter) truth {
	v, ok := get(p.column)
	if !ok {
		return unknown
	}
	low, lowOK := p.low.compare(v)
	high, highOK := p.high.compare(v)
	switch {
	case lowOK && low < 0, highOK && high > 0:
		return no
	case !lowOK, !highOK:
		return unknown
	default:
		return yes
	}
}

func (p *isNull) eval(get getter) truth {
	_, ok := get(p.column)
	return truthOf(!ok)
}

func (p *compare) columns(visit func(string)) { visit(p.column) }
func (p *like) columns(visit func(string))    { visit(p.column) }
func (p *in) columns(visit func(string))      { visit(p.column) }
func (p *between) columns(visit func(string)) { visit(p.column) }
func (p *isNull) columns(visit func(string))  { visit(p.column) }

func (p *compare) print(b *strings.Builder) {
	b.WriteString(p.column + " " + p.op + " ")
	p.value.print(b)
}

func (p *like) print(b *strings.Builder) {
	op := " like "
	if p.pattern.fold {
		op = " ilike "
	}
	b.WriteString(p.column + op)
	literal{text: p.text, quoted: true}.print(b)
}

func (p *in) print(b *strings.Builder) {
	b.WriteString(p.column + " in (")
	for i, v := range p.values {
		if i > 0 {
			b.WriteString(", ")
		}
		v.print(b)
	}
	b.WriteByte(')')
}

func (p *between) print(b *strings.Builder) {
	b.WriteString(p.column + " between ")
	p.low.print(b)
	b.WriteString(" and ")
	p.high.print(b)
}

func (p *isNull) print(b *strings.Builder) { b.WriteString(p.column + " is null") }
