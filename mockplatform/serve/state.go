// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/google/renameio/v2"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
)

// loadState loads the state file into p. Without a file it reports false; a
// file that cannot be loaded is left as it is.
func loadState(p *mockplatform.Platform, path string) (bool, error) {
	// A device may never end, or take for ever what is written to it.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return false, errors.New("is not a regular file")
	}
	text, err := os.ReadFile(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, reason(err)
	}
	if err := checkSavable(path); err != nil || missing {
		return false, err
	}
	return true, p.LoadState(text)
}

// checkSavable says now what would otherwise be found at the end, with
// everything to lose: that the file's folder does not take a new file.
func checkSavable(path string) error {
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("%s is not a directory", dir)
	}
	f, err := renameio.TempFile(dir, path)
	if err != nil {
		return fmt.Errorf("cannot write into %s: %w", dir, reason(err))
	}
	return f.Cleanup()
}

// target is the file itself where path is a symbolic link to it: a link is to
// be written through, not replaced.
func target(path string) string {
	if file, err := filepath.EvalSymlinks(path); err == nil {
		return file
	}
	return path
}

// saver returns a function that replaces the state file by the state of p, as a
// whole or not at all. The file is for its owner only: there are bearers in it.
func saver(p *mockplatform.Platform, path string) func() error {
	var mu sync.Mutex // an older state must not replace a newer one
	return func() error {
		mu.Lock()
		defer mu.Unlock()
		text, err := p.DumpState()
		if err == nil {
			// Beside the file: bearers that a killed save leaves behind are not for the system's folder of temporary files.
			err = renameio.WriteFile(path, text, 0o600, renameio.WithStaticPermissions(0o600), renameio.WithTempDir(filepath.Dir(path)))
		}
		if err != nil {
			return fmt.Errorf("save the state to %s: %w", path, err)
		}
		return nil
	}
}
