// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package serve is the command line of the in-memory platform: it serves one
// until it is told to stop, checks seed documents and asks a platform for its health.
package serve

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

// Exit codes.
const (
	// ExitOK: the command did what was asked; serve was ended by a signal.
	ExitOK = 0
	// ExitFailed: the platform could not serve or save its state, nothing could be printed, or a health check failed.
	ExitFailed = 1
	// ExitUsage: a flag, an environment variable, a seed or a state file is wrong; nothing was started or changed.
	ExitUsage = 2
)

// exitError carries the exit code of a failure to [Run].
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func fail(code int, format string, args ...any) error {
	return &exitError{code: code, err: fmt.Errorf(format, args...)}
}

// env is what the commands take from their surroundings.
type env struct {
	lookup         func(string) (string, bool)
	stdin          io.Reader
	stdout, stderr io.Writer
}

// Run executes the command line and returns the process's exit code. Results go
// to stdout; a failure is one line on stderr, below the log. SIGINT, SIGTERM,
// SIGHUP and the end of ctx end a platform that serves.
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
	var exit *exitError
	if lost := out.Err(); lost != nil && !errors.As(err, &exit) {
		err = fail(ExitFailed, "write to standard output: %w", lost)
	}
	if err == nil {
		return ExitOK
	}
	fmt.Fprintf(stderr, "mockplatform: %s\n", strings.Join(strings.Fields(err.Error()), " "))
	if errors.As(err, &exit) {
		return exit.code
	}
	return ExitUsage
}

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:   "mockplatform",
		Short: "The Ambient platform in memory",
		Long: `The Ambient platform in memory: its REST API and message streams for programs
under test, and a control API under /-/ for the tests.

Exit codes: 0 success, 1 could not serve, save or print, 2 a flag, an environment
variable, a seed or a state file is wrong.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	seeds := &cobra.Command{Use: "seed", Short: "Work with seed documents"}
	seeds.AddCommand(newSeedCheck(e))
	for _, group := range []*cobra.Command{root, seeds} {
		group.Args = cobra.ArbitraryArgs
		group.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return fail(ExitUsage, "unknown command %q; see '%s --help'", args[0], cmd.CommandPath())
		}
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newServe(e), seeds, newHealthcheck(e), newVersion(e))
	return root
}
