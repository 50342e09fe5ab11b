// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Command contract judges an MCP server of the Ambient platform by its contract.
package main

import (
	"os"

	"github.com/ambient-code/platform/components/ambient-mcp/cmd/contract/app"
)

func main() { os.Exit(app.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
