// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"math"
	"testing"
)

func TestNothingComesAfterTheGreatestSeq(t *testing.T) {
	r := newRecord(0)
	r.add(0, Message{Seq: 1}, Message{Seq: 2})
	for seq, want := range map[int64]int{0: 2, 1: 1, 2: 0, math.MaxInt64 - 1: 0, math.MaxInt64: 0} {
		if got := r.after(seq); len(got.messages) != want || got.behind {
			t.Errorf("after %d: %d messages, want %d", seq, len(got.messages), want)
		}
	}
}

func TestWhatWasUnderWayWhenTheStartMovedIsRefused(t *testing.T) {
	r := newRecord(6)
	if !r.lower(1) {
		t.Fatal("an empty record does not move down")
	}
	if r.add(6, Message{Seq: 8}) {
		t.Error("8 was taken, and what lies between 1 and 6 is lost")
	}
	if !r.add(1, Message{Seq: 3}, Message{Seq: 8}) || r.position() != 8 {
		t.Error("the messages from the new start were not taken")
	}
}
