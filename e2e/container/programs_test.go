// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// program is the smallest file that the kernel of Linux would take for one.
func program(t *testing.T, segments ...elf.ProgType) []byte {
	t.Helper()
	var b bytes.Buffer
	h := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT),
		Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: uint16(len(segments)),
	}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA], h.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	var parts []any
	parts = append(parts, h)
	for _, s := range segments {
		parts = append(parts, elf.Prog64{Type: uint32(s)})
	}
	for _, p := range parts {
		if err := binary.Write(&b, binary.LittleEndian, p); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// staticPrograms makes a directory of static programs.
func staticPrograms(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range mounted {
		if err := os.WriteFile(filepath.Join(dir, name), program(t, elf.PT_LOAD), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	dir := staticPrograms(t)
	if got, err := find(dir); got != dir || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	t.Chdir(filepath.Dir(dir))
	if got, err := find(filepath.Base(dir)); !filepath.IsAbs(got) || err != nil {
		t.Errorf("a relative directory: %q, %v", got, err)
	}
	if _, err := find(""); err == nil || !strings.Contains(err.Error(), "bin has no acpctl, session-probe") {
		t.Errorf("nowhere: %v", err)
	}
	if err := os.Rename(dir, "bin"); err != nil {
		t.Fatal(err)
	}
	if got, err := find(""); filepath.Base(got) != "bin" || err != nil {
		t.Errorf("./bin: %q, %v", got, err)
	}
	for name, c := range map[string]struct {
		content []byte
		mode    os.FileMode
		problem string
	}{
		"not executable": {program(t, elf.PT_LOAD), 0o644, "has no session-probe"},
		"of macOS":       {[]byte("\xcf\xfa\xed\xfe"), 0o755, "GOOS=linux"},
		"empty":          {nil, 0o755, "GOOS=linux"},
		"dynamic":        {program(t, elf.PT_LOAD, elf.PT_INTERP), 0o755, "build it with CGO_ENABLED=0"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := staticPrograms(t)
			path := filepath.Join(dir, programs.Probe)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, c.content, c.mode); err != nil {
				t.Fatal(err)
			}
			if _, err := find(dir); err == nil || !strings.Contains(err.Error(), c.problem) || !strings.Contains(err.Error(), "session-probe") {
				t.Errorf("got %v", err)
			}
		})
	}
}
