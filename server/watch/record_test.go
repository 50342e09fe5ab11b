// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"math"
	"testing"
)

func TestNothingComesAfterTheGreatestSeq(t *testing.T) {
	r := newRecord(0)
	r.add(Message{Seq: 1}, Message{Seq: 2})
	for seq, want := range map[int64]int{0: 2, 1: 1, 2: 0, math.MaxInt64 - 1: 0, math.MaxInt64: 0} {
		if got := r.after(seq); len(got.messages) != want || got.behind {
			t.Errorf("after %d: %d messages, want %d", seq, len(got.messages), want)
		}
	}
}
