// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Command acpctl talks to the MCP server of the Ambient Platform.
package main

import (
	"context"
	"os"

	"github.com/ambient-code/platform/components/ambient-mcp/acpctl"
)

func main() {
	os.Exit(acpctl.Run(context.Background(), os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
}
