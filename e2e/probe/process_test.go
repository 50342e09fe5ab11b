// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

func TestAProcessReadsToTheEndOfItsInput(t *testing.T) {
	c, _ := begin(t)
	p := start(t, c, "cat")
	const size = 3 << 20 // more than every buffer on the way
	var sent sync.WaitGroup
	sent.Go(func() {
		if _, err := io.Copy(p.Stdin(), io.LimitReader(zeroes{}, size)); err != nil {
			t.Error(err)
		}
		if err := p.Stdin().Close(); err != nil {
			t.Error(err)
		}
	})
	if got := len(all(t, p.Stdout())); got != size {
		t.Errorf("%d of %d bytes came back", got, size)
	}
	sent.Wait()
	if got := all(t, p.Stderr()); got != "end of input" {
		t.Errorf("stderr: %q", got)
	}
	if n := code(t, p); n != 0 || p.PID() <= 0 {
		t.Errorf("exit %d of process %d", n, p.PID())
	}
	if _, err := p.Stdin().Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a process that has ended takes input: %v", err)
	}
}

type zeroes struct{}

func (zeroes) Read(p []byte) (int, error) { return len(p), nil }

func TestOneOutputNeverBlocksTheOther(t *testing.T) {
	c, _ := begin(t)
	const size = 2 << 20
	p := start(t, c, fmt.Sprint("noise ", size))
	if got := len(all(t, io.LimitReader(p.Stderr(), size))); got != size {
		t.Errorf("%d of %d bytes on stderr", got, size)
	}
	p.Stdin().Close()
	if got := all(t, p.Stdout()); got != "done" {
		t.Errorf("stdout: %q", got)
	}
	// And the other way round: nobody reads stderr, and another process is served all the same.
	deaf := start(t, c, fmt.Sprint("noise ", size))
	q := start(t, c, "cat")
	fmt.Fprint(q.Stdin(), "hello")
	q.Stdin().Close()
	if got := all(t, q.Stdout()); got != "hello" {
		t.Errorf("beside a process that is not read: %q", got)
	}
	if err := deaf.Close(); err != nil {
		t.Error(err)
	}
}

func TestHowAProcessEnds(t *testing.T) {
	c, _ := begin(t)
	for _, tt := range []struct {
		role, signal string
		code         int
	}{
		{"exit 0", "", 0},
		{"exit 7", "", 7},
		{"exit 255", "", 255},
		{"listen", "TERM", -1},
		{"listen", "INT", -1},
		{"listen", "HUP", -1},
		{"stubborn", "KILL", -1},
	} {
		t.Run(tt.role+" "+tt.signal, func(t *testing.T) {
			if s := map[string]os.Signal{"HUP": syscall.SIGHUP, "INT": os.Interrupt}[tt.signal]; s != nil && signal.Ignored(s) {
				t.Skip("whoever started this test has it ignore SIG" + tt.signal + ", and what it starts inherits that")
			}
			p := start(t, c, tt.role)
			if tt.signal != "" {
				meet(t, p.Stdout())
				if err := p.Signal(soon(t), tt.signal); err != nil {
					t.Fatal(err)
				}
			}
			if n := code(t, p); n != tt.code {
				t.Errorf("got %d, want %d", n, tt.code)
			}
			if err := p.Signal(soon(t), "TERM"); err != nil {
				t.Errorf("signal after the end: %v", err)
			}
			if n := code(t, p); n != tt.code {
				t.Errorf("the second time it was %d", n)
			}
		})
	}
}

