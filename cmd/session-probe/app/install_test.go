// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInstall(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	self := filepath.Join(from, "this")
	write := func(path, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write(self, "probe", 0o500)
	var out bytes.Buffer
	if err := install(self, to, &out); err != nil || out.String() != filepath.Join(to, "session-probe")+"\n" {
		t.Fatalf("%q, %v", out.String(), err)
	}
	write(filepath.Join(from, "acpctl"), "acpctl", 0o700)
	write(filepath.Join(to, "acpctl"), "an older one", 0o600)
	if err := install(self, to, &out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"session-probe": "probe", "acpctl": "acpctl"} {
		got, err := os.ReadFile(filepath.Join(to, name))
		info, _ := os.Stat(filepath.Join(to, name))
		if err != nil || string(got) != want || info.Mode() != 0o755 {
			t.Errorf("%s: %q, %v, %v", name, got, info.Mode(), err)
		}
	}
	if files, _ := os.ReadDir(to); len(files) != 2 {
		t.Errorf("left behind: %v", files)
	}
}

func TestInstallRefusesWhatIsNoDirectory(t *testing.T) {
	dir := t.TempDir()
	self := filepath.Join(dir, "this")
	for where, want := range map[string]string{filepath.Join(dir, "absent"): "make the directory first", self: "no directory"} {
		if err := os.WriteFile(self, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := install(self, where, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), where) {
			t.Errorf("%s: %v", where, err)
		}
	}
	if err := install(filepath.Join(dir, "gone"), dir, &bytes.Buffer{}); err == nil {
		t.Error("a program that is not there was installed")
	}
}
