// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"bytes"
	"flag"
	"io"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/features"
)

var update = flag.Bool("update", false, "write the files that are computed")

// TestSkipsAreThoseOfTheTargets computes from what the targets lack how many scenarios each pass skips.
func TestSkipsAreThoseOfTheTargets(t *testing.T) {
	set, _, err := contract.Load(features.FS, contract.DefaultPrefix)
	if err != nil {
		t.Fatal(err)
	}
	computed := contract.Skips{}
	f := runFlags{}
	f.session = f.newSession(io.Discard)
	for _, maker := range makers {
		for _, tr := range transportNames {
			for _, made := range maker(target.Transport(tr), f) {
				computed.Expect(made, set.Scenarios)
			}
		}
	}
	if *update {
		var b bytes.Buffer
		if err := computed.Write(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("../../../features/"+contract.SkipsFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	declared, err := contract.BuiltinSkips()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(declared, computed); diff != "" {
		t.Errorf("features/%s (-declared +computed); run with -update to accept:\n%s", contract.SkipsFile, diff)
	}
}

func TestEveryMakerIsNamedInTheHelp(t *testing.T) {
	if diff := cmp.Diff(slices.Sorted(maps.Keys(makers)), slices.Sorted(slices.Values(targetNames))); diff != "" {
		t.Error(diff)
	}
	for _, name := range later {
		if makers[name] != nil {
			t.Errorf("the target %s is made and said to come later", name)
		}
	}
}
