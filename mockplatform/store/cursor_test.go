// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// next reads n messages, which must come without waiting for anything but other goroutines.
func next(t *testing.T, c *store.Cursor, n int) []int64 {
	t.Helper()
	all := []int64{}
	for range n {
		m, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m.Seq)
	}
	return all
}

func TestCursorReplaysThenFollows(t *testing.T) {
	s, _ := newStore(t, "demo")
	id, noise := newSession(t, s, store.SessionSpec{}).ID, newSession(t, s, store.SessionSpec{}).ID
	value(s.AppendMessages(id, event("1"), event("2"), event("3")))
	c := value(s.Subscribe(id, 1))
	if diff := cmp.Diff([]int64{2, 3}, next(t, c, 2)); diff != "" {
		t.Error(diff)
	}
	value(s.AppendMessages(noise, event("4")))
	value(s.AppendMessages(id, event("5")))
	if diff := cmp.Diff([]int64{5}, next(t, c, 1)); diff != "" {
		t.Error(diff)
	}
}

func TestCursorWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newStore(t, "demo")
		id := newSession(t, s, store.SessionSpec{}).ID
		c := value(s.Subscribe(id, 0))
		var got []int64
		ctx, cancel := context.WithCancel(t.Context())
		var end error
		go func() {
			for {
				m, err := c.Next(ctx)
				if err != nil {
					end = err
					return
				}
				got = append(got, m.Seq)
			}
		}()
		expect := func(what string, want ...int64) {
			t.Helper()
			synctest.Wait()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
		}
		expect("nothing yet")
		value(s.AppendMessages(id, event("1")))
		snap := s.Snapshot()
		value(s.AppendMessages(id, event("2")))
		expect("live", 1, 2)
		s.Restore(snap)
		expect("restored to less than was delivered", 1, 2)
		value(s.AppendMessages(id, event("3")))
		expect("seq goes on after the restore", 1, 2, 3)
		if err := s.DeleteSession(id); err != nil {
			t.Fatal(err)
		}
		expect("deleted", 1, 2, 3)
		s.Restore(snap)
		value(s.AppendMessages(id, event("4")))
		expect("back again", 1, 2, 3, 4)
		if end != nil {
			t.Errorf("ended by itself: %v", end)
		}
		cancel()
		synctest.Wait()
		if !errors.Is(end, context.Canceled) {
			t.Errorf("ended with %v, want context.Canceled", end)
		}
	})
}

func TestCursorForgetsWhatARestoreTookBack(t *testing.T) {
	s, _ := newStore(t, "demo")
	id := newSession(t, s, store.SessionSpec{}).ID
	snap := s.Snapshot()
	value(s.AppendMessages(id, event("1"), event("2")))
	c := value(s.Subscribe(id, 0))
	next(t, c, 1)
	s.Restore(snap)
	value(s.AppendMessages(id, event("3")))
	if diff := cmp.Diff([]int64{3}, next(t, c, 1)); diff != "" {
		t.Error(diff)
	}
}

func TestRestoreBringsMessagesToWaitingCursors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newStore(t, "demo")
		id := newSession(t, s, store.SessionSpec{}).ID
		empty := s.Snapshot()
		value(s.AppendMessages(id, event("1")))
		full := s.Snapshot()
		s.Restore(empty)
		c := value(s.Subscribe(id, 0))
		var got store.Message
		go func() { got = value(c.Next(context.Background())) }()
		synctest.Wait()
		s.Restore(full)
		synctest.Wait()
		if got.Seq != 1 {
			t.Errorf("got seq %d, want 1", got.Seq)
		}
	})
}

func TestCursorsSeeEveryMessageOnceUnderConcurrency(t *testing.T) {
	const writers, readers, each = 4, 50, 50
	s := store.New(store.Options{})
	value(s.CreateProject(store.ProjectSpec{Name: "demo"}))
	id := newSession(t, s, store.SessionSpec{}).ID
	var wg sync.WaitGroup
	for r := range readers {
		c := value(s.Subscribe(id, 0))
		wg.Go(func() {
			last, perWriter := int64(0), map[string]int{}
			for range writers * each {
				m, err := c.Next(t.Context())
				if err != nil || m.Seq <= last {
					t.Errorf("reader %d: seq %d after %d, %v", r, m.Seq, last, err)
					return
				}
				var writer, n int
				fmt.Sscanf(m.Payload, "%d/%d", &writer, &n)
				if key := fmt.Sprint(writer); perWriter[key] != n {
					t.Errorf("reader %d: message %s, want number %d", r, m.Payload, perWriter[key])
					return
				} else {
					perWriter[key]++
				}
				last = m.Seq
			}
		})
	}
	for w := range writers {
		wg.Go(func() {
			for n := range each {
				value(s.AppendMessages(id, event(fmt.Sprintf("%d/%d", w, n))))
				if n%10 == 0 {
					s.Snapshot()
				}
			}
		})
	}
	wg.Wait()
}
