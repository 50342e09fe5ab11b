// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package app is the command line of the session probe.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

// The exit codes.
const (
	ExitOK = 0
	// ExitUnhealthy: the health check found nothing that is ready.
	ExitUnhealthy = 1
	// ExitFailed: what was asked for could not be done.
	ExitFailed = 2
	// ExitUsage: the command line or a variable is wrong.
	ExitUsage = 3
)

// env is what the commands take from their surroundings.
type env struct {
	lookup func(string) (string, bool)
	stdin  io.Reader
	stdout *program.Output
	stderr io.Writer
}

// exitError carries an exit code through cobra. Every other error is one of usage.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// failed is an error of what was asked for.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{ExitFailed, err}
}

// Run executes the command line and returns the exit code. A failure is one
// line on stderr, below the log. SIGINT, SIGTERM, SIGHUP and the end of ctx end what serves.
func Run(ctx context.Context, args []string, lookup func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, program.Ending()...)
	defer stop()
	out := &program.Output{W: stdout}
	root := newRoot(&env{lookup: lookup, stdin: stdin, stdout: out, stderr: stderr})
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if lost := out.Err(); lost != nil && err == nil {
		err = failed(fmt.Errorf("write to standard output: %w", lost))
	}
	if err == nil {
		return ExitOK
	}
	fmt.Fprintf(stderr, "session-probe: %s\n", strings.Join(strings.Fields(err.Error()), " "))
	if exit := (*exitError)(nil); errors.As(err, &exit) {
		return exit.code
	}
	return ExitUsage
}

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:   "session-probe",
		Short: "The runner's stand-in in a session's pod, and the contract's hand inside a container",
		Long: `session-probe stands in for the runner of a session's pod, and is the hand of the
contract's harness inside a container.

Exit codes: 0 done, 1 not healthy, 2 could not be done, 3 the command line or a
variable is wrong.`,
		Example: `  # as the main process of the runner's container
  session-probe serve --relay :18090=127.0.0.1:8090 --wait http://127.0.0.1:8090/readyz

  # as an init container, for a container that has no programs of its own
  session-probe install /instruments`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fmt.Errorf("no command given; see '%s --help'", cmd.CommandPath())
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see '%s --help'", err, cmd.CommandPath())
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(newServe(e), newMux(e), newInstall(e), newLook(e), newHealthcheck(e), newVersion(e))
	return root
}

// noArgs refuses what follows the flags, naming it.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q; see '%s --help'", args[0], cmd.CommandPath())
	}
	return nil
}
