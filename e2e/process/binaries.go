// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"os"
	"slices"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// released are the programs that a scenario may run.
var released = []string{programs.Server, programs.Platform, programs.CLI, programs.Contract}

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
