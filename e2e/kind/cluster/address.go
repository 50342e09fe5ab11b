// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"net"
	"time"
)

// kubeletPort is one on which every node listens.
const kubeletPort = "10250"

// Node is an address of a node that this machine reaches; empty when there is
// none, as where the engine runs in a virtual machine.
func (c *Cluster) Node(ctx context.Context) string {
	if c.Name == "" {
		return ""
	}
	list, err := c.engine.ListInternalNodes(c.Name)
	if err != nil || len(list) == 0 {
		return ""
	}
	address, _, err := list[0].IP()
	if err != nil || address == "" {
		return ""
	}
	d := net.Dialer{Timeout: time.Second}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(address, kubeletPort))
	if err != nil {
		return ""
	}
	conn.Close()
	return address
}
