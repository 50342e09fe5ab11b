// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package program

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
	"testing"
)

func TestAHangUpEndsUnlessItIsIgnored(t *testing.T) {
	if !slices.Contains(Ending(), os.Signal(syscall.SIGTERM)) {
		t.Error("SIGTERM does not end")
	}
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("the test runs under nohup")
	}
	if !slices.Contains(Ending(), os.Signal(syscall.SIGHUP)) {
		t.Error("SIGHUP does not end")
	}
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	if slices.Contains(Ending(), os.Signal(syscall.SIGHUP)) {
		t.Error("SIGHUP ends although it is ignored")
	}
}
