// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tail_test

import (
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

func TestTail(t *testing.T) {
	var l tail.Tail
	if got := l.Excerpt(); got != "it wrote nothing to standard error" {
		t.Error(got)
	}
	l.Write([]byte("before"))
	mark := l.Mark()
	l.Write([]byte(" after\n"))
	if got := l.Since(mark); got != " after\n" {
		t.Errorf("since the mark: %q", got)
	}
	if got := l.Since(mark + 100); got != "" {
		t.Errorf("since what is yet to come: %q", got)
	}
	if got := l.Excerpt(); got != "standard error: before after" {
		t.Error(got)
	}
	for range 5 {
		l.Write([]byte(strings.Repeat("x", tail.Kept)))
	}
	l.Write([]byte("end"))
	if got := l.Since(0); len(got) < tail.Kept || len(got) > 2*tail.Kept || !strings.HasSuffix(got, "end") {
		t.Errorf("%d bytes are kept", len(got))
	}
	if got := l.Since(l.Mark() - 10); got != "xxxxxxxend" {
		t.Errorf("the last 10 bytes are %q", got)
	}
	if got := l.Excerpt(); len(got) != len("standard error: …")+2000 || !strings.HasSuffix(got, "xend") {
		t.Errorf("the excerpt has %d bytes", len(got))
	}
}

func TestEnding(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"short", 10, "short"}, {"short", 5, "short"}, {"shorter", 5, "…orter"},
		{"aé", 1, "…"}, // in the middle of a letter
	} {
		if got := tail.Ending(tt.text, tt.most); got != tt.want {
			t.Errorf("%q, %d: %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}
