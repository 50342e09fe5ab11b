// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
)

func TestEveryScenarioIsInOneShard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 50).Draw(t, "shards")
		scenarios := rapid.IntRange(0, 500).Draw(t, "scenarios")
		sizes := make([]int, count)
		for position := range scenarios {
			in := 0
			for i := range count {
				s, err := scenario.ParseShard(fmt.Sprintf("%d/%d", i+1, count), nil)
				if err != nil {
					t.Fatal(err)
				}
				if s.Has(position) {
					sizes[i]++
					in++
				}
			}
			if in != 1 {
				t.Fatalf("scenario %d is in %d shards", position, in)
			}
		}
		for i, n := range sizes {
			if least := scenarios / count; n < least || n > least+1 {
				t.Fatalf("shard %d has %d of %d scenarios", i+1, n, scenarios)
			}
		}
	})
}

func TestShardsAreReadOrRefused(t *testing.T) {
	for _, tc := range []struct {
		text, index, want, problem string
	}{
		{"1/1", "", "1/1", ""},
		{"5/5", "", "5/5", ""},
		{"job/3", "0", "1/3", ""},
		{"job/3", "2", "3/3", ""},
		{"job/3", "3", "", "must be from 0 to 2"},
		{"job/3", "-1", "", "must be from 0 to 2"},
		{"job/3", "x", "", `JOB_COMPLETION_INDEX is "x"`},
		{"job/3", "", "", "JOB_COMPLETION_INDEX is not set"},
		{"job/0", "0", "", "is no shard"},
		{"0/3", "", "", "from 1 to 3"},
		{"4/3", "", "", "from 1 to 3"},
		{"x/3", "", "", "from 1 to 3"},
		{"1/0", "", "", "is no shard"},
		{"1/-2", "", "", "is no shard"},
		{"1/99999999999999999999", "", "", "is no shard"},
		{"1", "", "", "is no shard"},
		{"", "", "", "is no shard"},
		{"1/2/3", "", "", "is no shard"},
	} {
		got, err := scenario.ParseShard(tc.text, func(string) (string, bool) { return tc.index, tc.index != "" })
		switch {
		case tc.problem == "" && (err != nil || got.String() != tc.want):
			t.Errorf("%q: %s, %v, want %s", tc.text, got, err, tc.want)
		case tc.problem != "" && (err == nil || !strings.Contains(err.Error(), tc.problem) || strings.Contains(err.Error(), "strconv")):
			t.Errorf("%q: %v, want an error with %q", tc.text, err, tc.problem)
		}
	}
	if all := (scenario.Shard{}); !all.Has(7) || all.String() != "" {
		t.Error("the zero shard is not all")
	}
}
