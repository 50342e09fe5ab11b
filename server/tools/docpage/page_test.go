// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package docpage

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

var update = flag.Bool("update", false, "write the page instead of comparing it")

func TestThePageIsWhatTheRegistrySays(t *testing.T) {
	if *update {
		if code := Run(".", os.Stderr); code != 0 {
			t.Fatalf("exit code %d", code)
		}
	}
	root, err := moduleRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, Path))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(Render(tools.Registry())), string(got)); d != "" {
		t.Errorf("%s is not what `go generate ./server/tools` writes (-want +got):\n%s", Path, d)
	}
}

func TestEveryArgumentAndErrorIsOnThePage(t *testing.T) {
	page := string(Render(tools.Registry()))
	for _, tool := range tools.Registry() {
		_, section, found := strings.Cut(page, "\n## "+tool.Name+"\n")
		if !found {
			t.Fatalf("%s has no section", tool.Name)
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, p := range readProperties(tool.InputSchema) {
			if !strings.Contains(section, "| `"+p.Name+"` |") {
				t.Errorf("%s: argument %s is missing", tool.Name, p.Name)
			}
		}
		for _, e := range tool.Errors {
			if !strings.Contains(section, "| `"+string(e.Code)+"` |") {
				t.Errorf("%s: error %s is missing", tool.Name, e.Code)
			}
		}
	}
}

func TestRunOutsideAModuleFailsWithOneLine(t *testing.T) {
	var stderr bytes.Buffer
	if code := Run(t.TempDir(), &stderr); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	if got := stderr.String(); !strings.HasSuffix(got, "is in no module\n") || strings.Count(got, "\n") != 1 {
		t.Errorf("stderr is %q", got)
	}
}
