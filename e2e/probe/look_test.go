// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

func TestALookFromWithin(t *testing.T) {
	c, _ := begin(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "there")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(role, "exit 3") // what the health check is
	o := probe.LookOptions{
		PID: os.Getpid(), Health: []string{os.Args[0]},
		Directories: []string{dir, filepath.Join(dir, "absent"), "/proc"}, Files: []string{file, file + "/below", filepath.Join(dir, "absent")},
	}
	found, err := c.Look(soon(t), o)
	if err != nil {
		t.Fatal(err)
	}
	if found.UID != os.Geteuid() || found.GID != os.Getegid() || found.EffectiveCapabilities == "" || found.Health != 3 {
		t.Errorf("got %+v", found)
	}
	if !slices.Equal(found.Writable, []string{dir}) || !slices.Equal(found.Present, []string{file}) {
		t.Errorf("writable %q, present %q", found.Writable, found.Present)
	}
	if !slices.Contains(found.Environment, "PATH") || !slices.IsSorted(found.Environment) {
		t.Errorf("environment %q", found.Environment)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("a file was left: %v", left)
	}
}

func TestALookSaysWhatItCannotSee(t *testing.T) {
	c, _ := begin(t)
	for want, o := range map[string]probe.LookOptions{
		"state of the server's process": {PID: 1 << 30},
		"run the health check":          {PID: os.Getpid(), Health: []string{"/does/not/exist"}, Directories: []string{}},
		"is not an absolute path":       {Directories: []string{"tmp"}},
	} {
		if _, err := c.Look(soon(t), o); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "look into the container: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	found, err := c.Look(soon(t), probe.LookOptions{PID: os.Getpid(), Directories: []string{}, Files: []string{}})
	if err != nil || found.Health != -1 || found.Writable == nil || found.Present == nil {
		t.Errorf("without a health check: %+v, %v", found, err)
	}
}
