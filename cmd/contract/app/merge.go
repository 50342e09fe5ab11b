// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
)

func newMerge() *cobra.Command {
	var reports string
	var require []string
	cmd := &cobra.Command{
		Use:   "merge REPORT…",
		Short: "Make one report of those of shards and targets",
		Long: `merge reads reports of contract run and judges them as one run: the shards of a
target and transport become one pass, a pass that is there already becomes a
further repetition. A shard that is missing could not be judged.

Exit codes: those of contract run; 2 also when a report cannot be read.`,
		Example: `  contract merge shard1.json shard2.json shard3.json
  contract merge --require process/stdio,process/sse,kind/sse process.json kind.json
  contract merge --report junit=all.xml,json=all.json,md=all.md process.json kind.json`,
		Args: reportArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := report.ParseFiles(reports)
			if err != nil {
				return err
			}
			r, err := mergeFiles(args)
			if err != nil {
				return err
			}
			if err := compareSkips(r); err != nil {
				return err
			}
			requirePasses(r, require)
			printer := newPrinter(cmd, files, false)
			printer.Retell(r)
			printer.Summary(r)
			return conclude(r, files, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&reports, "report", "", "files to write: junit=FILE,json=FILE,md=FILE; - is standard output, and nothing else is printed")
	cmd.Flags().StringSliceVar(&require, "require", nil, "passes without which, whole, nothing is judged: process/stdio,kind/sse")
	return cmd
}

// requirePasses makes a report unjudged that lacks a pass, or that does not have all built-in scenarios.
func requirePasses(r *report.Report, names []string) {
	if len(names) == 0 {
		return
	}
	var missing []string
	for _, name := range names {
		if !slices.ContainsFunc(r.Passes, func(p report.Pass) bool { return p.Target+"/"+p.Transport == name }) {
			missing = append(missing, name)
		}
	}
	var why []string
	if r.Unjudged != "" {
		why = append(why, r.Unjudged)
	}
	if len(missing) > 0 {
		why = append(why, "there is no pass "+strings.Join(missing, ", "))
	}
	if !r.Whole {
		why = append(why, "a report does not hold all scenarios")
	}
	r.Unjudged = strings.Join(why, "; ")
	r.Close()
}

// compareSkips compares what the passes skip, which a shard alone cannot.
func compareSkips(r *report.Report) error {
	if !r.Whole {
		return nil
	}
	skips, err := contract.BuiltinSkips()
	if err != nil {
		return err
	}
	for i := range r.Passes {
		if p := &r.Passes[i]; p.Broken+p.Unjudged == "" {
			p.Broken = skips.Check(*p)
		}
	}
	r.Close()
	return nil
}
