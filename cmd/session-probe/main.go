// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Command session-probe stands in for the runner of a session's pod, and is the contract's hand inside a container.
package main

import (
	"context"
	"os"

	"github.com/ambient-code/platform/components/ambient-mcp/cmd/session-probe/app"
)

func main() {
	os.Exit(app.Run(context.Background(), os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
}
