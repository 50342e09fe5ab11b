// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import "testing"

func TestWhatAServerSentCannotSteerTheTerminal(t *testing.T) {
	got := plain("a\x1b[2J\u202eb\xffc\n\td é")
	if want := "a\ufffd[2J\ufffdb\ufffdc\n\td é"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
