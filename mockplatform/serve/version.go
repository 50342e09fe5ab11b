// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version is set by the linker in a release.
var Version = ""

func version() string {
	if Version != "" {
		return Version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func newVersion(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(e.stdout, "mockplatform "+version())
			return err
		},
	}
}
