// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"net/http"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// The images that `make images` builds.
const (
	DefaultServerImage   = "localhost/vteam_ambient_mcp:latest"
	DefaultPlatformImage = "localhost/vteam_mockplatform:latest"
)

// Options says which images to run.
type Options struct {
	// Transport is that of the clients.
	Transport target.Transport
	// ServerImage is the image under test; [DefaultServerImage] when empty.
	ServerImage string
	// PlatformImage is that of the in-memory platform; [DefaultPlatformImage] when empty.
	PlatformImage string
	// Bin is the directory of acpctl and session-probe, static Linux programs;
	// that of this executable, then ./bin, when empty.
	Bin string
}

func (o Options) complete() Options {
	if o.ServerImage == "" {
		o.ServerImage = DefaultServerImage
	}
	if o.PlatformImage == "" {
		o.PlatformImage = DefaultPlatformImage
	}
	return o
}

const noClock = "the clock of a released program cannot be moved"

// lacking is why the target has not what only libraries, processes and clusters have.
var lacking = map[target.Capability]string{
	target.ServerClock: noClock,
	target.Loopback:    "what connects to a published port arrives over the container's bridge",
	target.Beside:      "a container does not reach what the scenario listens on",
	target.Kubernetes:  "a container is in no cluster",
}

func newTransport() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // everything is on this machine
	transport.MaxIdleConnsPerHost = 64
	return transport
}
