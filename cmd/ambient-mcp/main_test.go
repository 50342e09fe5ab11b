// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestTheProgramLinksNoTestOrContainerPackage guards what ships: the server
// knows nothing of how it is tested.
func TestTheProgramLinksNoTestOrContainerPackage(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("list the dependencies: %v", err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "github.com/ambient-code/platform/components/ambient-mcp/server") {
		t.Fatalf("%d dependencies and no server among them", len(deps))
	}
	const own = "github.com/ambient-code/platform/components/ambient-mcp/"
	for _, dep := range deps {
		for _, banned := range []string{
			own + "mockplatform", own + "contract", own + "steps", own + "features", own + "fixtures", own + "e2e",
			"testing", "net/http/httptest", "github.com/cucumber/", "github.com/jarcoal/httpmock", "go.uber.org/goleak", "pgregory.net/rapid",
			"k8s.io/utils/clock/testing", "google.golang.org/grpc", "github.com/docker/", "github.com/testcontainers/", "k8s.io/client-go",
		} {
			if dep == strings.TrimSuffix(banned, "/") || strings.HasPrefix(dep, strings.TrimSuffix(banned, "/")+"/") {
				t.Errorf("links %s", dep)
			}
		}
	}
}
