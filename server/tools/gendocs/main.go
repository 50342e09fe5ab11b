// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Command gendocs writes docs/tools.md from the registry of the tools.
package main

import (
	"os"

	"github.com/ambient-code/platform/components/ambient-mcp/server/tools/docpage"
)

func main() { os.Exit(docpage.Run(".", os.Stderr)) }
