// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import "fmt"

// list answers a query on the table that of picks from the store's state.
//
// What an index answers exactly costs a page under the read lock. Anything else
// looks at many entries, and does so on a copy of the table, so that a long
// search keeps neither writers nor the readers behind them waiting.
func list[T any](s *Store, k *kind[T], of func(*state) *table[T], q Query) (Page[*T], error) {
	for _, o := range q.Order {
		if _, ok := k.columns[o.Column]; !ok {
			return Page[*T]{}, &QueryError{Reason: fmt.Sprintf("column %s: %s has no such column", o.Column, k.table)}
		}
	}
	p, err := planOf(k, q)
	if err != nil {
		return Page[*T]{}, err
	}
	if page, ok := exactPage(s, of, p, q); ok {
		return page, nil
	}
	s.mu.Lock()
	t := of(s.state).copy()
	s.mu.Unlock()
	u, _ := p.find(t)
	if byAge(q.Order) {
		return scannedPage(u, p, q), nil
	}
	return sortedPage(u, p, q), nil
}

// window is where the page lies in a list of so many.
func (q Query) window(total int) (from, size int) {
	if q.Size <= 0 {
		return 0, total
	}
	from = (max(q.Page, 1) - 1) * q.Size
	if from < 0 || from >= total { // the product may overflow
		return total, 0
	}
	return from, min(q.Size, total-from)
}

func exactPage[T any](s *Store, of func(*state) *table[T], p plan[T], q Query) (Page[*T], bool) {
	if !byAge(q.Order) {
		return Page[*T]{}, false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	u, exact := p.find(of(s.state))
	if !exact {
		return Page[*T]{}, false
	}
	total := u.len()
	from, size := q.window(total)
	page := Page[*T]{Items: make([]*T, 0, size), Total: total}
	if size == 0 {
		return page, true
	}
	for e := range u.skip(from).entries() {
		page.Items = append(page.Items, &e.record)
		if len(page.Items) == size {
			break
		}
	}
	return page, true
}

func scannedPage[T any](u union[T], p plan[T], q Query) Page[*T] {
	page := Page[*T]{Items: []*T{}}
	from, size := q.window(u.len())
	for e := range u.entries() {
		if !p.admits(e) {
			continue
		}
		if page.Total >= from && len(page.Items) < size {
			page.Items = append(page.Items, &e.record)
		}
		page.Total++
	}
	return page
}

func sortedPage[T any](u union[T], p plan[T], q Query) Page[*T] {
	var matching []*entry[T]
	for e := range u.entries() {
		if p.admits(e) {
			matching = append(matching, e)
		}
	}
	ordered(p.kind, matching, q.Order)
	from, size := q.window(len(matching))
	page := Page[*T]{Items: make([]*T, size), Total: len(matching)}
	for i, e := range matching[from : from+size] {
		page.Items[i] = &e.record
	}
	return page
}

// shown is a page of what callers see of the records.
func shown[R, T any](page Page[*R], err error, show func(*R) T) (Page[T], error) {
	if err != nil {
		return Page[T]{Items: []T{}}, err
	}
	items := make([]T, len(page.Items))
	for i, r := range page.Items {
		items[i] = show(r)
	}
	return Page[T]{Items: items, Total: page.Total}, nil
}
