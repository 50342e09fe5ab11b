// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

// Query asks for a page of a list. Its zero value asks for everything.
type Query struct {
	// Where is the condition; the zero value has none. Columns and types are checked: [*QueryError].
	Where search.Expr
	// Order is the order; created_at desc, id asc when empty. Ties are ordered by id.
	Order []Order
	// Page counts from 1; less means 1.
	Page int
	// Size is the number of items of a page; 0 or less means all.
	Size int
	// Projects is the scope: only what belongs to one of these. Nil means no scope; empty, nothing.
	Projects []string
	// ProjectID, when not empty, selects one project within the scope.
	ProjectID string
	// Phase, when not empty, selects one phase; for sessions only.
	Phase Phase
}

// Page is a page of a list.
type Page[T any] struct {
	// Items is never nil.
	Items []T
	// Total counts what the query matches on all pages.
	Total int
}

// Order is one column of an order.
type Order struct {
	Column string
	Desc   bool
}

// ParseOrder reads an order as in the orderBy parameter: "created_at desc, id asc".
// The direction is optional and lower case. The error is a [*QueryError].
func ParseOrder(text string) ([]Order, error) {
	var orders []Order
	for part := range strings.SplitSeq(text, ",") {
		fields := strings.Fields(part)
		switch {
		case len(fields) == 1:
			orders = append(orders, Order{Column: fields[0]})
		case len(fields) == 2 && (fields[1] == "asc" || fields[1] == "desc"):
			orders = append(orders, Order{Column: fields[0], Desc: fields[1] == "desc"})
		default:
			return nil, &QueryError{Reason: fmt.Sprintf("bad order value '%s'", strings.TrimSpace(part))}
		}
	}
	return orders, nil
}

// byAge reports whether orders are, as far as they can matter, the order that the indexes have.
func byAge(orders []Order) bool {
	newest, id := Order{Column: "created_at", Desc: true}, Order{Column: "id"}
	return len(orders) == 0 || orders[0] == newest && (len(orders) == 1 || orders[1] == id)
}

// ordered sorts entries, which come in the order of lists. A value that is
// absent counts as the greatest.
func ordered[T any](k *kind[T], entries []*entry[T], orders []Order) {
	type row struct {
		e      *entry[T]
		values []search.Value
		absent []bool
	}
	rows := make([]row, len(entries))
	for i, e := range entries {
		r := row{e, make([]search.Value, len(orders)), make([]bool, len(orders))}
		for j, o := range orders {
			v, ok := k.columns[o.Column].get(&e.record)
			r.values[j], r.absent[j] = v, !ok
		}
		rows[i] = r
	}
	slices.SortFunc(rows, func(a, b row) int {
		for j, o := range orders {
			c := 0
			switch {
			case a.absent[j] || b.absent[j]:
				if a.absent[j] != b.absent[j] {
					c = 1
					if b.absent[j] {
						c = -1
					}
				}
			default:
				c = a.values[j].Compare(b.values[j])
			}
			if o.Desc {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return strings.Compare(a.e.id, b.e.id)
	})
	for i, r := range rows {
		entries[i] = r.e
	}
}
