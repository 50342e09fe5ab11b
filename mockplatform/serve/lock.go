// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// lock says that one platform uses a state file: two would replace each
// other's state. It is held on a file beside it, for the state file itself is
// replaced with each save. The kernel frees it when the process ends, however it does.
type lock struct{ file *os.File }

// inUseError is a state file that another platform uses.
type inUseError struct{ process string }

func (e *inUseError) Error() string {
	if e.process == "" {
		return "another platform uses it"
	}
	return "another platform uses it: process " + e.process
}

// hold takes the lock of the state file at path, or returns an [inUseError] at once.
func hold(path string) (*lock, error) {
	name := path + ".lock"
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, fmt.Errorf("lock %s: %w", name, reason(err))
		}
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EWOULDBLOCK):
			defer f.Close()
			return nil, &inUseError{process: holder(f)}
		case errors.Is(err, syscall.EINTR):
			f.Close()
			continue
		case err != nil:
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", name, err)
		}
		// Whoever had it until now may have removed the name meanwhile: a lock that nobody finds is none.
		if !named(f, name) {
			f.Close()
			continue
		}
		if err := f.Truncate(0); err == nil {
			_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // for people; the lock holds without it
		}
		return &lock{f}, nil
	}
}

// release removes the lock. What cannot be removed stays and is free all the same.
func (l *lock) release() {
	_ = os.Remove(l.file.Name())
	_ = l.file.Close()
}

func named(f *os.File, name string) bool {
	held, err := f.Stat()
	if err != nil {
		return false
	}
	found, err := os.Stat(name)
	return err == nil && os.SameFile(held, found)
}

// holder is the number of the process that holds the lock, "" when it has not written it yet.
func holder(f *os.File) string {
	text, err := io.ReadAll(io.LimitReader(f, 32))
	process := strings.TrimSpace(string(text))
	if _, bad := strconv.Atoi(process); err != nil || bad != nil {
		return ""
	}
	return process
}
