// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package program is what the programs of this module share as programs: what
// ends them, what they print, how their health is asked for. It knows nothing
// of what any of them does, so that those that must not know each other may use it.
package program

import (
	"os"
	"os/signal"
	"syscall"
)

// Ending returns the signals upon which a program finishes what it does and
// ends: interrupt, terminate, and the hang-up of its terminal. A hang-up that
// whoever started the program has it ignore, as nohup does, stays ignored.
func Ending() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
