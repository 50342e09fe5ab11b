// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"time"

	"github.com/cucumber/godog"
)

// addServerTime registers the steps that move the server's clock.
func addServerTime(sc *godog.ScenarioContext) {
	sc.Step(`^(\d+(?:\.\d+)?) seconds? pass(?:es)? on the server$`, func(ctx context.Context, seconds float64) error {
		return From(ctx).pass(ctx, time.Duration(seconds*float64(time.Second)))
	})
	sc.Step(`^(\d+) seconds pass on the server, poll by poll$`, func(ctx context.Context, seconds int) error {
		return From(ctx).passPollByPoll(ctx, seconds)
	})
	sc.Step(`^no end comes for (\d+) seconds on the server$`, func(ctx context.Context, seconds int) error {
		return From(ctx).noEndFor(ctx, seconds)
	})
	sc.Step(`^within (\d+) more the end comes in phase "([^"]*)", with a reason$`, func(ctx context.Context, seconds int, phase string) error {
		return From(ctx).endWithin(ctx, seconds, phase)
	})
	sc.Step(`^as time passes on the server, the caller is notified of "([^"]*)"$`, func(ctx context.Context, payload string) error {
		return From(ctx).bringsInTime(ctx, payload)
	})
}

// pass moves the server's clock.
func (w *World) pass(ctx context.Context, d time.Duration) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.client(ctx, defaultClient)
	if err != nil {
		return err
	}
	return c.Advance(ctx, d)
}

// moment is how long a step lets the server work before it moves the clock on.
// It waits for an event that may not come, so that nothing depends on its length
// but how much real time the server gets for a second of its own.
const moment = 10 * time.Millisecond

// passUntil moves the clock in steps of that many seconds until the subscription has
// brought what match wants. It reports whether it did before the seconds were over.
func (w *World) passUntil(ctx context.Context, s *subscription, seconds, step int, match func(notice) bool) (bool, error) {
	for passed := 0; passed < seconds; passed += step {
		if err := w.pass(ctx, time.Duration(step)*time.Second); err != nil {
			return false, fmt.Errorf("after %d seconds: %w", passed, err)
		}
		short, cancel := context.WithTimeout(ctx, moment)
		err := s.await(short, "a notification", match)
		cancel()
		if err == nil {
			return true, nil
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
	}
	return false, nil
}

// passPollByPoll lets polls happen: after every five seconds the phase must be read once more.
func (w *World) passPollByPoll(ctx context.Context, seconds int) error {
	const interval = 5
	for passed := interval; passed <= seconds; passed += interval {
		if err := w.pass(ctx, interval*time.Second); err != nil {
			return err
		}
		// The read when the watch began is the first.
		if err := w.awaitReads(ctx, 1+passed/interval); err != nil {
			return err
		}
	}
	return nil
}

// awaitReads waits until the watched session has been read that often since its watch began.
func (w *World) awaitReads(ctx context.Context, n int) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond) // the platform has no event for it
	defer tick.Stop()
	s := w.watching.about
	for {
		err := w.phaseReads(ctx, n, s.name, s.name)
		if err == nil {
			return w.answered(ctx)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return err
		}
	}
}

// answered waits until the platform has answered every request but those for a stream.
func (w *World) answered(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		journal, err := w.env.Platform().Journal(ctx, 0)
		if err != nil {
			return err
		}
		open := 0
		for _, r := range journal.Requests {
			if r.EndedAt.IsZero() && r.Header.Get("Accept") != "text/event-stream" {
				open++
			}
		}
		if open == 0 {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("the platform still serves %d requests: %w", open, ctx.Err())
		}
	}
}

// noEndFor lets time pass and checks that the subscription does not end.
func (w *World) noEndFor(ctx context.Context, seconds int) error {
	s := w.watching.about
	ended, err := w.passUntil(ctx, s, seconds, 5, notice.ends)
	if err == nil && ended {
		err = fmt.Errorf("expected no end yet, the watch %q has brought %q", s.name, tellAll(s.notices()))
	}
	return err
}

// endWithin lets time pass until the end comes, which must be the only notification and have a reason.
func (w *World) endWithin(ctx context.Context, seconds int, phase string) error {
	s := w.watching.about
	if _, err := w.passUntil(ctx, s, seconds, 5, notice.ends); err != nil {
		return err
	}
	if err := s.brings(ctx, []string{endIn(phase)}, true); err != nil {
		return err
	}
	event := s.notices()[0].event
	if reason, _ := event["reason"].(string); reason == "" {
		return fmt.Errorf("expected a reason, got %s", encode(event))
	}
	return sameStrings([]string{"phase", "reason", "session_id", "terminal"}, keys(event))
}

// bringsInTime lets time pass until the message has come. It must be the first one.
func (w *World) bringsInTime(ctx context.Context, payload string) error {
	s := w.watching.about
	if _, err := w.passUntil(ctx, s, 60, 1, func(notice) bool { return true }); err != nil {
		return err
	}
	return s.brings(ctx, []string{payload}, true)
}
