// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

// TestWhatIsNoMux: an exec that fails prints a sentence where the mux would speak.
func TestWhatIsNoMux(t *testing.T) {
	for name, said := range map[string]string{
		"a shell's error": "sh: session-probe: not found\n",
		"nothing":         "",
		"half a header":   "\x00\x01",
	} {
		t.Run(name, func(t *testing.T) {
			theirs, ours := net.Pipe()
			go func() {
				go func() { _, _ = io.Copy(io.Discard, theirs) }()
				_, _ = io.WriteString(theirs, said)
				theirs.Close()
			}()
			if c, err := probe.NewClient(ours); err == nil || !errors.Is(err, probe.ErrLost) || !strings.HasPrefix(err.Error(), "greet the mux: ") {
				t.Errorf("got %v, %v", c, err)
			}
		})
	}
}

func TestTheMuxEndsWithItsContext(t *testing.T) {
	theirs, ours := net.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- probe.ServeMux(ctx, theirs, slog.New(slog.DiscardHandler)) }()
	c, err := probe.NewClient(ours)
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, c, "stubborn")
	conn := meet(t, p.Stdout())
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
	awaitEnd(t, conn)
	<-c.Done()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// TestTheMuxRefusesWhatIsNoClient: it says so, and ends.
func TestTheMuxRefusesWhatIsNoClient(t *testing.T) {
	theirs, ours := net.Pipe()
	go func() {
		_, _ = io.WriteString(ours, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		_, _ = io.Copy(io.Discard, ours)
	}()
	if err := probe.ServeMux(t.Context(), theirs, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("it was served")
	}
	ours.Close()
}
