// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

// newRoom is a room on this machine.
func newRoom(t *testing.T) *room {
	t.Helper()
	near, far := net.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- probe.ServeMux(context.Background(), far, slog.New(slog.DiscardHandler)) }()
	mux, err := probe.NewClient(near)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mux.Close()
		<-ended
	})
	return &room{mux: mux}
}

var echo = map[string]string{echoing: "1"}

func TestAProgramInTheRoom(t *testing.T) {
	r := newRoom(t)
	var out bytes.Buffer
	s, _, err := r.start(soon(t), []string{os.Args[0]}, echo, &out)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.feed(strings.NewReader("hello"))
	code, err := s.wait(soon(t))
	if code != 3 || err != nil || out.String() != "HELLO" || !strings.HasPrefix(s.stderr.Excerpt(), "standard error: log") {
		t.Errorf("got %d, %v, %q, %q", code, err, out.String(), s.stderr.Excerpt())
	}
	if _, _, err := r.start(soon(t), []string{"/nowhere/program"}, nil, &out); err == nil || !strings.Contains(err.Error(), "start program in the container") {
		t.Errorf("a program that is not there: %v", err)
	}
}

func TestAClientThatIsGoneEndsNoProgram(t *testing.T) {
	r := newRoom(t)
	read, write := io.Pipe()
	s, process, err := r.start(soon(t), []string{os.Args[0]}, echo, write)
	if err != nil {
		t.Fatal(err)
	}
	if err := (output{read, s}).Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-s.done:
		t.Error("it was ended")
	default:
	}
	// It sees the end of its input, and what it says then is said to nobody.
	s.stdin.Close()
	if code, err := s.wait(soon(t)); code != 3 || err != nil {
		t.Errorf("got %d, %v", code, err)
	}
	s.close()
	if err := process.Signal(soon(t), "TERM"); err != nil {
		t.Errorf("a signal to a program that has ended: %v", err)
	}
}

func TestAProgramThatIsLeftIsKilled(t *testing.T) {
	r := newRoom(t)
	var out bytes.Buffer
	s, _, err := r.start(soon(t), []string{os.Args[0]}, echo, &out)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.wait(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
	s.close()
	if code, _ := s.wait(soon(t)); code != -1 {
		t.Errorf("it ended with %d", code)
	}
}

func TestARoomThatWasNeverOpened(*testing.T) {
	var r *room
	r.close()
	(&room{}).close()
}
