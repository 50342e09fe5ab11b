// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Command mockplatform is the Ambient platform in memory as one program.
package main

import (
	"context"
	"os"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
)

func main() {
	os.Exit(serve.Run(context.Background(), os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
}
