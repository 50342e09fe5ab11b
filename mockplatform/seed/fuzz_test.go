// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
)

// FuzzParse: whatever the bytes, Parse neither panics nor hangs, refuses in one
// line that names a line of the text, and returns a document or an error.
func FuzzParse(f *testing.F) {
	for _, name := range seed.Names() {
		document, _ := seed.Builtin(name)
		f.Add(document)
	}
	for _, s := range []string{
		"", "{}", "projects: [{name: demo}]", "a: &a [*a]", "? a\n: b", "- - - a", "{\"tokens\":[{\"label\":\"a\",\"permissions\":[]}]}",
		"projects:\n  - name: demo\n    labels: |\n      x", "<<: {}", "--- !!map\n", "%YAML 1.2\n---\n", "[[[[", "sessions: [{name: \"\\ud83d\"}]",
	} {
		f.Add([]byte(s))
	}
	said := regexp.MustCompile(`^line [1-9][0-9]*: .`)
	f.Fuzz(func(t *testing.T, document []byte) {
		doc, err := seed.Parse(document)
		if (doc == nil) == (err == nil) {
			t.Fatalf("document %v with error %v", doc, err)
		}
		if err == nil {
			return
		}
		if !said.MatchString(err.Error()) || strings.ContainsAny(err.Error(), "\n\r\x00") {
			t.Errorf("not one line with a line number: %q", err)
		}
	})
}
