// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The test binary is the program, when it is started under its name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "ambient-mcp" {
		main()
	}
	os.Exit(m.Run())
}

func TestEverySignalOfTheEndEndsInOrder(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "ambient-mcp")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			if signal.Ignored(s) {
				t.Skip("the test runs under nohup")
			}
			cmd := exec.Command(program)
			cmd.Env = []string{"AMBIENT_API_URL=http://127.0.0.1:1", "MCP_TRANSPORT=sse", "MCP_BIND_ADDR=127.0.0.1:0"}
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Process.Kill() }()
			last, log := "", bufio.NewScanner(stderr)
			for log.Scan() {
				if last = log.Text(); strings.Contains(last, `"listening"`) {
					if err := cmd.Process.Signal(s); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := cmd.Wait(); err != nil || !strings.Contains(last, `"msg":"ended"`) {
				t.Errorf("%v, and the last line of the log is %s", err, last)
			}
		})
	}
}
