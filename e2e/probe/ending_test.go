// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

func TestNothingIsLeftWhenTheClientVanishes(t *testing.T) {
	c, stop := begin(t)
	plain, family, flood := start(t, c, "stubborn"), start(t, c, "parent"), start(t, c, "flood")
	a, b := meet(t, plain.Stdout()), meet(t, family.Stdout())
	conn, err := c.Dial(soon(t), a.RemoteAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	stop()
	awaitEnd(t, a)
	awaitEnd(t, b)
	<-c.Done()
	for _, p := range []*probe.Process{plain, family, flood} {
		if n, err := p.Wait(soon(t)); n != -1 || !errors.Is(err, probe.ErrLost) {
			t.Errorf("wait: %d, %v", n, err)
		}
		if _, err := io.Copy(io.Discard, p.Stdout()); !errors.Is(err, probe.ErrLost) {
			t.Errorf("stdout ends in order: %v", err)
		}
		if err := p.Signal(soon(t), "TERM"); !errors.Is(err, probe.ErrLost) {
			t.Errorf("signal: %v", err)
		}
		if _, err := p.Stdin().Write([]byte("x")); !errors.Is(err, probe.ErrLost) {
			t.Errorf("write: %v", err)
		}
	}
	if _, err := io.Copy(io.Discard, conn); !errors.Is(err, probe.ErrLost) {
		t.Errorf("read from a connection: %v", err)
	}
	if _, err := c.Start(soon(t), command("cat")); !errors.Is(err, probe.ErrLost) {
		t.Errorf("start: %v", err)
	}
	if _, err := c.Dial(soon(t), "127.0.0.1:1"); !errors.Is(err, probe.ErrLost) {
		t.Errorf("dial: %v", err)
	}
}

func TestAProcessThatIsClosedIsKilledWithItsChildren(t *testing.T) {
	c, _ := begin(t)
	p := start(t, c, "parent")
	conn := meet(t, p.Stdout())
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	awaitEnd(t, conn)
	if n := code(t, p); n != -1 {
		t.Errorf("it ended with %d", n)
	}
	q := start(t, c, "cat") // The others live on.
	q.Stdin().Close()
	if n := code(t, q); n != 0 {
		t.Errorf("another one ended with %d", n)
	}
}

func TestNothingIsLeftWhenTheMuxIsKilled(t *testing.T) {
	mux := exec.Command(os.Args[0])
	mux.Env = []string{role + "=mux"}
	in, err := mux.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := mux.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := mux.Start(); err != nil {
		t.Fatal(err)
	}
	c, err := probe.NewClient(stream{out, in})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p := start(t, c, "stubborn")
	conn := meet(t, p.Stdout())
	if err := mux.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	awaitEnd(t, conn)
	if _, err := p.Wait(soon(t)); !errors.Is(err, probe.ErrLost) {
		t.Errorf("wait: %v", err)
	}
	_ = mux.Wait()
}
