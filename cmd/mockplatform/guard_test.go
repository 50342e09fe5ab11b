// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/ambient-code/platform/components/ambient-mcp"

func dependencies(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-f", "{{.ImportPath}}", "-deps"}, args...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v: %s", cmd.Args, err, stderr.String())
	}
	return strings.Fields(string(out))
}

// TestThePlatformKnowsNothingOfTheServerAndItsTests: they meet over the wire
// only, so a mistake that both could share cannot hide. Its tests are held to it too.
func TestThePlatformKnowsNothingOfTheServerAndItsTests(t *testing.T) {
	for _, path := range dependencies(t, "-test", module+"/mockplatform/...", module+"/cmd/mockplatform") {
		for _, forbidden := range []string{"server", "contract", "steps", "features", "e2e", "acpctl"} {
			if at := module + "/" + forbidden; path == at || strings.HasPrefix(path, at+"/") {
				t.Errorf("the platform depends on %s", path)
			}
		}
	}
}

// TestTheProgramLinksNoTestTooling: it starts in milliseconds and its image holds nothing that it does not need.
func TestTheProgramLinksNoTestTooling(t *testing.T) {
	for _, path := range dependencies(t, module+"/cmd/mockplatform") {
		for _, forbidden := range []string{
			"testing", "net/http/httptest", "github.com/getkin/kin-openapi", "github.com/cucumber", "github.com/mark3labs",
			"github.com/modelcontextprotocol", module + "/api/openapi",
		} {
			if path == forbidden || strings.HasPrefix(path, forbidden+"/") {
				t.Errorf("the program links %s", path)
			}
		}
	}
}
