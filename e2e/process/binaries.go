// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// The released programs.
const (
	programServer   = "ambient-mcp"
	programPlatform = "mockplatform"
	programCLI      = "acpctl"
	programContract = "contract"
)

var programs = []string{programServer, programPlatform, programCLI, programContract}

// find returns the directory that holds all programs: the given one and no
// other, or the one of this executable, or ./bin.
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
		for _, name := range programs {
			if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil && !errors.Is(err, exec.ErrDot) {
				missing = append(missing, name)
			}
		}
		if len(missing) == 0 {
			return filepath.Abs(dir)
		}
		errs = append(errs, fmt.Errorf("%s has no %s", dir, strings.Join(missing, ", ")))
	}
	return "", fmt.Errorf("find the programs: %w", errors.Join(errs...))
}

// environment is what a child gets: what it needs of ours to run at all, and
// the given variables. The AMBIENT_ and MCP_ variables of the caller's shell
// must not decide what a scenario sees.
func environment(given map[string]string) []string {
	var out []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "GOCOVERDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+v)
		}
	}
	var names []string
	for name := range given {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		out = append(out, name+"="+given[name])
	}
	return out
}
