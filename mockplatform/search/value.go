// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"
)

// Kind is the type of a column or of a value.
type Kind int

// The kinds.
const (
	KindText Kind = iota
	KindNumber
	KindTime
)

func (k Kind) String() string {
	switch k {
	case KindNumber:
		return "number"
	case KindTime:
		return "time"
	default:
		return "text"
	}
}

// Columns are the columns of a table and their kinds.
type Columns map[string]Kind

// Value is one value that a row has in a column. The absence of a value (null)
// is told beside it; see [Expr.Match].
type Value struct {
	kind Kind
	text string
	num  float64
	time time.Time
}

// Text is a text value.
func Text(s string) Value { return Value{kind: KindText, text: s} }

// Number is a numeric value.
func Number(f float64) Value { return Value{kind: KindNumber, num: f} }

// Time is a point in time.
func Time(t time.Time) Value { return Value{kind: KindTime, time: t} }

// Compare orders two values of one kind: text by its bytes, numbers by size,
// times by which is earlier. Values of different kinds are ordered by kind.
func (v Value) Compare(w Value) int {
	if v.kind != w.kind {
		return cmp.Compare(v.kind, w.kind)
	}
	switch v.kind {
	case KindNumber:
		return cmp.Compare(v.num, w.num)
	case KindTime:
		return v.time.Compare(w.time)
	default:
		return strings.Compare(v.text, w.text)
	}
}

// literal is a value as written. What it is compared with decides how it is
// read: name = 5 compares text, llm_max_tokens = '200' compares numbers.
type literal struct {
	text   string
	quoted bool
	// as holds the readings that exist, by kind; a text always exists.
	as [3]Value
	is [3]bool
}

func newLiteral(text string, quoted bool) literal {
	l := literal{text: text, quoted: quoted}
	l.as[KindText], l.is[KindText] = Text(text), true
	if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
		l.as[KindNumber], l.is[KindNumber] = Number(f), true
	}
	if t, ok := parseTime(text); ok && quoted {
		l.as[KindTime], l.is[KindTime] = Time(t), true
	}
	return l
}

func (l literal) print(b *strings.Builder) {
	if !l.quoted {
		b.WriteString(l.text)
		return
	}
	b.WriteByte('\'')
	b.WriteString(strings.ReplaceAll(l.text, "'", "''"))
	b.WriteByte('\'')
}

// compare orders v against l; false means that l has no reading of v's kind.
func (l literal) compare(v Value) (int, bool) {
	if !l.is[v.kind] {
		return 0, false
	}
	return v.Compare(l.as[v.kind]), true
}

func parseTime(text string) (time.Time, bool) {
	for _, layout := range []string{
		time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", time.DateOnly,
	} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
