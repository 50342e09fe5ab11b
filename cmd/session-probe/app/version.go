// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version is set by the linker in a release.
var Version = ""

func newVersion(e *env) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  session-probe version",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			version := Version
			if info, ok := debug.ReadBuildInfo(); ok && version == "" {
				version = info.Main.Version
			}
			_, err := fmt.Fprintln(e.stdout, "session-probe", version)
			return failed(err)
		},
	}
}
