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
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
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
		{"the last page that can be counted", arguments{"page": 21474836.0}, MaxPage, 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := tt.args.page(); err != nil || got != (platform.Page{Page: tt.page, Size: tt.size}) {
				t.Errorf("got %+v, %v", got, err)
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
		p, err := arguments{"page": number, "size": number}.page()
		if (err != nil) != (n >= MaxPage+1) {
			t.Fatalf("%v gives %v", number, err)
		}
		if err != nil {
			return
		}
		if p.Page < 1 || p.Size < 1 || p.Size > 100 {
			t.Fatalf("%v gives %+v", number, p)
		}
	})
}

func TestGreatIntegersAreExact(t *testing.T) {
	for _, n := range []int64{math.MaxInt64, math.MaxInt64 - 1, 1<<53 + 1, math.MinInt64} {
		if got, fits := (arguments{"after_seq": json.Number(strconv.FormatInt(n, 10))}).integer("after_seq", 0); got != n || !fits {
			t.Errorf("%d: got %d, fits %t", n, got, fits)
		}
	}
}

func TestWhatCountsFromSomewhereEndsSomewhere(t *testing.T) {
	for text, want := range map[string]int64{"-1e30": 0, "-3": 0, "0": 0, "7": 7, "9223372036854775806": math.MaxInt64 - 1, "9223372036854775807": math.MaxInt64} {
		if got, err := (arguments{"after_seq": json.Number(text)}).counted("after_seq", 0, math.MaxInt64); err != nil || got != want {
			t.Errorf("%s: got %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"9223372036854775808", "99999999999999999999999", "1e30", "9.3e18"} {
		_, err := (arguments{"after_seq": json.Number(text)}).counted("after_seq", 0, math.MaxInt64)
		expectCode(t, err, toolerr.InvalidRequest, `"after_seq" must not be above 9223372036854775807`)
	}
}
