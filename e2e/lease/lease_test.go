// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package lease_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// holder is the variable that makes this executable a run that holds the lease of that id.
const holder = "LEASE_TEST_HOLD"

func TestMain(m *testing.M) {
	if id := os.Getenv(holder); id != "" {
		l, err := lease.Hold(id)
		if err == nil && strings.HasPrefix(id, "kept") {
			err = l.Keep()
		}
		fmt.Println("held", err)
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// here makes a cache directory of the test's own.
func here(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(cache, "ambient-contract")
}

func dead(t *testing.T, id string, want bool) {
	t.Helper()
	if got, err := lease.Dead(id); got != want || err != nil {
		t.Errorf("run %s is dead: %v, %v; want %v", id, got, err, want)
	}
}

// killed runs a process that holds the lease, hands it to look, and kills it.
func killed(t *testing.T, id string, look func()) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), holder+"="+id)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held <nil>\n" {
		t.Errorf("the child says %q, %v", line, err)
	}
	look()
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // says that it was killed
}

func TestARunThatIsKilledIsDead(t *testing.T) {
	here(t)
	id := lease.NewID()
	killed(t, id, func() {
		dead(t, id, false)
		if _, err := lease.Hold(id); err == nil {
			t.Error("the lease of another process was taken")
		}
	})
	dead(t, id, true)
	dead(t, id, true) // asking changes nothing
	if err := lease.Forget(id); err != nil {
		t.Error(err)
	}
	dead(t, id, false)
}

func TestARunThatIsKilledMayHaveBeenKept(t *testing.T) {
	here(t)
	killed(t, "kept-1", func() { dead(t, "kept-1", false) })
	dead(t, "kept-1", false)
	if kept, err := lease.Kept("kept-1"); !kept || err != nil {
		t.Errorf("kept: %v, %v", kept, err)
	}
	if err := lease.Forget("kept-1"); err != nil {
		t.Error(err)
	}
	if kept, err := lease.Kept("kept-1"); kept || err != nil {
		t.Errorf("kept once forgotten: %v, %v", kept, err)
	}
}

func TestARunThatReleasesLeavesNothing(t *testing.T) {
	dir := here(t)
	l, err := lease.Hold("one")
	if err != nil {
		t.Fatal(err)
	}
	if l.ID() != "one" {
		t.Errorf("id %q", l.ID())
	}
	dead(t, "one", false)
	if err := l.Keep(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := l.Release(); err != nil {
			t.Error(err)
		}
	}
	dead(t, "one", false)
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
	if l, err = lease.Hold("one"); err != nil {
		t.Fatalf("hold again: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Error(err)
	}
}

func TestARunThatIsNotKnownIsNotDead(t *testing.T) {
	here(t)
	dead(t, "of-somebody-else", false)
}

func TestIDs(t *testing.T) {
	here(t)
	for _, id := range []string{"", ".", "..", "a/b", "../x", "a.kept", "a\x00", "ä", strings.Repeat("a", 64)} {
		if _, err := lease.Hold(id); err == nil {
			t.Errorf("id %q was taken", id)
		}
		if _, err := lease.Dead(id); err == nil {
			t.Errorf("id %q was looked at", id)
		}
		if _, err := lease.Kept(id); err == nil {
			t.Errorf("id %q was looked at", id)
		}
		if err := lease.Forget(id); err == nil {
			t.Errorf("id %q was forgotten", id)
		}
	}
	if a, b := lease.NewID(), lease.NewID(); a == b || strings.Trim(a, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		t.Errorf("new ids %q, %q", a, b)
	}
}

func TestWithoutACacheDirectory(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err := lease.Hold("x"); err == nil || !strings.Contains(err.Error(), "HOME") {
		t.Errorf("no cache directory: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", file)
	t.Setenv("XDG_CACHE_HOME", file)
	if _, err := lease.Hold("x"); err == nil {
		t.Error("a cache directory that is a file")
	}
	if _, err := lease.Dead("x"); err == nil {
		t.Error("a cache directory that is a file")
	}
}
