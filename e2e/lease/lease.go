// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package lease tells the runs of the contract that still go on from those that
// were killed and left containers, networks or a cluster behind. A run holds a
// lock file in the user's cache directory; the kernel frees the lock when the
// process ends, in whatever way. What a run makes carries its id as a label, so
// that a later run can ask [Dead] about it and clear it away.
package lease

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Label is the key under which everything that a run makes carries the run's id.
const Label = "ambient-code.io/contract-run"

// keptSuffix ends the name of the file that says: what this run made is to stay.
const keptSuffix = ".kept"

// Lease is held by a run that goes on. Make one with [Hold].
type Lease struct {
	id   string
	file *os.File
}

// NewID returns an id that no other run has: lower-case letters and digits,
// fit for names of containers and of Kubernetes objects.
func NewID() string { return strings.ToLower(rand.Text()[:12]) }

// Hold takes the lease of the run with that id until [Lease.Release] or the end of the process.
func Hold(id string) (*Lease, error) {
	path, err := pathOf(id)
	if err != nil {
		return nil, err
	}
	l, err := hold(id, path)
	if err != nil {
		return nil, fmt.Errorf("hold the lease of run %s: %w", id, err)
	}
	return l, nil
}

// hold locks the file before it gets its name: under its name it is never seen
// unlocked while the run goes on.
func hold(id, path string) (*Lease, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	err = flock(f, syscall.LOCK_EX)
	if err == nil {
		err = os.Link(f.Name(), path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Lease{id: id, file: f}, nil
}

// ID is the id of the run.
func (l *Lease) ID() string { return l.id }

// Release says that nothing is left of the run. A run that could not clear away
// what it made does not release: it is [Dead] once its process has ended.
func (l *Lease) Release() error {
	if l.file == nil {
		return nil
	}
	err := Forget(l.id)
	if closed := l.file.Close(); err == nil && closed != nil {
		err = fmt.Errorf("release the lease of run %s: %w", l.id, closed)
	}
	l.file = nil
	return err
}

// Keep says that what the run made is to stay after its end: the run is never
// [Dead], until [Forget].
func (l *Lease) Keep() error {
	path, err := pathOf(l.id)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+keptSuffix, nil, 0o600); err != nil {
		return fmt.Errorf("mark run %s as kept: %w", l.id, err)
	}
	return nil
}

// Dead tells whether the run with that id has ended without a word: neither
// released nor kept. A run that is not known here is not dead, because it may go on
// under another user or on another machine that shares the container engine.
func Dead(id string) (bool, error) {
	path, err := pathOf(id)
	if err != nil {
		return false, err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look at the lease of run %s: %w", id, err)
	}
	defer f.Close()
	// Shared, so that two runs that look at the same time do not take each other for the holder.
	switch err := flock(f, syscall.LOCK_SH); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("look at the lease of run %s: %w", id, err)
	}
	if kept, err := Kept(id); kept || err != nil {
		return false, err
	}
	// Between open and lock the run may have released.
	_, err = os.Stat(path)
	return err == nil, nil
}

// Kept tells whether the run with that id asked by [Lease.Keep] that what it made stays.
func Kept(id string) (bool, error) {
	path, err := pathOf(id)
	if err != nil {
		return false, err
	}
	if _, err := os.Stat(path + keptSuffix); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return false, fmt.Errorf("look whether run %s is kept: %w", id, err)
	}
	return true, nil
}

// Forget drops what is known of a run whose traces have been cleared away. One
// that is not known is no error.
func Forget(id string) error {
	path, err := pathOf(id)
	if err != nil {
		return err
	}
	for _, p := range []string{path, path + keptSuffix} {
		if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget run %s: %w", id, err)
		}
	}
	return nil
}

// flock does not wait, and tries again when a signal interrupts it.
func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
