// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

func TestManyWatchersShareOneStreamAndOnePoll(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(1, 2)
		clients := make([]client, 50)
		for i := range clients {
			w.watch(&clients[i], 0)
		}
		w.push(3)
		_, before, _, _ := w.counts()
		pass(DefaultPollInterval)
		open, after, _, streams := w.counts()
		if open != 1 || streams != 1 {
			t.Errorf("%d streams are open, %d were", open, streams)
		}
		if after-before != 1 {
			t.Errorf("%d polls in one interval", after-before)
		}
		for i := range clients {
			clients[i].expect(t, "1", "2", "3")
		}
	})
}

func TestAnotherBearerHasAStreamOfItsOwn(t *testing.T) {
	inWorld(t, func(w world) {
		for _, bearer := range []string{"a", "b"} {
			if _, err := w.m.Watch(w.Context(), Request{Owner: bearer, Bearer: bearer, SessionID: "s", Notify: (&client{}).notify}); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if open, _, _, _ := w.counts(); open != 2 {
			t.Errorf("%d streams are open", open)
		}
	})
}

func TestALaterWatcherGetsItsOwnReplay(t *testing.T) {
	for name, after := range map[string]int64{"further back": 0, "further ahead": 4, "where the first began": 2, "in the future": 100} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w world) {
				w.push(1, 2, 3, 4)
				var first, second client
				w.watch(&first, 2)
				w.push(5)
				synctest.Wait()
				w.watch(&second, after)
				w.push(6, 101)
				synctest.Wait()
				first.expect(t, "3", "4", "5", "6", "101")
				var want []string
				for _, seq := range []int64{1, 2, 3, 4, 5, 6, 101} {
					if seq > after {
						want = append(want, strconv.FormatInt(seq, 10))
					}
				}
				second.expect(t, want...)
			})
		})
	}
}

func TestAPlatformThatListsTooMuchDoesNotRepeatMessages(t *testing.T) {
	inWorld(t, func(w world) {
		w.set(func() { w.forgetful = true })
		w.push(1, 2, 3, 4)
		var first, second client
		w.watch(&first, 3)
		w.watch(&second, 1)
		w.cutStreams()
		w.push(5)
		synctest.Wait()
		first.expect(t, "4", "5")
		second.expect(t, "2", "3", "4", "5")
	})
}

func TestWhoReadsTheEndCannotUnwatchAnyMore(t *testing.T) {
	inWorld(t, func(w world) {
		w.set(func() { w.phase = "Completed" })
		var id string
		var err error
		gate := make(chan struct{})
		id, failed := w.m.Watch(w.Context(), Request{Owner: "one", SessionID: "s", AfterResult: gate,
			Notify: func(context.Context, string, any) error {
				err = w.m.Unwatch("one", id)
				return nil
			}})
		if failed != nil {
			t.Fatal(failed)
		}
		close(gate)
		synctest.Wait()
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("unwatch on reading the end: %v", err)
		}
	})
}

func TestAWatcherFromTheFutureDoesNotStarveTheNext(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(1)
		var ahead, next client
		w.watch(&ahead, 1000)
		w.watch(&next, 0)
		w.push(2)
		synctest.Wait()
		ahead.expect(t)
		next.expect(t, "1", "2")
	})
}

func TestASlowClientSlowsOnlyItself(t *testing.T) {
	inWorld(t, func(w world) {
		slow, quick := client{hold: make(chan struct{})}, client{}
		w.watch(&slow, 0)
		w.watch(&quick, 0)
		var want []string
		for i := range int64(3 * maxKept) { // More than the feed keeps.
			w.push(i + 1)
			want = append(want, strconv.FormatInt(i+1, 10))
			if i%100 == 0 {
				synctest.Wait()
			}
		}
		synctest.Wait()
		quick.expect(t, want...)
		slow.expect(t)
		w.set(func() { w.phase = "Completed" })
		pass(DefaultPollInterval)
		want = append(want, "Completed")
		quick.expect(t, want...)
		close(slow.hold)
		synctest.Wait()
		slow.expect(t, want...)
	})
}

func TestASessionThatIsStartedAgainCanBeWatchedAgain(t *testing.T) {
	inWorld(t, func(w world) {
		var first, second client
		w.push(1)
		w.watch(&first, 0)
		w.set(func() { w.phase = "Stopped" })
		pass(DefaultPollInterval)
		first.expect(t, "1", "Stopped")
		w.set(func() { w.phase = "Pending" })
		w.watch(&second, 1)
		w.push(2)
		pass(time.Minute)
		second.expect(t, "2")
	})
}

func TestAJoinThatSeesTheEndEndsEverybody(t *testing.T) {
	inWorld(t, func(w world) {
		var first, second client
		w.watch(&first, 0)
		w.push(1)
		w.set(func() { w.phase = "Failed" })
		w.watch(&second, 0)
		first.expect(t, "1", "Failed")
		second.expect(t, "1", "Failed")
	})
}

// Whatever is pushed, cut, joined and lost between: everybody gets everything
// behind its own start, in order, once, and one end.
func TestNothingIsLostDoubledOrOutOfOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.SliceOfN(rapid.SampledFrom([]string{"push", "push", "cut", "join", "down", "up", "wait", "deaf"}), 1, 40).Draw(rt, "steps")
		after := rapid.SliceOfN(rapid.Int64Range(0, 60), len(steps), len(steps)).Draw(rt, "after")
		inWorld(t, func(w world) {
			var clients []*client
			var starts []int64
			seq := int64(0)
			for i, step := range steps {
				switch step {
				case "push":
					seq += 1 + after[i]%3
					w.push(seq)
				case "cut":
					w.cutStreams()
				case "deaf":
					w.set(func() { w.deaf = !w.deaf })
				case "down":
					w.set(func() { w.streamErr, w.listErr = errDown, errDown })
				case "up":
					w.set(func() { w.streamErr, w.listErr = nil, nil })
				case "wait":
					pass(time.Second)
				case "join":
					c := &client{}
					clients, starts = append(clients, c), append(starts, after[i])
					w.watch(c, after[i])
				}
			}
			w.set(func() { w.streamErr, w.listErr, w.phase = nil, nil, "Completed" })
			pass(time.Minute)
			for i, c := range clients {
				var want []string
				for _, m := range w.messages {
					if m.Seq > starts[i] {
						want = append(want, fmt.Sprint(m.Seq))
					}
				}
				c.expect(t, append(want, "Completed")...)
			}
			if t.Failed() {
				rt.Fatalf("steps %v after %v", steps, after)
			}
		})
	})
}

func TestWhoComesWhileTheEndIsReadLosesNothing(t *testing.T) {
	for range 200 {
		inWorld(t, func(w world) {
			w.push(3)
			var first client
			w.watch(&first, 6)
			w.set(func() { w.phase = "Completed" })
			clients := make([]client, 20)
			starts := []int64{6, 5, 4, 3, 2}
			for i := range clients { // None waits for what the one before set going.
				r := Request{Owner: "one", SessionID: "s", AfterSeq: starts[min(i/4, 4)], Notify: clients[i].notify}
				if _, err := w.m.Watch(t.Context(), r); err != nil {
					t.Fatal(err)
				}
			}
			pass(time.Minute)
			first.expect(t, "Completed")
			for i := range clients {
				if starts[min(i/4, 4)] < 3 {
					clients[i].expect(t, "3", "Completed")
				} else {
					clients[i].expect(t, "Completed")
				}
			}
		})
		if t.Failed() {
			return
		}
	}
}
