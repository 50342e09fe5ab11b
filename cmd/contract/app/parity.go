// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/parity"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
)

func newParity() *cobra.Command {
	var accept, output string
	cmd := &cobra.Command{
		Use:   "parity REPORT…",
		Short: "Tell in which answers targets differ, also where both passed",
		Long: `parity reads reports of contract run and compares what the server answered, step
by step: every two targets over one transport, and every repetition of a target
with its first. What differs from run to run, such as ids, times and addresses,
is no difference. A scenario that one side skipped is not compared.

Exit codes: 0 no difference but accepted ones, 1 a difference or an accepted one
that is not there, 2 a report cannot be read or there is nothing to compare, 3 usage.`,
		Example: `  contract parity process.json kind.json
  contract parity --accept my-parity.yaml -o md process.json kind.json >> "$GITHUB_STEP_SUMMARY"`,
		Args: reportArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(parity.Outputs, output) {
				return fmt.Errorf("--output %q is unknown; valid are %s", output, strings.Join(parity.Outputs, ", "))
			}
			accepted, err := acceptedIn(accept)
			if err != nil {
				return err
			}
			r, err := mergeFiles(args)
			if err != nil {
				return err
			}
			result, err := parity.Compare(r, accepted)
			if err != nil {
				return &verdictError{code: ExitCouldNotJudge, text: err.Error()}
			}
			if err := result.Write(cmd.OutOrStdout(), output); err != nil {
				return &verdictError{code: ExitCouldNotJudge, text: err.Error()}
			}
			if !result.OK() {
				return &verdictError{code: ExitBroken}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&accept, "accept", "", "file of accepted differences (default: the built-in features/parity.yaml)")
	cmd.Flags().StringVarP(&output, "output", "o", "text", "format: "+strings.Join(parity.Outputs, ", "))
	complete(cmd, "output", parity.Outputs)
	return cmd
}

// acceptedIn reads the file of accepted differences; the built-in one without a name.
func acceptedIn(path string) ([]parity.Entry, error) {
	if path == "" {
		return parity.Builtin()
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--accept: %w", err)
	}
	entries, err := parity.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("--accept %s: %w", path, err)
	}
	return entries, nil
}

// reportArgs asks for the names of report files.
func reportArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("no report given; see %q", cmd.CommandPath()+" --help")
	}
	for i, a := range args {
		if slices.Contains(args[:i], a) {
			return fmt.Errorf("report %s is given twice", a)
		}
	}
	return nil
}

// mergeFiles reads reports and makes one of them.
func mergeFiles(paths []string) (*report.Report, error) {
	var all []report.Named
	var errs []error
	for _, path := range paths {
		r, err := report.ReadFile(path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, report.Named{Name: path, Report: r})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, &verdictError{code: ExitCouldNotJudge, text: strings.ReplaceAll(err.Error(), "\n", "; ")}
	}
	r, err := report.Merge(all)
	if err != nil {
		return nil, &verdictError{code: ExitCouldNotJudge, text: err.Error()}
	}
	return r, nil
}
