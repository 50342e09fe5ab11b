// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package programs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"one", "two"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/true\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", "")
	t.Chdir(filepath.Dir(dir))
	relative := filepath.Base(dir)
	for _, given := range []string{dir, relative} {
		if got, err := programs.Find(given, "one", "two"); got != dir || err != nil {
			t.Errorf("%s: %q, %v", given, got, err)
		}
	}
	t.Chdir(dir)
	if got, err := programs.Find(".", "one"); got != dir || err != nil {
		t.Errorf("the directory we are in: %q, %v", got, err)
	}
	if _, err := programs.Find(".", "one", "three", "four"); err == nil || !strings.Contains(err.Error(), ". has no three, four") {
		t.Errorf("missing programs: %v", err)
	}
	if _, err := programs.Find("", "three"); err == nil || !strings.Contains(err.Error(), "bin has no three") {
		t.Errorf("nothing given: %v", err)
	}
}
