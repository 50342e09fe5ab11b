// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"context"
	"errors"
	"time"
)

// follow keeps a backend stream open until ctx ends or the platform says that
// there is nothing to stream any more, which it tells through lost.
func (f *feed) follow(ctx context.Context, lost chan<- end) {
	failures := 0
	for again := false; ctx.Err() == nil; again = true {
		fresh, err := f.stream(ctx, again)
		if ctx.Err() != nil {
			return
		}
		if e, over := endOf(err); over {
			lost <- e
			return
		}
		if fresh { // A stream that brought something may be opened again at once.
			failures = 0
		}
		if failures > 0 && !pause(ctx, f.manager.clock, backoff(failures)) {
			return
		}
		failures++
	}
}

// stream is one life of the backend stream. It tells whether anything new came
// of it (a wish to start again counts) and why it ended.
func (f *feed) stream(ctx context.Context, again bool) (fresh bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	after := f.record.position()
	// The position is read first: a rewind after this point is not missed.
	stop := make(chan struct{})
	defer close(stop)
	f.manager.running.Go(func() {
		select {
		case <-f.rewound:
			cancel(errRewound)
		case <-stop:
		}
	})
	s, err := f.manager.backend.OpenStream(ctx, f.key.session, after)
	if err != nil {
		return errors.Is(context.Cause(ctx), errRewound), err
	}
	defer s.Close()
	f.alive()
	if again { // What was announced while no stream was open.
		from := f.record.position()
		messages, err := f.manager.backend.MessagesAfter(ctx, f.key.session, from)
		if err != nil {
			return errors.Is(context.Cause(ctx), errRewound), err
		}
		fresh = f.record.add(from, messages...)
	}
	for m, err := range s.All() {
		if err != nil {
			return fresh || errors.Is(context.Cause(ctx), errRewound), err
		}
		f.alive()
		fresh = f.record.add(after, m) || fresh
		after = max(after, m.Seq)
	}
	return fresh || errors.Is(context.Cause(ctx), errRewound), nil
}

type rewound struct{}

func (rewound) Error() string { return "a watcher asked for older messages" }

var errRewound error = rewound{}

// backoff is the pause before the next attempt after so many failures in a row.
func backoff(failures int) time.Duration {
	d := minBackoff
	for range failures - 1 {
		if d *= 2; d >= maxBackoff {
			return maxBackoff
		}
	}
	return d
}
