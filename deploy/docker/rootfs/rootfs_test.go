// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rootfs

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func run(t *testing.T, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, log bytes.Buffer
	code = Run(t.Context(), args, func(name string) (string, bool) { v, ok := env[name]; return v, ok }, &out, &log)
	return code, out.String(), log.String()
}

func TestAWrongCommandLineIsToldInOneLine(t *testing.T) {
	for _, tt := range []struct {
		args string
		env  map[string]string
		want string
	}{
		{"", nil, "say -out DIR"},
		{"-out x", nil, "say -out DIR"},
		{"acpctl", nil, "say -out DIR"},
		{"-in x", nil, "not defined"},
		{"-out x rm", nil, `unknown program "rm"; valid are ambient-mcp`},
		{"-out x acpctl", map[string]string{"SOURCE_DATE_EPOCH": "now"}, `SOURCE_DATE_EPOCH: "now"`},
		{"-out x acpctl", map[string]string{"SOURCE_DATE_EPOCH": "-1"}, `SOURCE_DATE_EPOCH: "-1"`},
	} {
		code, stdout, stderr := run(t, tt.env, strings.Fields(tt.args)...)
		if code != ExitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, tt.want) {
			t.Errorf("%q: %d, %q, %q", tt.args, code, stdout, stderr)
		}
	}
}

func TestWhatIsNoTreeIsNotThrownAway(t *testing.T) {
	for _, name := range []string{"home", filepath.Join("usr", "x")} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "usr") {
			if err := os.Mkdir(filepath.Join(dir, "etc"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		code, _, stderr := run(t, nil, "-out", dir, "acpctl")
		if code != ExitFailed || !strings.Contains(stderr, "name another directory") {
			t.Errorf("%s: %d, %q", name, code, stderr)
		}
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	code, _, stderr := run(t, map[string]string{"VERSION": "1 -X x=y"}, "-out", filepath.Join(t.TempDir(), "image"), "acpctl")
	if code != ExitFailed || !strings.Contains(stderr, "is no version") {
		t.Errorf("%d, %q", code, stderr)
	}
}

// TestATreeIsAlwaysTheSame: its bytes, modes and times come from the source and the two variables only.
func TestATreeIsAlwaysTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	env := map[string]string{"VERSION": "v1.2.3-test", "SOURCE_DATE_EPOCH": "1700000000"}
	dirs := []string{filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")}
	var trees []string
	for _, dir := range dirs {
		if code, stdout, stderr := run(t, env, "-out", dir, "ambient-mcp"); code != ExitOK || stdout != dir+"\n" {
			t.Fatalf("%d, %q, %s", code, stdout, stderr)
		}
		trees = append(trees, list(t, dir))
	}
	if trees[0] != trees[1] {
		t.Errorf("%s\n\n%s", trees[0], trees[1])
	}
	program := filepath.Join(dirs[0], "usr", "local", "bin", "ambient-mcp")
	out, err := exec.CommandContext(t.Context(), program, "--version").Output()
	if err != nil || !strings.Contains(string(out), env["VERSION"]) {
		t.Errorf("%q, %v", out, err)
	}
	file := filepath.Join(t.TempDir(), "new", "image.tar")
	if code, _, stderr := run(t, env, "-out", file, "ambient-mcp"); code != ExitOK {
		t.Fatalf("%d, %s", code, stderr)
	}
	if got := entries(t, file); got != "usr/ drwxr-xr-x 1700000000\nusr/local/ drwxr-xr-x 1700000000\nusr/local/bin/ drwxr-xr-x 1700000000\nusr/local/bin/ambient-mcp -rwxr-xr-x 1700000000\n" {
		t.Errorf("the archive holds\n%s", got)
	}
	if code, _, stderr := run(t, nil, "-out", dirs[0], "ambient-mcp"); code != ExitOK || !strings.Contains(list(t, dirs[0]), " 0 ") {
		t.Errorf("made anew without an environment: %d, %s", code, stderr)
	}
}

// list is what a layer would hold.
func list(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		var content []byte
		if !d.IsDir() {
			if content, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(&b, "%s %v %d %x\n", name, info.Mode(), info.ModTime().Sub(time.Unix(0, 0))/time.Second, sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// entries are those of an archive, all of root.
func entries(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b strings.Builder
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" {
			t.Errorf("%s belongs to %d:%d %q", h.Name, h.Uid, h.Gid, h.Uname)
		}
		fmt.Fprintln(&b, h.Name, h.FileInfo().Mode(), h.ModTime.Unix())
	}
}
