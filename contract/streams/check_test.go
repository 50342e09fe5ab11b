// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package streams

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// right draws a history that keeps every guarantee.
func right(t *rapid.T) History {
	h := History{Seed: rapid.Uint64().Draw(t, "seed")}
	seq := int64(0)
	for range rapid.IntRange(3, 60).Draw(t, "messages") {
		seq += rapid.Int64Range(1, 4).Draw(t, "step")
		h.Stored = append(h.Stored, seq)
	}
	for range rapid.IntRange(1, 4).Draw(t, "watchers") {
		w := Watcher{Name: "w", Ending: rapid.SampledFrom([]Ending{Whole, Cut, Left}).Draw(t, "ending")}
		got := h.Stored
		if w.Ending != Whole {
			got = got[:rapid.IntRange(0, len(got)).Draw(t, "got")]
		}
		w.Events = append(w.Events, Event{Kind: Result})
		for _, s := range got {
			w.Events = append(w.Events, Event{Kind: Message, Seq: s})
		}
		if w.Ending != Left || rapid.Bool().Draw(t, "raced") {
			w.Events = append(w.Events, Event{Kind: Terminal})
		}
		h.Watchers = append(h.Watchers, w)
	}
	return h
}

func TestARightHistoryPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := Check(right(t)); err != nil {
			t.Fatal(err)
		}
	})
}

// plants are the faults that must be caught each time; each takes the events of
// a whole subscription and the index of a message that is not the last.
var plants = map[string]struct {
	plant func(e []Event, i int) []Event
	rules []Rule
}{
	"drop":                   {func(e []Event, i int) []Event { return slices.Delete(e, i, i+1) }, []Rule{Completeness}},
	"swap":                   {func(e []Event, i int) []Event { e[i], e[i+1] = e[i+1], e[i]; return e }, []Rule{Completeness, Order}},
	"duplicate":              {func(e []Event, i int) []Event { return slices.Insert(e, i, e[i]) }, []Rule{Uniqueness}},
	"repeat late":            {func(e []Event, i int) []Event { return slices.Insert(e, i+2, e[i]) }, []Rule{Order}},
	"invent":                 {func(e []Event, i int) []Event { return slices.Insert(e, i, Event{Kind: Message, Seq: 1 << 40}) }, []Rule{Known}},
	"second terminal":        {func(e []Event, _ int) []Event { return append(e, Event{Kind: Terminal}) }, []Rule{TerminalOnce}},
	"message after terminal": {func(e []Event, i int) []Event { return append(e, e[i]) }, []Rule{TerminalOnce}},
	"early terminal":         {func(e []Event, i int) []Event { return slices.Insert(e, i, Event{Kind: Terminal}) }, []Rule{Completeness}},
	"no terminal":            {func(e []Event, _ int) []Event { return e[:len(e)-1] }, []Rule{TerminalOnce}},
	"message before result":  {func(e []Event, _ int) []Event { e[0], e[1] = e[1], e[0]; return e }, []Rule{ResultFirst}},
	"no result":              {func([]Event, int) []Event { return nil }, []Rule{ResultFirst}},
	"nothing known":          {func(e []Event, i int) []Event { return slices.Insert(e, i, Event{}) }, []Rule{Known}},
}

func TestAPlantedFaultIsCaughtEachTime(t *testing.T) {
	for name, p := range plants {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				h := right(t)
				w := Watcher{Name: "faulty", Events: []Event{{Kind: Result}}}
				for _, s := range h.Stored {
					w.Events = append(w.Events, Event{Kind: Message, Seq: s})
				}
				w.Events = append(w.Events, Event{Kind: Terminal})
				w.Events = p.plant(w.Events, rapid.IntRange(1, len(h.Stored)-1).Draw(t, "at"))
				h.Watchers = append(h.Watchers, w)
				var v *Violation
				if err := Check(h); !errors.As(err, &v) {
					t.Fatalf("not caught: %v", err)
				}
				if v.Watcher != "faulty" || v.Seed != h.Seed || !slices.Contains(p.rules, v.Rule) {
					t.Fatalf("caught as %v, want one of %v", v, p.rules)
				}
			})
		})
	}
}

func TestAnUnusableRecordingIsNoPass(t *testing.T) {
	for name, h := range map[string]History{
		"no watchers": {Stored: []int64{1}},
		"unordered":   {Stored: []int64{2, 1}, Watchers: []Watcher{{Ending: Left}}},
		"repeated":    {Stored: []int64{1, 1}, Watchers: []Watcher{{Ending: Left}}},
	} {
		if Check(h) == nil {
			t.Errorf("%s: passed", name)
		}
	}
}

func TestAWatchStartsAfterItsCursor(t *testing.T) {
	w := Watcher{Name: "w", AfterSeq: 2, Events: []Event{{Kind: Result}, {Kind: Message, Seq: 3}, {Kind: Terminal}}}
	if err := Check(History{Stored: []int64{1, 2, 3}, Watchers: []Watcher{w}}); err != nil {
		t.Error(err)
	}
	w.AfterSeq = 0
	err := Check(History{Seed: 7, Stored: []int64{1, 2, 3}, Watchers: []Watcher{w}})
	if want := "completeness: seq 3 where seq 1 was owed at event 1 of w (seed 7)"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
