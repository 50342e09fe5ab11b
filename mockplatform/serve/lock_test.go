// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
)

// served by a process of its own, when the test binary is started with this variable.
const ownProcess = "TEST_SERVE_STATE"

func TestMain(m *testing.M) {
	if file := os.Getenv(ownProcess); file != "" {
		args := []string{"serve", "--addr", "127.0.0.1:0", "--state", file}
		os.Exit(serve.Run(context.Background(), args, lookup(nil), os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

// startProcess serves a platform with a state file in a process of its own.
func startProcess(t *testing.T, file string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), ownProcess+"="+file)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || !strings.Contains(line, `"ready"`) {
		t.Fatalf("%q, %v", line, err)
	}
	return cmd
}

func TestAStateFileIsOnePlatformsAtATime(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "state.json"), filepath.Join(dir, "link.json")
	start(t, nil, "--seed", "demo", "--state", file).stop()
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	first := start(t, nil, "--state", file)
	for _, name := range []string{file, link} {
		code, stdout, stderr := run(t, nil, "", "serve", "--addr", "127.0.0.1:0", "--state", name)
		want := fmt.Sprintf("mockplatform: cannot serve: --state=%q: another platform uses it: process %d\n", name, os.Getpid())
		if code != serve.ExitFailed || stdout != "" || stderr != want {
			t.Errorf("%s: %d, %q, %q", name, code, stdout, stderr)
		}
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the one that was refused changed the file: %v", err)
	}
	beside := start(t, nil, "--state", filepath.Join(dir, "other.json"))
	for _, s := range []*served{first, beside} {
		if code := s.stop(); code != serve.ExitOK {
			t.Errorf("exit code %d: %s", code, s.stderr)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.lock")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if code := start(t, nil, "--state", file).stop(); code != serve.ExitOK {
		t.Errorf("the file stays taken: exit code %d", code)
	}
}

func TestAKilledPlatformFreesItsStateFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	first := startProcess(t, file)
	code, _, stderr := run(t, nil, "", "serve", "--addr", "127.0.0.1:0", "--state", file)
	if code != serve.ExitFailed || !strings.Contains(stderr, "another platform uses it: process "+strconv.Itoa(first.Process.Pid)) {
		t.Errorf("%d, %q", code, stderr)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait() // "signal: killed"
	if _, err := os.Stat(file + ".lock"); err != nil {
		t.Errorf("what was killed removed its lock: %v", err)
	}
	if code := start(t, nil, "--state", file).stop(); code != serve.ExitOK {
		t.Errorf("exit code %d", code)
	}
}

func TestEverySignalOfTheEndSavesTheState(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			if signal.Ignored(s) {
				t.Skip("the test runs under nohup")
			}
			file := filepath.Join(t.TempDir(), "state.json")
			cmd := startProcess(t, file)
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "review-auth") {
				t.Errorf("saved %.80q, %v", text, err)
			}
		})
	}
}
