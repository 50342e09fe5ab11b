// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package programs finds the released programs on this machine.
package programs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The released programs.
const (
	Server   = "ambient-mcp"
	Platform = "mockplatform"
	CLI      = "acpctl"
	Contract = "contract"
	Probe    = "session-probe"
)

// Find returns the absolute path of the directory that holds all the named
// programs: the given one and no other, or the one of this executable, or ./bin.
func Find(given string, names ...string) (string, error) {
	places := []string{given}
	if given == "" {
		places = nil
		if self, err := os.Executable(); err == nil {
			places = append(places, filepath.Dir(self))
		}
		places = append(places, "bin")
	}
	var errs []error
	for _, place := range places {
		// Absolute first: a bare name would be looked for on PATH.
		dir, err := filepath.Abs(place)
		if err != nil {
			return "", fmt.Errorf("find the programs: %w", err)
		}
		var missing []string
		for _, name := range names {
			if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
				missing = append(missing, name)
			}
		}
		if len(missing) == 0 {
			return dir, nil
		}
		errs = append(errs, fmt.Errorf("%s has no %s", place, strings.Join(missing, ", ")))
	}
	return "", fmt.Errorf("find the programs that make build makes: %w", errors.Join(errs...))
}
