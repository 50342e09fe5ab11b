// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
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
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "contract", program.Version(Version), runtime.Version())
			return err
		},
	}
}
