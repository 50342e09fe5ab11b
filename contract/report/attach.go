// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// attached is the attachments as one text, each under its name.
func attached(all []target.Attachment) string {
	var b strings.Builder
	for _, a := range all {
		b.WriteString("== " + a.Name + "\n" + strings.TrimRight(a.Text, "\n") + "\n")
	}
	return b.String()
}
