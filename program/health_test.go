// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package program_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

func TestAHealthCheckDoesNotWaitForever(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := program.Healthy(ctx, "http://"+silent.Addr().String()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
