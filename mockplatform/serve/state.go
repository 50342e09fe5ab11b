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
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		// What cannot be saved at the end had better be said now.
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return false, fmt.Errorf("%s is not a directory", filepath.Dir(path))
		}
		return false, nil
	}
	if err != nil {
		return false, reason(err)
	}
	return true, p.LoadState(text)
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
			err = renameio.WriteFile(path, text, 0o600, renameio.WithStaticPermissions(0o600))
		}
		if err != nil {
			return fmt.Errorf("save the state to %s: %w", path, err)
		}
		return nil
	}
}
