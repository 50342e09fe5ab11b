// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package streams

import (
	"fmt"
	"slices"
	"sort"
)

// Rule is a guarantee that a history can break.
type Rule string

// The guarantees of D20.
const (
	ResultFirst  Rule = "result-first"
	Order        Rule = "order"
	Uniqueness   Rule = "uniqueness"
	Completeness Rule = "completeness"
	TerminalOnce Rule = "terminal-once"
	// Known is broken by a history that no platform could have produced: an
	// event of no kind, or a message that was never stored.
	Known Rule = "known"
)

// Violation is the first broken guarantee of a watcher.
type Violation struct {
	Seed    uint64
	Watcher string
	Rule    Rule
	// Event is the index of the offending event; it is the number of events
	// when something is missing at the end.
	Event int
	// Detail says what was expected and what was there.
	Detail string
}

func (v *Violation) Error() string {
	return fmt.Sprintf("%s: %s at event %d of %s (seed %d)", v.Rule, v.Detail, v.Event, v.Watcher, v.Seed)
}

// Check returns the first broken guarantee of the history as a *Violation, in
// the order of its watchers, or an error when the recording itself is unusable:
// no watcher, which would let an empty recording pass, or sequence numbers that
// do not ascend.
func Check(h History) error {
	if len(h.Watchers) == 0 {
		return fmt.Errorf("check history of seed %d: it has no watchers", h.Seed)
	}
	for i := 1; i < len(h.Stored); i++ {
		if h.Stored[i] <= h.Stored[i-1] {
			return fmt.Errorf("check history of seed %d: stored seq %d follows %d", h.Seed, h.Stored[i], h.Stored[i-1])
		}
	}
	for _, w := range h.Watchers {
		if v := w.judge(h.Stored); v != nil {
			v.Seed, v.Watcher = h.Seed, w.Name
			return v
		}
	}
	return nil
}

// judge walks the events once, holding the next message that is owed.
func (w Watcher) judge(stored []int64) *Violation {
	owed := stored[sort.Search(len(stored), func(i int) bool { return stored[i] > w.AfterSeq }):]
	next, result, terminal := 0, false, false
	for i, e := range w.Events {
		broken := func(r Rule, format string, args ...any) *Violation {
			return &Violation{Rule: r, Event: i, Detail: fmt.Sprintf(format, args...)}
		}
		if terminal && e.Kind != Result {
			return broken(TerminalOnce, "a %s after the terminal", e.Kind)
		}
		switch e.Kind {
		case Result:
			if result || i > 0 {
				return broken(ResultFirst, "a result that is not the first event")
			}
			result = true
			continue
		case Message:
			if !result {
				return broken(ResultFirst, "seq %d before the result", e.Seq)
			}
			if next < len(owed) && e.Seq == owed[next] {
				next++
				continue
			}
			rule, detail := misplaced(owed, next, e.Seq)
			return broken(rule, "%s", detail)
		case Terminal:
			if !result {
				return broken(ResultFirst, "the terminal before the result")
			}
			terminal = true
			if w.Ending == Whole && next < len(owed) {
				return broken(Completeness, "the terminal came with %d messages owed, the first seq %d", len(owed)-next, owed[next])
			}
		default:
			return broken(Known, "%s arrived", e.Kind)
		}
	}
	return w.unpaid(owed[next:], result, terminal)
}

// misplaced says why a message is not the one that was owed.
func misplaced(owed []int64, next int, seq int64) (Rule, string) {
	at, stored := slices.BinarySearch(owed, seq)
	switch {
	case !stored:
		return Known, fmt.Sprintf("seq %d was not stored after the start of the subscription", seq)
	case at == next-1:
		return Uniqueness, fmt.Sprintf("seq %d again", seq)
	case at < next:
		return Order, fmt.Sprintf("seq %d after seq %d", seq, owed[next-1])
	}
	return Completeness, fmt.Sprintf("seq %d where seq %d was owed", seq, owed[next])
}

// unpaid finds what is still missing when the events are through.
func (w Watcher) unpaid(owed []int64, result, terminal bool) *Violation {
	broken := func(r Rule, detail string) *Violation {
		return &Violation{Rule: r, Event: len(w.Events), Detail: detail}
	}
	switch {
	case w.Ending == Left:
		return nil
	case !result:
		return broken(ResultFirst, "no result")
	case w.Ending == Whole && len(owed) > 0:
		return broken(Completeness, fmt.Sprintf("%d messages never came, the first seq %d", len(owed), owed[0]))
	case !terminal:
		return broken(TerminalOnce, "no terminal")
	}
	return nil
}
