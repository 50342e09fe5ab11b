// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"debug/elf"
	"fmt"
	"path/filepath"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// mountedAt is the directory of the programs that no image of the server has.
// They are mounted one by one: acpctl starts the server that lies beside it, and
// that must be none.
const mountedAt = "/contract"

// mounted are the programs that come from this machine.
var mounted = []string{programs.CLI, programs.Probe}

// find returns the directory that holds the mounted programs, which must run in any image.
func find(given string) (string, error) {
	dir, err := programs.Find(given, mounted...)
	if err != nil {
		return "", err
	}
	for _, name := range mounted {
		if err := runsAnywhere(filepath.Join(dir, name)); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// runsAnywhere refuses a program that needs more of an image than the kernel:
// the image of the server holds no loader and no library.
func runsAnywhere(path string) error {
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("%s is no program for Linux, build it with CGO_ENABLED=0 GOOS=linux: %w", path, err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return fmt.Errorf("%s is linked dynamically and cannot run in a container of the server's image, build it with CGO_ENABLED=0", path)
		}
	}
	return nil
}
