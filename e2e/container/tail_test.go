// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"strings"
	"testing"
)

func TestTail(t *testing.T) {
	var l tail
	l.Write([]byte("before "))
	mark := l.mark()
	l.Write([]byte("after"))
	if got := l.since(mark); got != "after" {
		t.Errorf("since the mark: %q", got)
	}
	if got := l.since(l.mark()); got != "" {
		t.Errorf("since now: %q", got)
	}
	for range 3 {
		l.Write([]byte(strings.Repeat("x", keptBytes)))
	}
	l.Write([]byte("end"))
	if got := l.since(mark); len(got) < keptBytes || len(got) > 3*keptBytes || !strings.HasSuffix(got, "end") {
		t.Errorf("%d bytes are kept", len(got))
	}
	if got := ending(strings.Repeat("y", 3000) + "z\n"); len(got) != 2000+len("…") || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "yz") {
		t.Errorf("the end is %d bytes", len(got))
	}
}
