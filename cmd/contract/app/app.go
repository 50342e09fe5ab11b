// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package app is the command line of the contract harness.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

// The exit codes.
const (
	ExitPass          = 0
	ExitBroken        = 1
	ExitCouldNotJudge = 2
	ExitUsage         = 3
)

// Main is [Run] until SIGINT, SIGTERM or SIGHUP; a second signal ends the process at once.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), program.Ending()...)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(ctx, args, stdin, stdout, stderr)
}

// Run runs the command line and returns the exit code.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &program.Output{W: stdout}
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if failed := out.Err(); failed != nil {
		fmt.Fprintf(stderr, "contract: write to standard output: %v\n", failed)
		return ExitCouldNotJudge
	}
	if err == nil {
		return ExitPass
	}
	if verdict := (*verdictError)(nil); errors.As(err, &verdict) {
		if verdict.text != "" {
			fmt.Fprintf(stderr, "contract: %s\n", verdict.text)
		}
		return verdict.code
	}
	fmt.Fprintf(stderr, "contract: %v\n", err)
	return ExitUsage
}

// verdictError carries an exit code through cobra. Every other error is one of usage.
type verdictError struct {
	code int
	text string
}

func (e *verdictError) Error() string { return e.text }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "contract",
		Short: "Judge an MCP server of the Ambient platform by its contract",
		Long: `contract runs the scenarios of the MCP server's contract and tells whether it is met.

Exit codes: 0 the contract is met, 1 it is broken, 2 that could not be judged
(a program is missing or does not start), 3 the command line is wrong.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fmt.Errorf("no command given; try %q", cmd.CommandPath()+" --help")
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.AddCommand(newRun(), newParity(), newMerge(), newCoverage(), newDev(), newVersion())
	return root
}

// noArgs refuses what follows the flags, naming it.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unknown argument %q for %q; see %q", args[0], cmd.CommandPath(), cmd.CommandPath()+" --help")
	}
	return nil
}
