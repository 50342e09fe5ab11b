// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package relay_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/relay"
)

func TestParse(t *testing.T) {
	got, err := relay.Parse(":1=127.0.0.1:2, [::1]:3=x:4")
	want := []relay.Route{{Listen: ":1", Target: "127.0.0.1:2"}, {Listen: "[::1]:3", Target: "x:4"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, wrong := range []string{"", ":1", ":1=", "=:1", ":1=x", "x:=y:1", ":1=x:2,"} {
		if got, err := relay.Parse(wrong); err == nil || !strings.Contains(err.Error(), "valid is") {
			t.Errorf("%q: %v, %v", wrong, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(":1=127.0.0.1:2,[::1]:3=x:4")
	f.Fuzz(func(t *testing.T, text string) {
		routes, err := relay.Parse(text)
		if err != nil {
			return
		}
		var parts []string
		for _, r := range routes {
			parts = append(parts, r.Listen+"="+r.Target)
		}
		if again, err := relay.Parse(strings.Join(parts, ",")); err != nil || !cmp.Equal(routes, again) {
			t.Errorf("%q: %v, then %v, %v", text, routes, again, err)
		}
	})
}
