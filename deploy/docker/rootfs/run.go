// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package rootfs builds programs into the root file system of an image: the
// same flags and the same times wherever it runs, so that the layer of a commit
// is always the same. It needs no shell, for a builder image may have none.
package rootfs

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Programs are those that an image may hold.
var Programs = []string{"ambient-mcp", "mockplatform", "session-probe", "acpctl", "contract"}

// Exit codes of [Run].
const (
	ExitOK     = 0
	ExitFailed = 1
	ExitUsage  = 2
)

// Run is the program stage: -out DIR PROGRAM…, or -out FILE.tar. VERSION and SOURCE_DATE_EPOCH
// come from the environment.
func Run(ctx context.Context, args []string, lookup func(string) (string, bool), stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("stage", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	out := flags.String("out", "", "directory of the root file system, or an archive of it with the extension .tar; it is made anew")
	if err := flags.Parse(args); err != nil {
		return usage(stderr, err.Error())
	}
	if *out == "" || flags.NArg() == 0 {
		return usage(stderr, "say -out DIR|FILE.tar PROGRAM…")
	}
	for _, name := range flags.Args() {
		if !slices.Contains(Programs, name) {
			return usage(stderr, fmt.Sprintf("unknown program %q; valid are %s", name, strings.Join(Programs, ", ")))
		}
	}
	t := tree{out: *out}
	t.version, _ = lookup("VERSION")
	if epoch, ok := lookup("SOURCE_DATE_EPOCH"); ok && epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil || seconds < 0 {
			return usage(stderr, fmt.Sprintf("SOURCE_DATE_EPOCH: %q is not a number of seconds", epoch))
		}
		t.time = time.Unix(seconds, 0)
	}
	if err := t.make(ctx, flags.Args(), stderr); err != nil {
		fmt.Fprintf(stderr, "stage: %v\n", err)
		return ExitFailed
	}
	if _, err := fmt.Fprintln(stdout, *out); err != nil {
		return ExitFailed
	}
	return ExitOK
}

func usage(stderr io.Writer, text string) int {
	fmt.Fprintf(stderr, "stage: %s\n", text)
	return ExitUsage
}
