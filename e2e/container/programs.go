// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The released programs.
const (
	programServer   = "ambient-mcp"
	programPlatform = "mockplatform"
	programCLI      = "acpctl"
	programProbe    = "session-probe"
)

// mountedAt is the directory of the programs that no image of the server has.
// They are mounted one by one: acpctl starts the server that lies beside it, and
// that must be none.
const mountedAt = "/contract"

// mounted are the programs that come from this machine.
var mounted = []string{programCLI, programProbe}

// find returns the directory that holds the mounted programs: the given one and
// no other, or the one of this executable, or ./bin.
func find(given string) (string, error) {
	places := []string{given}
	if given == "" {
		places = nil
		if self, err := os.Executable(); err == nil {
			places = append(places, filepath.Dir(self))
		}
		places = append(places, "bin")
	}
	var errs []error
	for _, dir := range places {
		var missing []string
		for _, name := range mounted {
			if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil && !errors.Is(err, exec.ErrDot) {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			errs = append(errs, fmt.Errorf("%s has no %s", dir, strings.Join(missing, ", ")))
			continue
		}
		for _, name := range mounted {
			if err := runsAnywhere(filepath.Join(dir, name)); err != nil {
				return "", err
			}
		}
		return filepath.Abs(dir)
	}
	return "", fmt.Errorf("find the programs that make build makes: %w", errors.Join(errs...))
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
