// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a manager with its platform, in a bubble of fake time.
type world struct {
	*testing.T
	*fake
	m *Manager
}

func inWorld(t *testing.T, test func(w world)) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		w := world{t, f, New(Config{Backend: f})}
		test(w)
		w.m.Close()
		if open, _, _, _ := f.counts(); open != 0 {
			t.Errorf("%d streams are still open", open)
		}
	})
}

func (w world) watch(c *client, after int64) string {
	w.Helper()
	id, err := w.m.Watch(w.Context(), Request{Owner: "one", SessionID: "s", AfterSeq: after, Notify: c.notify})
	if err != nil {
		w.Fatal(err)
	}
	synctest.Wait()
	return id
}

// pass lets time pass and everything that follows from it happen.
func pass(d time.Duration) {
	<-time.After(d) // The bubble's time, not the test's.
	synctest.Wait()
}

func TestReplayComesFirstThenWhatIsNew(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(3, 7)
		var c client
		w.watch(&c, 0)
		c.expect(t, "3", "7")
		w.push(9, 12)
		synctest.Wait()
		c.expect(t, "3", "7", "9", "12")
	})
}

func TestAfterSeqLeavesOutWhatIsNotAfterIt(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(3, 7, 9)
		var c client
		w.watch(&c, 7)
		c.expect(t, "9")
	})
}

func TestNothingIsNotifiedBeforeTheResult(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(1)
		var c client
		result := make(chan struct{})
		if _, err := w.m.Watch(w.Context(), Request{Owner: "one", SessionID: "s", Notify: c.notify, AfterResult: result}); err != nil {
			t.Fatal(err)
		}
		pass(time.Minute)
		c.expect(t)
		close(result)
		synctest.Wait()
		c.expect(t, "1")
	})
}

func TestTheEndIsToldOnceAfterTheLastMessage(t *testing.T) {
	for _, phase := range []string{"Completed", "Failed", "Stopped"} {
		t.Run(phase, func(t *testing.T) {
			inWorld(t, func(w world) {
				var c client
				id := w.watch(&c, 0)
				w.set(func() { w.deaf = true }) // The last messages are not streamed.
				w.push(4, 5)
				w.set(func() { w.phase = phase })
				synctest.Wait()
				c.expect(t)
				pass(DefaultPollInterval)
				c.expect(t, "4", "5", phase)
				w.push(6)
				pass(time.Minute)
				c.expect(t, "4", "5", phase)
				if err := w.m.Unwatch("one", id); !errors.Is(err, ErrNotFound) {
					t.Errorf("unwatch after the end: %v", err)
				}
				if open, _, _, _ := w.counts(); open != 0 {
					t.Errorf("%d streams are open after the end", open)
				}
			})
		})
	}
}

func TestASessionThatHasEndedIsReplayedAndEndsAtOnce(t *testing.T) {
	inWorld(t, func(w world) {
		w.push(4, 5)
		w.set(func() { w.phase = "Completed" })
		var c client
		w.watch(&c, 0)
		c.expect(t, "4", "5", "Completed")
		if w.m.Active() != 0 {
			t.Error("the subscription is still there")
		}
	})
}

func TestWhatIsNotTerminalGoesOn(t *testing.T) {
	for _, phase := range []string{"", "Pending", "Creating", "Running", "Stopping"} {
		inWorld(t, func(w world) {
			w.set(func() { w.phase = phase })
			var c client
			w.watch(&c, 0)
			pass(10 * time.Minute)
			c.expect(t)
		})
	}
}

func TestADeletedSessionEndsWithDeleted(t *testing.T) {
	inWorld(t, func(w world) {
		var c client
		w.watch(&c, 0)
		w.push(1)
		synctest.Wait()
		w.set(func() { w.phaseErr, w.listErr = refused(404), refused(404) })
		pass(DefaultPollInterval)
		c.expect(t, "1", PhaseDeleted)
	})
}

func TestATokenThatIsRefusedLaterEndsWithUnknown(t *testing.T) {
	for _, status := range []int{401, 403} {
		inWorld(t, func(w world) {
			var c client
			w.watch(&c, 0)
			w.set(func() { w.phaseErr = refused(status) })
			pass(DefaultPollInterval)
			c.expect(t, PhaseUnknown)
		})
	}
}

