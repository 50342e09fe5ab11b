// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package dev

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// stopTimeout is how long a program may take to end before it is killed.
const stopTimeout = 10 * time.Second

func command(o Options, program string, args ...string) *exec.Cmd {
	path := filepath.Join(o.Bin, program)
	if abs, err := filepath.Abs(path); err == nil {
		path = abs // A bare name would be looked for on PATH.
	}
	// Not bound to a context: it is asked to end first, and killed only if it does not.
	cmd := exec.Command(path, args...) //nolint:noctx // see above
	cmd.Stderr = o.Stderr
	cmd.SysProcAttr = endsWithParent()
	return cmd
}

// start runs cmd and reports its untimely end through cancel; the returned function ends it.
func start(ctx context.Context, cancel context.CancelCauseFunc, cmd *exec.Cmd) (stop func(), err error) {
	name := filepath.Base(cmd.Path)
	started, ended := make(chan error), make(chan struct{})
	go func() {
		defer close(ended)
		// For the kernel a program's parent is the thread that started it, which therefore has to stay as long.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		if err := cmd.Wait(); ctx.Err() == nil {
			cancel(endedByItself(name, err))
		}
	}()
	if err := <-started; err != nil {
		<-ended
		return nil, fmt.Errorf("start %s: %w (run 'make build' first)", name, err)
	}
	return func() {
		cancel(nil)
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(stopTimeout):
			_ = cmd.Process.Kill()
			<-ended
		}
	}, nil
}

func endedByItself(name string, err error) error {
	if err == nil {
		return errors.New(name + " ended by itself")
	}
	return fmt.Errorf("%s ended by itself: %w", name, err)
}
