// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package program

import (
	"io"
	"sync"
)

// Output is a standard output that remembers that something could not be
// written: what a program was asked to print and did not is no success. What
// prints to it need not look; it is asked at the end.
type Output struct {
	// W is where it writes to.
	W io.Writer

	mu    sync.Mutex
	first error
}

// Write writes and remembers the first error.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.W.Write(p)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.first == nil {
		o.first = err
	}
	return n, err
}

// Err is the first error of a Write, if any.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.first
}
