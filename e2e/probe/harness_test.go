// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

// role makes this executable the program that a test starts.
const role = "PROBE_TEST_ROLE"

func TestMain(m *testing.M) {
	if r := os.Getenv(role); r != "" {
		play(strings.Fields(r))
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// play is a program inside the container.
func play(words []string) {
	number := func() int {
		n, err := strconv.Atoi(words[1])
		if err != nil {
			panic(err)
		}
		return n
	}
	switch words[0] {
	case "cat":
		_, _ = io.Copy(os.Stdout, os.Stdin)
		fmt.Fprint(os.Stderr, "end of input")
	case "exit":
		os.Exit(number())
	case "noise": // on stderr, while stdout says nothing until the input ends
		_, _ = os.Stderr.Write(bytes.Repeat([]byte("x"), number()))
		_, _ = io.Copy(io.Discard, os.Stdin)
		fmt.Print("done")
	case "flood": // both outputs, read or not
		block := bytes.Repeat([]byte("y"), 1<<16)
		for {
			if _, err := os.Stdout.Write(block); err != nil {
				os.Exit(1)
			}
		}
	case "env":
		fmt.Print(strings.Join(os.Environ(), "\n"))
	case "where":
		dir, _ := os.Getwd()
		fmt.Print(dir, " ", strings.Join(os.Args[1:], "|"))
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
		listen()
	case "listen":
		listen()
	case "parent":
		child := exec.Command(os.Args[0])
		child.Env, child.Stdout = []string{role + "=listen"}, os.Stdout
		if err := child.Run(); err != nil {
			os.Exit(1)
		}
	case "mux":
		rw := stream{os.Stdin, os.Stdout}
		if err := probe.ServeMux(context.Background(), rw, slog.New(slog.DiscardHandler)); err != nil {
			os.Exit(1)
		}
	}
}

// listen prints its address and serves connections that end with the process.
func listen() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Addr())
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		fmt.Fprint(c, "here\n")
		go func() { _, _ = io.Copy(io.Discard, c) }()
	}
}

// stream is a reader and a writer as one.
type stream struct {
	io.ReadCloser
	io.WriteCloser
}

func (s stream) Close() error {
	s.ReadCloser.Close()
	return s.WriteCloser.Close()
}

// begin serves a mux in this process. The stop ends it by ending the stream, and may be called often.
func begin(t *testing.T) (c *probe.Client, stop func()) {
	t.Helper()
	theirs, ours := net.Pipe()
	served := make(chan error, 1)
	var log safeBuffer
	go func() {
		served <- probe.ServeMux(context.Background(), theirs, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	}()
	c, err := probe.NewClient(ours)
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		ours.Close()
		if err := <-served; err != nil {
			t.Errorf("the mux: %v", err)
		}
		c.Close()
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds the secret: %s", log.String())
		}
	})
	t.Cleanup(stop)
	return c, stop
}

const secret = "s3cret-value"

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// start starts this executable in a role.
func start(t *testing.T, c *probe.Client, as string, args ...string) *probe.Process {
	t.Helper()
	p, err := c.Start(soon(t), command(as, args...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func command(as string, args ...string) probe.Command {
	env := map[string]string{role: as, "TOKEN": secret}
	// A program under the race detector otherwise waits a second before it ends.
	env["GORACE"] = "atexit_sleep_ms=0"
	return probe.Command{Path: os.Args[0], Args: args, Env: env}
}

func all(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Errorf("read to the end: %v", err)
	}
	return string(b)
}

func code(t *testing.T, p *probe.Process) int {
	t.Helper()
	n, err := p.Wait(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// meet connects, outside of the mux, to a program that listens; the connection ends with it.
func meet(t *testing.T, stdout io.Reader) net.Conn {
	t.Helper()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.ReadFull(conn, make([]byte, len("here\n"))); err != nil {
		t.Fatal(err)
	}
	return conn
}

// awaitEnd returns when the program at the other end of the connection is dead.
func awaitEnd(t *testing.T, conn net.Conn) {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := conn.Read(make([]byte, 1)); err == nil || os.IsTimeout(err) {
		t.Errorf("the process lives: %v", err)
	}
}
