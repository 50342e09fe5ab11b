// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"io"
	"sync"
)

// output is standard output, of which nobody may fail to notice that it is full:
// what prints to it need not look, it is asked at the end.
type output struct {
	w io.Writer

	mu    sync.Mutex
	first error
}

// Write writes and remembers the first error.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.first == nil {
		o.first = err
	}
	return n, err
}

func (o *output) err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.first
}

// unwrapped is the writer that was given to [Run].
func unwrapped(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return o.w
	}
	return w
}
