// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import "syscall"

func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
