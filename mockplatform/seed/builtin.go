// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"github.com/ambient-code/platform/components/ambient-mcp/fixtures"
)

// Names are the seeds that are built in.
func Names() []string { return []string{"demo", "empty"} }

// Builtin returns the document of a built-in seed.
func Builtin(name string) ([]byte, bool) {
	for _, n := range Names() {
		if n == name {
			document, err := fixtures.Seeds.ReadFile(name + ".yaml")
			return document, err == nil
		}
	}
	return nil, false
}
