// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"text/tabwriter"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// Exit codes of [Run].
const (
	ExitOK     = 0
	ExitFailed = 1
	// ExitUsage is a wrong argument or variable.
	ExitUsage = 2
)

// Run is the program ambient-mcp: it reads the environment through lookup,
// serves until the input or ctx ends, and returns the exit code. Stdout carries
// JSON-RPC only; the log goes to stderr.
func Run(ctx context.Context, args []string, lookup func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		out := &program.Output{W: stdout}
		code := option(ctx, args, lookup, out, stderr)
		if err := out.Err(); err != nil && code == ExitOK {
			_, _ = fmt.Fprintln(stderr, "ambient-mcp: write to standard output:", err)
			return ExitFailed
		}
		return code
	}
	config, err := ConfigFromEnv(lookup)
	if err != nil {
		return usage(stderr, err)
	}
	log := NewLogger(stderr, config.LogLevel, config.Token)
	s, err := New(Options{Config: config, Logger: log})
	if err != nil {
		return usage(stderr, err)
	}
	defer s.Close()
	log.Info("starting", "version", Version, "transport", config.Transport, "api_profile", "spec", "api_profile_asked", config.Profile)
	if config.Transport == tools.TransportStdio {
		err = s.ServeStdio(ctx, stdin, stdout)
	} else {
		err = s.listenSSE(ctx, log)
	}
	if err != nil {
		log.Error("ended", "error", err)
		return ExitFailed
	}
	log.Info("ended")
	return ExitOK
}

func (s *Server) listenSSE(ctx context.Context, log *slog.Logger) error {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", s.config.BindAddr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", s.config.BindAddr, err)
	}
	log.Info("listening", "addr", l.Addr().String())
	return s.ServeSSE(ctx, l)
}

// Build tells one build of the program from another; set by the linker in an image or a release.
var Build = ""

// option serves the few arguments that there are.
func option(ctx context.Context, args []string, lookup func(string) (string, bool), stdout, stderr io.Writer) int {
	switch arg := args[0]; {
	case len(args) > 1:
		return usage(stderr, fmt.Errorf("unexpected argument %q; it takes its configuration from the environment, see --help", args[1]))
	case arg == "--help" || arg == "-h":
		help(stdout)
		return ExitOK
	case arg == "--version":
		_, _ = fmt.Fprintln(stdout, strings.TrimSpace("ambient-mcp "+Version+" "+Build))
		return ExitOK
	case arg == "healthcheck":
		return healthcheck(ctx, lookup, stdout, stderr)
	default:
		return usage(stderr, fmt.Errorf("unexpected argument %q; it takes its configuration from the environment, see --help", arg))
	}
}

func usage(stderr io.Writer, err error) int {
	_, _ = fmt.Fprintln(stderr, "ambient-mcp:", err)
	return ExitUsage
}

func help(w io.Writer) {
	_, _ = fmt.Fprint(w, "ambient-mcp is the MCP server of the Ambient Platform. It is configured by its environment:\n\n")
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "VARIABLE\tDEFAULT\tVALUES\tDESCRIPTION")
	for _, v := range Variables() {
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", v.Name, dash(v.Default), dash(strings.Join(v.Values, "|")), v.Description)
	}
	_ = t.Flush()
	_, _ = fmt.Fprint(w, `
ambient-mcp healthcheck asks the server that this environment configures for its health; it needs no AMBIENT_TOKEN.
On stdio there is nothing to ask: it tells whether the configuration is valid. ambient-mcp --version prints the version.

Exit codes: 0 ended in order or healthy, 1 failed or not healthy, 2 wrong argument or variable.
`)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
