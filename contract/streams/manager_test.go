// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package streams_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/streams"
	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

var (
	schedules = flag.Int("schedules", 20, "how many random fault schedules to run")
	firstSeed = flag.Uint64("first-seed", 1, "the seed of the first schedule; the others count up")
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	watchers = 20
	messages = 500
)

// recorder is a client that writes down what it receives.
type recorder struct {
	mu sync.Mutex
	streams.Watcher
}

func (r *recorder) record(e streams.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Events = append(r.Events, e)
}

func (r *recorder) notify(_ context.Context, _ string, params any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	var p struct {
		Progress struct {
			Terminal bool
			Message  struct{ Seq int64 }
		}
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if p.Progress.Terminal {
		r.record(streams.Event{Kind: streams.Terminal})
	} else {
		r.record(streams.Event{Kind: streams.Message, Seq: p.Progress.Message.Seq})
	}
	return nil
}

func TestAWatchKeepsItsGuaranteesUnderRandomFaults(t *testing.T) {
	met := map[string]int{}
	for i := range *schedules {
		seed := *firstSeed + uint64(i)
		synctest.Test(t, func(t *testing.T) { runSchedule(t, seed, met) })
		if t.Failed() {
			// The seed fixes the faults, not the order in which goroutines run.
			t.Fatalf("again with: -run %s -schedules 1 -first-seed %d -count 20", t.Name(), seed)
		}
	}
	for _, kind := range []string{"phase refused", "list refused", "cut before headers", "stalled", "cut mid-stream", "slow drip", "duplicated"} {
		if met[kind] == 0 && *schedules > 1 {
			t.Errorf("no schedule met the fault %q", kind)
		}
	}
	t.Logf("%d schedules, faults met: %v", *schedules, met)
}

// runSchedule lets watchers come while messages are stored, and judges what
// each received once the session has ended.
func runSchedule(t *testing.T, seed uint64, met map[string]int) {
	draw := rand.New(rand.NewPCG(seed, 1))
	f := newFaulty(seed)
	m := watch.New(watch.Config{Backend: f})
	var clients []*recorder
	for stored := 0; stored < messages || len(clients) < watchers; {
		n := min(draw.IntN(40), messages-stored)
		stored += n
		f.append(n, false)
		// Joins come while these messages are under way, some from a seq that
		// the session has not reached.
		for range min(draw.IntN(4), watchers-len(clients)) {
			r := &recorder{Watcher: streams.Watcher{Name: fmt.Sprintf("watcher %d", len(clients)), AfterSeq: draw.Int64N(int64(stored + 20))}}
			r.join(t, m)
			clients = append(clients, r)
		}
		<-time.After(time.Duration(draw.IntN(3000)) * time.Millisecond) // The bubble's time.
	}
	f.append(0, true)
	<-time.After(10 * time.Minute)
	synctest.Wait()
	h := streams.History{Seed: seed}
	for _, stored := range f.messages {
		h.Stored = append(h.Stored, stored.Seq)
	}
	for _, r := range clients {
		h.Watchers = append(h.Watchers, r.Watcher)
	}
	if err := streams.Check(h); err != nil {
		t.Error(err)
	}
	m.Close()
	synctest.Wait()
	if f.open != 0 {
		t.Errorf("seed %d: %d backend streams are still open", seed, f.open)
	}
	for kind, n := range f.faults {
		met[kind] += n
	}
}

// join subscribes, again when the platform refuses, and writes the result down
// before it lets notifications come.
func (r *recorder) join(t *testing.T, m *watch.Manager) {
	for {
		answered := make(chan struct{})
		_, err := m.Watch(t.Context(), watch.Request{
			Owner: r.Name, SessionID: "s", AfterSeq: r.AfterSeq, Notify: r.notify, AfterResult: answered,
		})
		if err == nil {
			r.record(streams.Event{Kind: streams.Result})
			close(answered)
			return
		}
	}
}