func TestAPlatformThatStaysAwayForTwoMinutesEndsWithUnknown(t *testing.T) {
	down := map[string]func(w world){
		"refusing": func(w world) { w.phaseErr, w.listErr, w.streamErr = errDown, errDown, errDown },
		"failing":  func(w world) { w.phaseErr, w.listErr, w.streamErr = refused(503), refused(503), refused(503) },
		"hanging":  func(w world) { w.hangPhase, w.listErr, w.streamErr = true, errDown, errDown },
	}
	for name, fail := range down {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w world) {
				var c client
				w.watch(&c, 0)
				w.set(func() { fail(w) })
				w.cutStreams()
				pass(AwayLimit - time.Second)
				c.expect(t)
				pass(2 * DefaultPollInterval)
				c.expect(t, PhaseUnknown)
			})
		})
	}
}

func TestAPlatformThatComesBackInTimeIsFollowedAgain(t *testing.T) {
	inWorld(t, func(w world) {
		var c client
		w.watch(&c, 0)
		w.push(1)
		synctest.Wait()
		w.set(func() { w.phaseErr, w.listErr, w.streamErr = errDown, errDown, errDown })
		w.cutStreams()
		w.push(2, 3)
		pass(90 * time.Second)
		c.expect(t, "1")
		w.set(func() { w.phaseErr, w.listErr, w.streamErr = nil, nil, nil })
		pass(maxBackoff)
		c.expect(t, "1", "2", "3")
		pass(10 * time.Minute)
		c.expect(t, "1", "2", "3")
	})
}

func TestAReconnectReadsAgainFromTheLastSeq(t *testing.T) {
	inWorld(t, func(w world) {
		var c client
		w.watch(&c, 0)
		w.push(5, 8)
		synctest.Wait()
		w.set(func() { w.deaf = true }) // The new stream would not replay.
		w.push(11)
		w.cutStreams()
		synctest.Wait()
		c.expect(t, "5", "8", "11")
		w.set(func() { w.deaf = false })
		w.push(12)
		synctest.Wait()
		c.expect(t, "5", "8", "11", "12")
		w.mu.Lock()
		defer w.mu.Unlock()
		if got := w.streamAfter; len(got) != 2 || got[1] != 8 {
			t.Errorf("streams were opened after %v", got)
		}
		if got := w.listedAfter; len(got) != 1 || got[0] != 8 {
			t.Errorf("messages were read again after %v", got)
		}
	})
}

func TestAStreamThatIsCutAgainAndAgainIsNotHammered(t *testing.T) {
	inWorld(t, func(w world) {
		var c client
		w.watch(&c, 0)
		w.set(func() { w.streamErr = errDown })
		w.cutStreams()
		pass(time.Minute)
		if _, _, _, streams := w.counts(); streams > 25 {
			t.Errorf("the stream was opened %d times in a minute", streams)
		}
	})
}

func TestAFailedLastReadIsTriedAgain(t *testing.T) {
	inWorld(t, func(w world) {
		var c client
		w.watch(&c, 0)
		w.set(func() { w.deaf, w.listErr, w.phase = true, errDown, "Completed" })
		w.push(1)
		pass(DefaultPollInterval)
		c.expect(t)
		w.set(func() { w.listErr = nil })
		pass(time.Second)
		c.expect(t, "1", "Completed")
	})
}

func TestErrorsOfTheFirstReadAreReturned(t *testing.T) {
	inWorld(t, func(w world) {
		want := refused(404)
		w.set(func() { w.phaseErr = want })
		var c client
		if _, err := w.m.Watch(w.Context(), Request{Owner: "one", SessionID: "s", Notify: c.notify}); !errors.Is(err, want) {
			t.Errorf("err is %v", err)
		}
		if _, _, _, streams := w.counts(); streams != 0 {
			t.Error("a stream was opened")
		}
	})
}

func TestIDsCannotBeGuessed(t *testing.T) {
	inWorld(t, func(w world) {
		seen := map[string]bool{}
		for range 100 {
			id := w.watch(&client{}, 0)
			if !strings.HasPrefix(id, "sub_") || len(id) < len("sub_")+26 || seen[id] {
				t.Fatalf("id %q", id)
			}
			seen[id] = true
		}
	})
}

func TestAfterCloseNothingCanBeWatched(t *testing.T) {
	inWorld(t, func(w world) {
		w.m.Close()
		_, err := w.m.Watch(context.Background(), Request{Owner: "one", SessionID: "s"})
		if !errors.Is(err, ErrClosed) {
			t.Errorf("err is %v", err)
		}
	})
}
