// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

//go:build container

package container_test

import (
	"os"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/container"
)

// TestContract runs the whole contract against the images SERVER_IMAGE and
// PLATFORM_IMAGE or those of `make images`, with the programs of the directory
// CONTRACT_BIN. CONTRACT_TAGS chooses scenarios.
func TestContract(t *testing.T) {
	for _, tr := range []target.Transport{target.Stdio, target.SSE} {
		t.Run(string(tr), func(t *testing.T) {
			contract.Run(t, contract.Options{
				Tags: os.Getenv("CONTRACT_TAGS"),
				Targets: []target.Target{container.New(container.Options{
					Transport: tr, Bin: os.Getenv("CONTRACT_BIN"),
					ServerImage: os.Getenv("SERVER_IMAGE"), PlatformImage: os.Getenv("PLATFORM_IMAGE"),
				})},
			})
		})
	}
}
