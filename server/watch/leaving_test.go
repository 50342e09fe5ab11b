// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhoMayUnwatch(t *testing.T) {
	inWorld(t, func(w world) {
		var c client
		id := w.watch(&c, 0)
		for _, wrong := range [][2]string{{"other", id}, {"one", "sub_other"}, {"one", ""}, {"", id}} {
			if err := w.m.Unwatch(wrong[0], wrong[1]); !errors.Is(err, ErrNotFound) {
				t.Errorf("%v: %v", wrong, err)
			}
		}
		w.push(1)
		synctest.Wait()
		c.expect(t, "1")
		if err := w.m.Unwatch("one", id); err != nil {
			t.Fatal(err)
		}
		if err := w.m.Unwatch("one", id); !errors.Is(err, ErrNotFound) {
			t.Errorf("twice: %v", err)
		}
		synctest.Wait()
		if open, _, _, _ := w.counts(); open != 0 {
			t.Errorf("%d streams are open with nobody watching", open)
		}
		w.push(2)
		pass(time.Minute)
		c.expect(t, "1")
	})
}

func TestUnwatchOfAClientThatTakesNothingReturns(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(1, 2)
		c := client{hold: make(chan struct{})}
		id := w.watch(&c, 0)
		if err := w.m.Unwatch("one", id); err != nil {
			t.Fatal(err)
		}
		close(c.hold)
		synctest.Wait()
		c.expect(t)
	})
}

func TestAClientThatGoesTakesOnlyItsOwnAlong(t *testing.T) {
	inWorld(t, func(w world) {
		var gone, stays client
		w.watch(&gone, 0)
		w.watch(&gone, 0)
		if _, err := w.m.Watch(w.Context(), Request{Owner: "two", SessionID: "s", Notify: stays.notify}); err != nil {
			t.Fatal(err)
		}
		w.m.CloseOwner("one")
		synctest.Wait()
		w.push(1)
		synctest.Wait()
		gone.expect(t)
		stays.expect(t, "1")
		if n := w.m.Active(); n != 1 {
			t.Errorf("%d subscriptions are left", n)
		}
		w.m.CloseOwner("two")
		synctest.Wait()
		if open, _, _, _ := w.counts(); open != 0 {
			t.Errorf("%d streams are left", open)
		}
	})
}

func TestAClientThatGoesBlockedAtTheEndIsReleased(t *testing.T) {
	inWorld(t, func(w world) {
		w.set(func() { w.phase = "Completed" })
		c := client{hold: make(chan struct{})}
		w.watch(&c, 0)
		w.m.CloseOwner("one")
		synctest.Wait()
		c.expect(t)
	})
}

func TestAClientThatGoesWhileItAsksIsNotWatched(t *testing.T) {
	inWorld(t, func(w world) {
		w.set(func() { w.hangPhase = true })
		ctx, cancel := context.WithCancel(w.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := w.m.Watch(ctx, Request{Owner: "one", SessionID: "s", Notify: (&client{}).notify})
			failed <- err
		}()
		synctest.Wait()
		w.m.CloseOwner("one")
		cancel()
		if err := <-failed; err == nil {
			t.Error("a client that is gone has a subscription")
		}
		if n := w.m.Active(); n != 0 {
			t.Errorf("%d subscriptions", n)
		}
	})
}

func TestAClientThatFailsIsDropped(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(1)
		if _, err := w.m.Watch(w.Context(), Request{Owner: "one", SessionID: "s",
			Notify: func(context.Context, string, any) error { return errors.New("session closed") }}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if n := w.m.Active(); n != 0 {
			t.Errorf("%d subscriptions", n)
		}
	})
}

func TestUnwatchRacesWithMessages(t *testing.T) {
	f := newFake()
	m := New(Config{Backend: f})
	defer m.Close()
	for range 200 {
		var mu sync.Mutex
		answered, late := false, false
		id, err := m.Watch(t.Context(), Request{Owner: "one", SessionID: "s", Notify: func(context.Context, string, any) error {
			mu.Lock()
			defer mu.Unlock()
			late = late || answered
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		var pushing sync.WaitGroup
		pushing.Go(func() { f.push(int64(len(f.messages) + 1)) })
		if err := m.Unwatch("one", id); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		answered = true
		mu.Unlock()
		pushing.Wait()
		mu.Lock()
		if late {
			t.Fatal("a notification came after the answer to unwatch")
		}
		mu.Unlock()
	}
}
