// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"iter"
	"sort"
)

// span is a run of entries of one index with the same keys before their age,
// and so in the order of lists.
type span[T any] struct {
	in        index[T]
	low, high int
}

func wholeSpan[T any](in index[T]) span[T] { return span[T]{in: in, high: in.Len()} }

// prefixSpan is the run of entries that compare equal with k in the keys that the index is ordered by.
func prefixSpan[T any](in index[T], prefix func(a, b *keys) int, k keys) span[T] {
	search := func(from int, beyond func(c int) bool) int {
		return from + sort.Search(in.Len()-from, func(i int) bool {
			e, _ := in.GetAt(from + i)
			return beyond(prefix(&e.keys, &k))
		})
	}
	low := search(0, func(c int) bool { return c >= 0 })
	return span[T]{in: in, low: low, high: search(low, func(c int) bool { return c > 0 })}
}

func (s span[T]) len() int { return s.high - s.low }

func (s span[T]) at(i int) *entry[T] {
	e, _ := s.in.GetAt(i)
	return e
}

// rank is where k stands in the span: the number of the first entry not before it.
func (s span[T]) rank(k *keys) int {
	return s.low + sort.Search(s.len(), func(i int) bool {
		return compareAge(&s.at(s.low+i).keys, k) >= 0
	})
}

// union is some spans that have no entry in common, read as one list.
type union[T any] []span[T]

func (u union[T]) len() int {
	n := 0
	for _, s := range u {
		n += s.len()
	}
	return n
}

// skip is u without its first n entries. It bisects all spans at once, so a
// late page costs no more than the first.
func (u union[T]) skip(n int) union[T] {
	rest := make(union[T], len(u))
	if len(u) == 1 {
		s := u[0]
		s.low += min(n, s.len())
		rest[0] = s
		return rest
	}
	// Each window holds the places where its span may be cut; they close in
	// together. No span can give more than n of the first n.
	windows := make(union[T], len(u))
	for i, s := range u {
		windows[i] = span[T]{in: s.in, low: s.low, high: s.low + min(n, s.len())}
	}
	cuts := make([]int, len(u))
	for {
		widest := 0
		for i, w := range windows {
			if w.len() > windows[widest].len() {
				widest = i
			}
		}
		if len(windows) == 0 || windows[widest].len() == 0 {
			break
		}
		w := windows[widest]
		middle := w.low + w.len()/2
		pivot := w.at(middle)
		before := 0
		for i, w := range windows {
			cuts[i] = middle
			if i != widest {
				cuts[i] = w.rank(&pivot.keys)
			}
			before += cuts[i] - u[i].low
		}
		for i := range windows {
			if before < n {
				windows[i].low = cuts[i]
			} else {
				windows[i].high = cuts[i]
			}
		}
		if before < n {
			windows[widest].low = middle + 1
		}
	}
	for i, w := range windows {
		rest[i] = span[T]{in: u[i].in, low: w.low, high: u[i].high}
	}
	return rest
}

// entries merges the spans.
func (u union[T]) entries() iter.Seq[*entry[T]] {
	return func(yield func(*entry[T]) bool) {
		walks := make([]*walk[T], 0, len(u))
		for _, s := range u {
			if w := newWalk(s); w != nil {
				walks = append(walks, w)
			}
		}
		for len(walks) > 0 {
			first := 0
			for i := 1; i < len(walks); i++ {
				if compareAge(&walks[i].now.keys, &walks[first].now.keys) < 0 {
					first = i
				}
			}
			if !yield(walks[first].now) {
				return
			}
			if !walks[first].next() {
				walks = append(walks[:first], walks[first+1:]...)
			}
		}
	}
}

// walk goes through a span; now is the entry it stands on.
type walk[T any] struct {
	now  *entry[T]
	left int
	step func() bool
	item func() *entry[T]
}

func newWalk[T any](s span[T]) *walk[T] {
	if s.len() == 0 {
		return nil
	}
	it := s.in.Iter()
	first := s.at(s.low)
	it.Seek(first)
	return &walk[T]{now: first, left: s.len() - 1, step: it.Next, item: it.Item}
}

func (w *walk[T]) next() bool {
	if w.left == 0 || !w.step() {
		return false
	}
	w.left--
	w.now = w.item()
	return true
}
