// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
)

func TestStateIsKeptOverRestarts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	s := start(t, nil, "--seed", "demo", "--state", file)
	if status, body := call(t, "POST", s.APIURL+"/api/ambient/v1/projects", "demo-admin", `{"name":"made-later"}`); status != 201 {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := call(t, "DELETE", s.APIURL+sessions+"/3Demo000000000000000Running", "demo-admin", ""); status != 204 {
		t.Fatalf("%d %s", status, body)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the state was saved before it was due")
	}
	if code := s.stop(); code != serve.ExitOK {
		t.Fatalf("exit code %d: %s", code, s.stderr)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("a file with bearers has mode %v", info.Mode())
	}

	s = start(t, nil, "--seed", "demo", "--state", file)
	if status, _ := call(t, "GET", s.APIURL+"/api/ambient/v1/projects/made-later", "demo-admin", ""); status != 200 {
		t.Errorf("what was made is answered %d", status)
	}
	if status, _ := call(t, "GET", s.APIURL+sessions+"/3Demo000000000000000Running", "demo-admin", ""); status != 404 {
		t.Errorf("the seed was applied again: what was deleted is answered %d", status)
	}
	if len(s.Tokens) != 4 {
		t.Errorf("tokens %v", s.Tokens)
	}
	if log := s.stderr.String(); strings.Contains(log, `"seed"`) || !strings.Contains(log, `"loaded":"`+file+`"`) {
		t.Errorf("the log does not say that the state was loaded: %s", log)
	}
}

func TestStateIsSavedOnDemand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	s := start(t, nil, "--seed", "demo", "--state", file)
	c := &control.Client{BaseURL: s.APIURL, HTTP: client}
	if err := c.SaveState(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "review-auth") {
		t.Errorf("saved %.80q, %v", text, err)
	}
	without := start(t, nil)
	c.BaseURL = without.APIURL
	if err := c.SaveState(t.Context()); err == nil || !strings.Contains(err.Error(), "409") {
		t.Errorf("without --state: %v", err)
	}
}

func TestAStateThatCannotBeSavedIsToldAtTheEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := start(t, nil, "--state", filepath.Join(dir, "state.json"))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if code := s.stop(); code != serve.ExitFailed || !strings.Contains(s.stderr.String(), "mockplatform: save the state to") {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
}

func TestAStateFileThatCannotBeLoadedStaysAsItIs(t *testing.T) {
	good := filepath.Join(t.TempDir(), "state.json")
	start(t, nil, "--seed", "demo", "--state", good).stop()
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"empty": "", "not JSON": "tokens: []", "of another shape": `{"a":1}`, "of a later format": `{"format":99,"tenants":[]}`,
		"cut short": string(text[:len(text)/2]), "followed by something": string(text) + "{}", "a seed": `{"tokens":[]}`,
		"without data":           `{"format":1,"tenants":[{"name":"default","tokens":[]}]}`,
		"with data that is null": `{"format":1,"tenants":[{"name":"default","tokens":[],"data":null}]}`,
		"with a number for data": `{"format":1,"tenants":[{"name":"default","tokens":[],"data":7}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "state.json")
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := run(t, nil, "", "serve", "--addr", "127.0.0.1:0", "--state", file)
			if code != serve.ExitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "mockplatform: --state=") {
				t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
			}
			for _, word := range []string{"json:", "unmarshal", "Go ", "EOF", "invalid character"} {
				if strings.Contains(stderr, word) {
					t.Errorf("stderr speaks of the program: %q", stderr)
				}
			}
			if _, err := os.Stat(file + ".lock"); err == nil {
				t.Error("the lock is left behind")
			}
			if after, err := os.ReadFile(file); err != nil || string(after) != content {
				t.Errorf("the file changed to %q, %v", after, err)
			}
		})
	}
}

func TestTheStateIsWrittenThroughALink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "state.json"), filepath.Join(dir, "link.json")
	start(t, nil, "--seed", "demo", "--state", file).stop()
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	s := start(t, nil, "--state", link)
	if status, body := call(t, "POST", s.APIURL+"/api/ambient/v1/projects", "demo-admin", `{"name":"made-later"}`); status != 201 {
		t.Fatalf("%d %s", status, body)
	}
	s.stop()
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link has become %v, %v", info.Mode(), err)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) == string(before) {
		t.Errorf("the file was not written: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
