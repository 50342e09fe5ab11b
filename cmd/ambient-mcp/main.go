// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Command ambient-mcp is the MCP server of the Ambient Platform.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
	"github.com/ambient-code/platform/components/ambient-mcp/server"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), program.Ending()...)
	context.AfterFunc(ctx, stop) // A second signal ends the process at once.
	os.Exit(server.Run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
}
