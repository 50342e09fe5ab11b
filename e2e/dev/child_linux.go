// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package dev

import "syscall"

// endsWithParent has the kernel tell a program to end when whoever started it
// has ended, even if that one was killed and could not say so itself.
func endsWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
