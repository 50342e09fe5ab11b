// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rootfs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const module = "github.com/ambient-code/platform/components/ambient-mcp"

// versions are the variables that the linker sets.
var versions = []string{"/server.Build", "/mockplatform/serve.Version", "/cmd/session-probe/app.Version", "/cmd/contract/app.Version"}

// tree is a root file system.
type tree struct {
	// out is a directory, or a file with the extension .tar.
	out, version string
	// time is that of everything in it; 1970 when zero.
	time time.Time
}

// make builds the programs into usr/local/bin of a new tree.
func (t tree) make(ctx context.Context, programs []string, log io.Writer) error {
	if filepath.Ext(t.out) != archiveExt {
		return t.makeDir(ctx, t.out, programs, log)
	}
	dir, err := os.MkdirTemp("", "rootfs-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := t.makeDir(ctx, dir, programs, log); err != nil {
		return err
	}
	return archive(dir, t.out)
}

func (t tree) makeDir(ctx context.Context, out string, programs []string, log io.Writer) error {
	dir, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	// What stands there is thrown away: only something that is a tree, or nothing, may.
	if err := replaceable(dir); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	bin := filepath.Join(dir, "usr", "local", "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	for _, name := range programs {
		if err := t.build(ctx, filepath.Join(bin, name), name, log); err != nil {
			return err
		}
	}
	return t.settle(dir)
}

func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(entries) > 1 || len(entries) == 1 && entries[0].Name() != "usr" {
		return fmt.Errorf("%s holds something else than a root file system of this program; name another directory", dir)
	}
	return nil
}

func (t tree) build(ctx context.Context, file, program string, log io.Writer) error {
	flags := []string{"-s", "-w"}
	if t.version != "" {
		if strings.ContainsAny(t.version, " \t\n'\"") {
			return fmt.Errorf("VERSION: %q is no version", t.version)
		}
		for _, v := range versions {
			flags = append(flags, "-X", module+v+"="+t.version)
		}
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", strings.Join(flags, " "), "-o", file, module+"/cmd/"+program)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build %s: %w", program, err)
	}
	return nil
}

// settle gives everything one time and modes that do not depend on who builds.
func (t tree) settle(dir string) error {
	when := t.time
	if when.IsZero() {
		when = time.Unix(0, 0)
	}
	var paths []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	})
	if err != nil {
		return err
	}
	for i := len(paths) - 1; i >= 0; i-- { // what a directory holds before the directory
		if err := os.Chmod(paths[i], 0o755); err != nil {
			return err
		}
		if err := os.Chtimes(paths[i], when, when); err != nil {
			return err
		}
	}
	return nil
}
