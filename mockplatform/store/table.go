// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"strings"
	"time"

	"github.com/tidwall/btree"
)

// keys are what a record is found by. An empty project or phase is none.
type keys struct {
	id, project, phase, name string
	created                  time.Time
}

// entry is a record in a table. Entries never change: a changed record is another entry.
type entry[T any] struct {
	keys
	record T
}

// index is a tree of all entries of a table, ordered by some keys first and
// within them as lists are: the newest first, then by id.
type index[T any] = *btree.BTreeG[*entry[T]]

// table holds the records of one kind. Copies share what neither has changed since.
type table[T any] struct {
	kind *kind[T]
	ids  *btree.Map[string, *entry[T]]

	byTime, byName, byProject, byPhase, byProjectPhase index[T]
}

func newTable[T any](k *kind[T]) *table[T] {
	return &table[T]{
		kind:           k,
		ids:            new(btree.Map[string, *entry[T]]),
		byTime:         newIndex[T](func(a, b *keys) int { return 0 }),
		byName:         newIndex[T](compareName),
		byProject:      newIndex[T](compareProject),
		byPhase:        newIndex[T](comparePhase),
		byProjectPhase: newIndex[T](compareProjectPhase),
	}
}

func newIndex[T any](prefix func(a, b *keys) int) index[T] {
	less := func(a, b *entry[T]) bool {
		c := prefix(&a.keys, &b.keys)
		if c == 0 {
			c = compareAge(&a.keys, &b.keys)
		}
		return c < 0
	}
	// The store's own lock guards the trees.
	return btree.NewBTreeGOptions(less, btree.Options{NoLocks: true})
}

func compareName(a, b *keys) int    { return strings.Compare(a.name, b.name) }
func compareProject(a, b *keys) int { return strings.Compare(a.project, b.project) }
func comparePhase(a, b *keys) int   { return strings.Compare(a.phase, b.phase) }

func compareProjectPhase(a, b *keys) int {
	if c := compareProject(a, b); c != 0 {
		return c
	}
	return comparePhase(a, b)
}

// compareAge is the order of every list that asks for none: created_at desc, id asc.
func compareAge(a, b *keys) int {
	if c := b.created.Compare(a.created); c != 0 {
		return c
	}
	return strings.Compare(a.id, b.id)
}

func (t *table[T]) indexes() []index[T] {
	return []index[T]{t.byTime, t.byName, t.byProject, t.byPhase, t.byProjectPhase}
}

// copy costs the same whatever the table holds. It needs the lock for writing.
func (t *table[T]) copy() *table[T] {
	return &table[T]{
		kind:           t.kind,
		ids:            t.ids.Copy(),
		byTime:         t.byTime.Copy(),
		byName:         t.byName.Copy(),
		byProject:      t.byProject.Copy(),
		byPhase:        t.byPhase.Copy(),
		byProjectPhase: t.byProjectPhase.Copy(),
	}
}

func (t *table[T]) get(id string) (*T, error) {
	e, ok := t.ids.Get(id)
	if !ok {
		return nil, &NotFoundError{Kind: t.kind.name, ID: id}
	}
	return &e.record, nil
}

func (t *table[T]) has(id string) bool {
	_, ok := t.ids.Get(id)
	return ok
}

// put adds the record, or replaces the one of its id.
func (t *table[T]) put(record T) {
	e := &entry[T]{record: record}
	e.keys = t.kind.keys(&e.record)
	old, replaced := t.ids.Set(e.id, e)
	for _, x := range t.indexes() {
		if replaced {
			x.Delete(old)
		}
		x.Set(e)
	}
}

func (t *table[T]) delete(id string) error {
	old, ok := t.ids.Delete(id)
	if !ok {
		return &NotFoundError{Kind: t.kind.name, ID: id}
	}
	for _, x := range t.indexes() {
		x.Delete(old)
	}
	return nil
}

// named returns every record of that name.
func (t *table[T]) named(name string) []*T {
	var found []*T
	s := prefixSpan(t.byName, compareName, keys{name: name})
	for i := s.low; i < s.high; i++ {
		e, _ := t.byName.GetAt(i)
		found = append(found, &e.record)
	}
	return found
}

// oldestFirst returns every record in order of creation.
func (t *table[T]) oldestFirst() []T {
	records := make([]T, 0, t.ids.Len())
	t.byTime.Reverse(func(e *entry[T]) bool {
		records = append(records, e.record)
		return true
	})
	return records
}
