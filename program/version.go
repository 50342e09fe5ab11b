// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package program

import "runtime/debug"

// Version is the version that the linker has set, or that of the module the
// program was built from, or "(devel)".
func Version(linked string) string {
	if linked != "" {
		return linked
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
