// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/inprocess"
	"github.com/ambient-code/platform/components/ambient-mcp/features"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestContract runs the whole contract in memory, over both transports.
func TestContract(t *testing.T) {
	contract.Run(t, contract.Options{Targets: inprocess.Targets()})
}

// TestCoverage holds the built-in scenarios against the requirement catalogue.
func TestCoverage(t *testing.T) {
	set, c, err := contract.Load(features.FS, contract.DefaultPrefix)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Cover(set.Scenarios).Problems {
		t.Error(p)
	}
}
