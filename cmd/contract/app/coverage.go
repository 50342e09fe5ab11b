// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/catalog"
	"github.com/ambient-code/platform/components/ambient-mcp/features"
)

func newCoverage() *cobra.Command {
	var output, dir string
	cmd := &cobra.Command{
		Use:   "coverage",
		Short: "Tell which requirements the scenarios prove",
		Long: `coverage compares the requirement catalogue with the tags of the scenarios.
It fails on a requirement without a scenario, on a tag that names no
requirement, and on an error of a tool that is not proved over every transport.

Exit codes: 0 complete, 1 incomplete, 3 usage or a catalogue that does not parse.`,
		Example: `  contract coverage
  contract coverage -o md >> "$GITHUB_STEP_SUMMARY"
  contract coverage --features ./features -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(catalog.Outputs, output) {
				return fmt.Errorf("--output %q is unknown; valid are %s", output, strings.Join(catalog.Outputs, ", "))
			}
			fsys, prefix, err := featureDir(dir)
			if err != nil {
				return err
			}
			if fsys == nil {
				fsys, prefix = features.FS, contract.DefaultPrefix
			}
			set, c, err := contract.Load(fsys, prefix)
			if err != nil {
				return err
			}
			if len(c.Requirements) == 0 {
				return fmt.Errorf("--features %s: it holds no %s with requirements", dir, catalog.FileName)
			}
			coverage := c.Cover(set.Scenarios)
			if err := coverage.Write(cmd.OutOrStdout(), output); err != nil {
				return &verdictError{code: ExitCouldNotJudge, text: err.Error()}
			}
			if len(coverage.Problems) > 0 {
				return &verdictError{code: ExitBroken}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "format: "+strings.Join(catalog.Outputs, ", "))
	cmd.Flags().StringVar(&dir, "features", "", "read feature files and catalogue from this directory instead of the built-in ones")
	complete(cmd, "output", catalog.Outputs)
	return cmd
}
