// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"os/exec"
	"runtime"
	"syscall"
)

// spawner starts processes from one thread that lives as long as the mux does:
// the kernel kills a child with the thread that started it, so that not even a
// mux that is killed leaves one behind.
type spawner struct {
	work chan func()
}

func newSpawner() *spawner {
	s := &spawner{work: make(chan func())}
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this function
		for f := range s.work {
			f()
		}
	}()
	return s
}

// start starts the command as the leader of a process group of its own.
func (s *spawner) start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = attributes()
	done := make(chan error, 1)
	s.work <- func() { done <- cmd.Start() }
	return <-done
}

// stop ends the thread; nothing may be running.
func (s *spawner) stop() { close(s.work) }

// killGroup kills a process and what it started, as far as that stayed in its group.
func killGroup(leader int) { _ = syscall.Kill(-leader, syscall.SIGKILL) }
