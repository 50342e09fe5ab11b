// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package dev

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheProgramsEndInOrderWhenTheirParentIsKilled(t *testing.T) {
	free, release := taken(t)
	release()
	bin := programs(t, "mockplatform", "ambient-mcp", "dev")
	cmd := exec.Command(filepath.Join(bin, "dev"))
	cmd.Env = append(os.Environ(), "DEV_BIN="+bin, "DEV_MCP_ADDR="+free)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe() // The programs' as well: it ends when the last of them has.
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || !strings.HasPrefix(line, "platform") {
		t.Fatalf("%q, %v", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	log, err := io.ReadAll(stderr)
	if err != nil {
		t.Fatal(err)
	}
	for _, last := range []string{`"msg":"stopped"`, `"msg":"ended"`} {
		if !strings.Contains(string(log), last) {
			t.Errorf("the log lacks %s: %s", last, log)
		}
	}
	_ = cmd.Wait() // "signal: killed"
}
