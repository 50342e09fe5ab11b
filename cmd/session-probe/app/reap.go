// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"os"
	"os/signal"
	"syscall"
)

// reap collects the ends of processes that lost their parent, which the first
// process of a container inherits: a mux that was killed leaves such. It must
// not be used by who starts processes of its own. The function returned ends it.
func reap() (stop func()) {
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGCHLD)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range ends {
			for {
				if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
					break
				}
			}
		}
	}()
	return func() {
		signal.Stop(ends)
		close(ends)
		<-done
	}
}
