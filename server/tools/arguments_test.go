// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
)

func TestPageAndSizeStayWithinTheirBounds(t *testing.T) {
	tests := []struct {
		name       string
		args       arguments
		page, size int
	}{
		{"absent", arguments{}, 1, 20},
		{"as asked", arguments{"page": 3.0, "size": 50.0}, 3, 50},
		{"zero", arguments{"page": 0.0, "size": 0.0}, 1, 20},
		{"negative", arguments{"page": -4.0, "size": -1.0}, 1, 20},
		{"the greatest size", arguments{"size": 100.0}, 1, 100},
		{"too great a size", arguments{"size": 101.0}, 1, 100},
		{"the smallest size", arguments{"size": 1.0}, 1, 1},
		{"JSON numbers", arguments{"page": json.Number("2"), "size": json.Number("5")}, 2, 5},
		{"a number with a zero fraction", arguments{"page": json.Number("2.0"), "size": json.Number("1e1")}, 2, 10},
		{"beyond all bounds", arguments{"page": json.Number("-1e400"), "size": json.Number("99999999999999999999999")}, 1, 100},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.args.page(); got != (platform.Page{Page: tt.page, Size: tt.size}) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestNoPageIsOutOfBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Float64().Draw(t, "n")
		var number any = n
		if rapid.Bool().Draw(t, "json") && !math.IsNaN(n) && !math.IsInf(n, 0) {
			number = json.Number(strconv.FormatFloat(n, 'g', -1, 64))
		}
		p := arguments{"page": number, "size": number}.page()
		if p.Page < 1 || p.Size < 1 || p.Size > 100 {
			t.Fatalf("%v gives %+v", number, p)
		}
	})
}

func TestGreatIntegersAreExact(t *testing.T) {
	const n = math.MaxInt64 - 1
	if got := (arguments{"after_seq": json.Number(strconv.Itoa(n))}).integer("after_seq", 0); got != n {
		t.Errorf("got %d", got)
	}
}