func TestTheEnvironmentIsWhatWasAskedFor(t *testing.T) {
	t.Setenv("PROBE_TEST_OWN", "inherited")
	t.Setenv("PATH", "/probe/bin")
	c, _ := begin(t)
	for _, tt := range []struct {
		name    string
		inherit bool
		env     map[string]string
		want    []string
		absent  string
	}{
		{"nothing but the path", false, map[string]string{"A": "1"}, []string{"A=1", "PATH=/probe/bin"}, "PROBE_TEST_OWN=inherited"},
		{"a path of its own", false, map[string]string{"PATH": "/x"}, []string{"PATH=/x"}, "PATH=/probe/bin"},
		{"that of the container", true, map[string]string{"A": "="}, []string{"A==", "PROBE_TEST_OWN=inherited"}, ""},
		{"one of the container replaced", true, map[string]string{"PROBE_TEST_OWN": ""}, []string{"PROBE_TEST_OWN="}, "PROBE_TEST_OWN=inherited"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := command("env")
			cmd.InheritEnv = tt.inherit
			for name, value := range tt.env {
				cmd.Env[name] = value
			}
			p, err := c.Start(soon(t), cmd)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Split(all(t, p.Stdout()), "\n")
			for _, want := range tt.want {
				if !slices.Contains(got, want) {
					t.Errorf("%q lacks %q", got, want)
				}
			}
			if slices.Contains(got, tt.absent) {
				t.Errorf("%q has %q", got, tt.absent)
			}
		})
	}
}

func TestDirectoryAndArguments(t *testing.T) {
	c, _ := begin(t)
	cmd := command("where", "a b", "", "c")
	cmd.Dir = "/"
	p, err := c.Start(soon(t), cmd)
	if err != nil {
		t.Fatal(err)
	}
	if got := all(t, p.Stdout()); got != "/ a b||c" {
		t.Errorf("got %q", got)
	}
}

func TestWhatCannotBeStarted(t *testing.T) {
	c, _ := begin(t)
	for _, tt := range []struct {
		cmd  probe.Command
		want string
	}{
		{probe.Command{}, "no path"},
		{probe.Command{Path: "/does/not/exist", Args: []string{secret}}, "start exist: "},
		{probe.Command{Path: "surely-not-in-the-path"}, "surely-not-in-the-path"},
		{probe.Command{Path: os.Args[0], Dir: "/does/not/exist"}, "no such file"},
		{probe.Command{Path: os.Args[0], Env: map[string]string{"A=B": secret}}, `"A=B" cannot be set`},
		{probe.Command{Path: os.Args[0], Env: map[string]string{"A": "\x00" + secret}}, `"A" cannot be set`},
		{probe.Command{Path: os.Args[0], Args: []string{strings.Repeat("x", 2<<20)}}, "more than"},
	} {
		_, err := c.Start(soon(t), tt.cmd)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), secret) {
			t.Errorf("%.40q: %v, want %q", tt.cmd.Path, err, tt.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Start(ended, command("cat")); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
	p := start(t, c, "listen")
	if _, err := p.Wait(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("wait in an ended context: %v", err)
	}
	if err := p.Signal(soon(t), "USR1"); err == nil || !strings.Contains(err.Error(), "valid are") {
		t.Errorf("an unknown signal: %v", err)
	}
}

func TestManyProcessesAtATime(t *testing.T) {
	c, _ := begin(t)
	const many = 64
	var running sync.WaitGroup
	for i := range many {
		running.Go(func() {
			p, err := c.Start(soon(t), command("cat"))
			if err != nil {
				t.Error(err)
				return
			}
			want := strings.Repeat(fmt.Sprint(i, " "), 10_000)
			running.Go(func() {
				fmt.Fprint(p.Stdin(), want)
				p.Stdin().Close()
			})
			if got := all(t, p.Stdout()); got != want {
				t.Errorf("process %d: %d bytes, want %d", i, len(got), len(want))
			}
			if got := all(t, p.Stderr()); got != "end of input" {
				t.Errorf("process %d: %q", i, got)
			}
			if n, err := p.Wait(soon(t)); n != 0 || err != nil {
				t.Errorf("process %d: %d, %v", i, n, err)
			}
		})
	}
	running.Wait()
}
