// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Command stage builds programs into the root file system of an image.
package main

import (
	"context"
	"os"

	"github.com/ambient-code/platform/components/ambient-mcp/deploy/docker/rootfs"
)

func main() {
	os.Exit(rootfs.Run(context.Background(), os.Args[1:], os.LookupEnv, os.Stdout, os.Stderr))
}
