// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package pod

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"
)

// farewell is how long a program may take to end when its input has.
const farewell = 2 * time.Second

// stream is the standard input and output of a program that is executed in a container.
type stream struct {
	in, out *pipe
	cancel  context.CancelFunc
	ended   chan struct{}
}

// open executes a program and returns its standard input and output. What it
// says on standard error is in the error that reading ends with.
func (k Cluster) open(c Container, command ...string) *stream {
	ctx, cancel := context.WithCancel(context.Background())
	s := &stream{in: newPipe(), out: newPipe(), cancel: cancel, ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		var said excerpt
		code, err := k.Exec(ctx, c, s.in, s.out, &said, command...)
		if err == nil {
			err = fmt.Errorf("%s in %s ended with exit code %d", command[0], c, code)
		}
		if text := said.String(); text != "" {
			err = fmt.Errorf("%w: %s", err, text)
		}
		s.in.abandon()
		s.out.end(err)
	}()
	return s
}

func (s *stream) Read(b []byte) (int, error)  { return s.out.Read(b) }
func (s *stream) Write(b []byte) (int, error) { return s.in.Write(b) }

// Close ends the input, at which the program should end, and waits until nothing
// of the stream is left here. What the program still writes is lost.
func (s *stream) Close() error {
	s.in.end(nil)
	s.out.discard()
	late := time.NewTimer(farewell)
	defer late.Stop()
	select {
	case <-s.ended:
	case <-late.C:
	}
	s.cancel()
	<-s.ended
	return nil
}

// excerpt keeps the beginning of what is written.
type excerpt struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write never fails.
func (e *excerpt) Write(b []byte) (int, error) {
	const most = 1000
	e.mu.Lock()
	defer e.mu.Unlock()
	e.text.Write(b[:min(len(b), max(0, most-e.text.Len()))])
	return len(b), nil
}

func (e *excerpt) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return strings.Join(strings.Fields(e.text.String()), " ")
}
