// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess_test

import (
	"slices"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/inprocess"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// BenchmarkToolsCall measures tools/call of get_session, from the client's
// request to its answer, the platform's part and the OpenAPI check included.
func BenchmarkToolsCall(b *testing.B) {
	for _, tg := range inprocess.Targets() {
		b.Run(string(tg.Transport()), func(b *testing.B) {
			e, token := open(b, tg)
			c := connect(b, e, target.ClientOptions{Token: token})
			took := make([]time.Duration, 0, 1024)
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				if _, err := c.Conn().CallTool(b.Context(), "get_session", sessionArgs); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*50/100].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}
