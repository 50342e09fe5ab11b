// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package streams_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"sort"
	"sync"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

var errFault = errors.New("connection reset")

// faulty is a platform with one session, whose answers fail as a seed decides.
type faulty struct {
	seed     uint64
	mu       sync.Mutex
	draws    map[string]*rand.Rand
	messages []watch.Message
	ended    bool
	open     int
	faults   map[string]int
	changed  chan struct{}
}

func newFaulty(seed uint64) *faulty {
	return &faulty{seed: seed, draws: map[string]*rand.Rand{}, faults: map[string]int{}, changed: make(chan struct{})}
}

// chance draws a fault of that name once in so many times; f.mu is held. Each
// fault has draws of its own: the n-th call of a kind fares the same in every
// run of a seed, whatever other calls come between.
func (f *faulty) chance(name string, in int) bool {
	if f.draws[name] == nil {
		h := fnv.New64a()
		h.Write([]byte(name))
		f.draws[name] = rand.New(rand.NewPCG(f.seed, h.Sum64()))
	}
	if f.draws[name].IntN(in) > 0 {
		return false
	}
	f.faults[name]++
	return true
}

// append stores n more messages and tells whether they are the last.
func (f *faulty) append(n int, last bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for range n {
		seq := int64(len(f.messages) + 1)
		f.messages = append(f.messages, watch.Message{Seq: seq, Raw: json.RawMessage(fmt.Sprintf(`{"seq":%d}`, seq))})
	}
	f.ended = last
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *faulty) above(after int64) []watch.Message {
	return f.messages[sort.Search(len(f.messages), func(i int) bool { return f.messages[i].Seq > after }):]
}

func (f *faulty) Phase(context.Context, string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.chance("phase refused", 5):
		return "", errFault
	case f.ended:
		return "Completed", nil
	}
	return "Running", nil
}

func (f *faulty) MessagesAfter(_ context.Context, _ string, after int64) ([]watch.Message, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.chance("list refused", 5) {
		return nil, errFault
	}
	return append([]watch.Message(nil), f.above(after)...), nil
}

func (f *faulty) OpenStream(ctx context.Context, _ string, after int64) (watch.Stream, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.chance("cut before headers", 4) {
		return nil, errFault
	}
	f.open++
	return &faultyStream{f: f, ctx: ctx, after: after, stalled: f.chance("stalled", 6)}, nil
}

type faultyStream struct {
	f       *faulty
	ctx     context.Context
	after   int64
	stalled bool
	once    sync.Once
}

func (s *faultyStream) Close() {
	s.once.Do(func() {
		s.f.mu.Lock()
		defer s.f.mu.Unlock()
		s.f.open--
	})
}

// frame is the next message of a stream and what becomes of it.
type frame struct {
	watch.Message
	cut, drip, twice bool
}

func (s *faultyStream) All() iter.Seq2[watch.Message, error] {
	return func(yield func(watch.Message, error) bool) {
		for s.ctx.Err() == nil {
			next, more := s.next()
			if next == nil {
				select {
				case <-more:
				case <-s.ctx.Done():
				}
				continue
			}
			if next.cut {
				yield(watch.Message{}, errFault)
				return
			}
			if next.drip {
				select {
				case <-time.After(700 * time.Millisecond): // The bubble's time.
				case <-s.ctx.Done():
					return
				}
			}
			if !yield(next.Message, nil) || next.twice && !yield(next.Message, nil) {
				return
			}
			s.after = next.Seq
		}
	}
}

// next draws the next frame; when there is none it returns what is closed once
// there may be one.
func (s *faultyStream) next() (*frame, <-chan struct{}) {
	s.f.mu.Lock()
	defer s.f.mu.Unlock()
	left := s.f.above(s.after)
	if s.stalled || len(left) == 0 {
		return nil, s.f.changed
	}
	return &frame{
		Message: left[0],
		cut:     s.f.chance("cut mid-stream", 40),
		drip:    s.f.chance("slow drip", 50),
		twice:   s.f.chance("duplicated", 20),
	}, nil
}
