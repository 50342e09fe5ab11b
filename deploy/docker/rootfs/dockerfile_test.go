// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rootfs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// dockerfiles are those beside this package, by the name of their image.
func dockerfiles(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../*.Dockerfile")
	if err != nil || len(paths) != 4 {
		t.Fatalf("found %q, %v", paths, err)
	}
	files := map[string]string{}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(path), ".Dockerfile")] = string(b)
	}
	return files
}

// TestWhatEveryImageIs: an ordinary user, labelled, with no need of a shell.
func TestWhatEveryImageIs(t *testing.T) {
	for name, text := range dockerfiles(t) {
		want := []string{
			"\nUSER 1001:0\n", "\nENTRYPOINT [\"/usr/local/bin/" + name + "\"]\n",
			"ARG BASE_REGISTRY=\n", "ARG BUILDER_IMAGE=${BASE_REGISTRY}ubi9/go-toolset\n", "ARG RUNTIME_IMAGE=${BASE_REGISTRY}ubi9/ubi-minimal\n",
		}
		for _, label := range []string{"title", "description", "version", "revision", "created", "source", "licenses"} {
			want = append(want, "org.opencontainers.image."+label+"=")
		}
		if name != "contract" { // a Job, which nobody asks
			want = append(want, "CMD [\"/usr/local/bin/"+name+"\", \"healthcheck\"]\n")
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q", name, w)
			}
		}
		for line := range strings.Lines(text) {
			if regexp.MustCompile(`^(RUN|CMD|ENTRYPOINT) [^\[]`).MatchString(line) {
				t.Errorf("%s needs a shell: %s", name, line)
			}
			if strings.HasPrefix(line, "# syntax") {
				t.Errorf("%s needs a frontend: %s", name, line)
			}
			if regexp.MustCompile(`^(ARG \w+_IMAGE=|FROM )[\w-]+\.[\w.-]+/`).MatchString(line) {
				t.Errorf("%s names a registry: %s", name, line)
			}
		}
	}
}

// TestTheScriptKnowsWhatIsInAnImage: the programs that build.sh stages are those that the Dockerfile builds.
func TestTheScriptKnowsWhatIsInAnImage(t *testing.T) {
	script, err := os.ReadFile("../build.sh")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range dockerfiles(t) {
		built := regexp.MustCompile(`"-out", "/image", (.*)\]`).FindStringSubmatch(text)
		if built == nil {
			t.Errorf("%s builds nothing", name)
			continue
		}
		programs := strings.ReplaceAll(strings.ReplaceAll(built[1], `"`, ""), ",", "")
		if want := "[" + name + `]="` + programs + `"`; !strings.Contains(string(script), want) {
			t.Errorf("build.sh lacks %s", want)
		}
		for _, program := range strings.Fields(programs) {
			if !slices.Contains(Programs, program) {
				t.Errorf("%s is no program", program)
			}
		}
	}
}
