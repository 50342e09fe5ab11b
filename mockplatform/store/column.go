// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"maps"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

// kind describes the records of a table.
type kind[T any] struct {
	// name is what errors call a record, table what a condition may call its table.
	name, table string
	keys        func(*T) keys
	columns     map[string]column[T]
	types       search.Columns
}

// typed fills in the types of the columns.
func typed[T any](k kind[T]) *kind[T] {
	k.types = make(search.Columns, len(k.columns))
	for name, c := range k.columns {
		k.types[name] = c.kind
	}
	return &k
}

// column is a column that can be searched and ordered by.
type column[T any] struct {
	kind search.Kind
	// get returns false for null.
	get func(*T) (search.Value, bool)
}

func text[T any](get func(*T) string) column[T] {
	return column[T]{search.KindText, func(r *T) (search.Value, bool) { return search.Text(get(r)), true }}
}

// filled is a text that is null when empty.
func filled[T any](get func(*T) string) column[T] {
	return column[T]{search.KindText, func(r *T) (search.Value, bool) {
		s := get(r)
		return search.Text(s), s != ""
	}}
}

func optionalText[T any](get func(*T) *string) column[T] {
	return optional(search.KindText, get, search.Text)
}

func number[T any](get func(*T) float64) column[T] {
	return column[T]{search.KindNumber, func(r *T) (search.Value, bool) { return search.Number(get(r)), true }}
}

func optionalInt[T any](get func(*T) *int32) column[T] {
	return optional(search.KindNumber, get, func(n int32) search.Value { return search.Number(float64(n)) })
}

func moment[T any](get func(*T) time.Time) column[T] {
	return column[T]{search.KindTime, func(r *T) (search.Value, bool) { return search.Time(get(r)), true }}
}

func optionalTime[T any](get func(*T) *time.Time) column[T] {
	return optional(search.KindTime, get, search.Time)
}

func optional[T, V any](k search.Kind, get func(*T) *V, value func(V) search.Value) column[T] {
	return column[T]{k, func(r *T) (search.Value, bool) {
		v := get(r)
		if v == nil {
			return search.Value{}, false
		}
		return value(*v), true
	}}
}

// SessionColumns are the columns of sessions that can be searched and ordered by.
func SessionColumns() search.Columns { return maps.Clone(sessionKind.types) }

// AgentColumns are the columns of agents that can be searched and ordered by; the prompt is not among them.
func AgentColumns() search.Columns { return maps.Clone(agentKind.types) }

// ProjectColumns are the columns of projects that can be searched and ordered by.
func ProjectColumns() search.Columns { return maps.Clone(projectKind.types) }
