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

// keeper keeps the state of a platform in a file that is its own.
type keeper struct {
	platform *mockplatform.Platform
	path     string
	lock     *lock
	// loaded says that the platform holds what the file held.
	loaded bool

	mu sync.Mutex // an older state must not replace a newer one
}

// keep takes the state file for p and loads it, if it exists. A file that
// cannot be loaded, or that another platform uses, is left as it is.
func keep(p *mockplatform.Platform, name string) (*keeper, error) {
	// Absolute, so that the file stays the same one whatever happens to the working directory.
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	k := &keeper{platform: p, path: target(path)}
	// A device may never end, or take for ever what is written to it.
	switch info, err := os.Stat(k.path); {
	case err == nil && info.IsDir():
		return nil, errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		return nil, errors.New("is not a regular file")
	}
	if err := checkSavable(k.path); err != nil {
		return nil, err
	}
	if k.lock, err = hold(k.path); err != nil {
		return nil, err
	}
	if err := k.load(); err != nil {
		k.release()
		return nil, err
	}
	return k, nil
}

func (k *keeper) load() error {
	text, err := os.ReadFile(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return reason(err)
	}
	k.loaded = true
	return k.platform.LoadState(text)
}

// save replaces the state file by the platform's state, as a whole or not at
// all. The file is for its owner only: there are bearers in it.
func (k *keeper) save() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	text, err := k.platform.DumpState()
	if err == nil {
		// Beside the file: bearers that a killed save leaves behind are not for the system's folder of temporary files.
		err = renameio.WriteFile(k.path, text, 0o600, renameio.WithStaticPermissions(0o600), renameio.WithTempDir(filepath.Dir(k.path)))
	}
	if err != nil {
		return fmt.Errorf("save the state to %s: %w", k.path, err)
	}
	return nil
}

// release lets another platform have the file. Nothing must be saved after it.
func (k *keeper) release() { k.lock.release() }

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
