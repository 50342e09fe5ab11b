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

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  contract version",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			version, toolchain := Version, ""
			if info, ok := debug.ReadBuildInfo(); ok {
				toolchain = " " + info.GoVersion
				if version == "" {
					version = info.Main.Version
				}
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "contract %s%s\n", version, toolchain)
			return err
		},
	}
}
