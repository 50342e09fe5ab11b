// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package signals says which signals end a program in order.
package signals

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
