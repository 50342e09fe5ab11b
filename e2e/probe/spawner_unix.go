// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

//go:build unix && !linux

package probe

import "syscall"

// attributes lack the signal of a parent's death, which only Linux has; containers are Linux.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
