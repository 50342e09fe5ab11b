// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"maps"
	"net/netip"
	"path"
	"path/filepath"
	"slices"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/api/types/network"
	"github.com/testcontainers/testcontainers-go"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// restrict takes from a container what neither server nor platform may need.
func restrict(c *container.HostConfig) {
	c.ReadonlyRootfs = true
	c.CapDrop = []string{"ALL"}
	c.SecurityOpt = []string{"no-new-privileges"}
}

// publish binds a port of a container to a free one of this machine's loopback interface.
func publish(c *container.HostConfig, port network.Port) {
	c.PortBindings = network.PortMap{port: {{HostIP: netip.AddrFrom4([4]byte{127, 0, 0, 1}), HostPort: "0"}}}
}

// mountPrograms puts the programs of this machine into a container, each by itself.
func mountPrograms(c *container.HostConfig, bin string) {
	for _, name := range mounted {
		c.Mounts = append(c.Mounts, mount.Mount{
			Type: mount.TypeBind, Source: filepath.Join(bin, name), Target: path.Join(mountedAt, name), ReadOnly: true,
		})
	}
}

// labels mark what the run makes: with its own id, and for the library's reaper.
func (t *Target) labels() map[string]string {
	out := testcontainers.GenericLabels()
	out[lease.Label] = t.lease.ID()
	return out
}

// containerName tells people whose container it is.
func (t *Target) containerName(what string) string { return "contract-" + t.lease.ID() + "-" + what }

// pairs is an environment as programs take it.
func pairs(env map[string]string) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		out = append(out, name+"="+env[name])
	}
	return out
}
