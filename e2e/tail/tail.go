// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package tail keeps the end of what a program writes to its log.
package tail

import (
	"strings"
	"sync"
)

// Kept is how much is kept at least, in bytes.
const Kept = 256 << 10

// Tail is a writer that keeps the end of what was written. Its zero value is
// ready, and its methods may be called concurrently.
type Tail struct {
	mu    sync.Mutex
	kept  []byte
	total int64
}

// Write never fails.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total += int64(len(p))
	t.kept = append(t.kept, p...)
	if extra := len(t.kept) - Kept; extra > Kept {
		t.kept = append([]byte(nil), t.kept[extra:]...)
	}
	return len(p), nil
}

// Mark is how much was written so far.
func (t *Tail) Mark() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// Since returns what was written after the mark, as far as it is kept.
func (t *Tail) Since(mark int64) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	from := max(0, mark-(t.total-int64(len(t.kept))))
	return string(t.kept[min(from, int64(len(t.kept))):])
}

// Excerpt is the end of it as that of a standard error, for messages.
func (t *Tail) Excerpt() string {
	const most = 2000
	if text := Ending(strings.TrimSpace(t.Since(0)), most); text != "" {
		return "standard error: " + text
	}
	return "it wrote nothing to standard error"
}

// Ending is the end of a text: its last bytes, at most so many, with a mark
// where something was cut off, and never a part of a character.
func Ending(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return "…" + strings.ToValidUTF8(text[len(text)-most:], "")
}
