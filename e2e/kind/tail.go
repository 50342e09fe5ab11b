// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import "sync"

// keptBytes is how much of a log is kept.
const keptBytes = 256 << 10

// tail is a writer that keeps the end of what was written.
type tail struct {
	mu    sync.Mutex
	kept  []byte
	total int64
}

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total += int64(len(p))
	t.kept = append(t.kept, p...)
	if extra := len(t.kept) - keptBytes; extra > keptBytes {
		t.kept = append([]byte(nil), t.kept[extra:]...)
	}
	return len(p), nil
}

// mark is how much was written so far.
func (t *tail) mark() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// since returns what was written after the mark, as far as it is kept.
func (t *tail) since(mark int64) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	from := max(0, mark-(t.total-int64(len(t.kept))))
	return string(t.kept[min(from, int64(len(t.kept))):])
}
