// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package dev

import "syscall"

// endsWithParent is for Linux: no other kernel tells a program that its parent
// is gone, so that there the programs run on when contract dev is killed.
func endsWithParent() *syscall.SysProcAttr { return nil }
