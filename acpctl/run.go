// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package acpctl is the `acpctl mcp` command group of the MCP server
// specification ("CLI Commands"): it lists the tools of a server and calls one.
package acpctl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
)

// Exit codes, as the specification's "CLI Commands" section gives them.
const (
	// ExitOK: the command did what was asked.
	ExitOK = 0
	// ExitFailed: the tool returned an error, the server could not be reached, or the command line was wrong.
	ExitFailed = 1
	// ExitAuth: no bearer token, or one that the platform or the server refuses.
	ExitAuth = 2
	// ExitNoTool: the server has no tool of that name.
	ExitNoTool = 3
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
	stdout, stderr io.Writer
	// dial is replaced in tests.
	dial func(ctx context.Context, e *env, at endpoint) (session, error)
}

func (e *env) get(name string) string {
	v, _ := e.lookup(name)
	return v
}

// token returns the caller's bearer. The end of line that a file read into a
// variable often brings along is none of it, as for the server.
func (e *env) token() (string, error) {
	token := strings.TrimRight(e.get("AMBIENT_TOKEN"), "\r\n")
	if token == "" {
		return "", fail(ExitAuth, "AMBIENT_TOKEN is not set: export the bearer token to call the platform with")
	}
	if err := credential.Check(token); err != nil {
		return "", fail(ExitAuth, "AMBIENT_TOKEN is no bearer token: %w", err)
	}
	return token, nil
}

// Run executes the command line and returns the process's exit code. Results
// go to stdout; a failure is one line on stderr. SIGINT, SIGTERM and SIGHUP end
// the call and the server it started.
func Run(ctx context.Context, args []string, lookup func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, program.Ending()...)
	defer stop()
	return execute(ctx, args, stdin, &env{lookup: lookup, stdout: stdout, stderr: stderr, dial: dial})
}

func execute(ctx context.Context, args []string, stdin io.Reader, e *env) int {
	out := &program.Output{W: e.stdout}
	e.stdout = out
	root := newRoot(e)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(e.stderr)
	err := root.ExecuteContext(ctx)
	var exit *exitError
	if lost := out.Err(); lost != nil && !errors.As(err, &exit) {
		err = fail(ExitFailed, "write to standard output: %w", lost)
	}
	if err == nil {
		return ExitOK
	}
	fmt.Fprintf(e.stderr, "acpctl: %s\n", oneLine(err.Error()))
	if errors.As(err, &exit) {
		return exit.code
	}
	return ExitFailed
}

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:   "acpctl",
		Short: "Work with the Ambient Platform from the command line",
		Long: `Work with the Ambient Platform from the command line.

Environment:
  AMBIENT_API_URL  base URL of the platform (default ` + defaultAPIURL + `)
  AMBIENT_TOKEN    bearer token of the caller; there is no flag for it, so that
                   it never shows in a process listing

Exit codes: 0 success, 1 failed, 2 no token or one that is refused
(UNAUTHORIZED; a missing permission is FORBIDDEN, and 1), 3 no such tool.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	mcp := &cobra.Command{Use: "mcp", Short: "List and call the tools of an MCP server", Args: cobra.NoArgs}
	mcp.AddCommand(newToolsCommand(e), newCallCommand(e))
	for _, group := range []*cobra.Command{root, mcp} {
		group.Args = cobra.ArbitraryArgs
		group.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return fail(ExitFailed, "unknown command %q; see '%s --help'", args[0], cmd.CommandPath())
		}
		group.SetFlagErrorFunc(flagError)
	}
	root.AddCommand(mcp)
	return root
}
