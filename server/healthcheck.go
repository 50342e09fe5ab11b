// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// healthcheck is the health check of the image, which has neither a shell nor
// an HTTP client: it asks the server that the same environment configures. On
// stdio there is nothing to ask, so a valid configuration is all that it tells.
func healthcheck(ctx context.Context, lookup func(string) (string, bool), stdout, stderr io.Writer) int {
	config, err := ConfigFromEnv(withoutToken(lookup))
	if err != nil {
		return usage(stderr, err)
	}
	if config.Transport == tools.TransportStdio {
		_, _ = fmt.Fprintln(stdout, "ok: the configuration is valid; on stdio there is nothing to ask")
		return ExitOK
	}
	addr, err := healthAddr(config.BindAddr)
	if err != nil {
		return usage(stderr, err)
	}
	target := url.URL{Scheme: "http", Host: addr, Path: "/healthz"} // which escapes the zone of an IPv6 address
	if err := program.Healthy(ctx, target.String()); err != nil {
		_, _ = fmt.Fprintln(stderr, "ambient-mcp: not healthy:", err)
		return ExitFailed
	}
	_, _ = fmt.Fprintln(stdout, "ok")
	return ExitOK
}

// withoutToken makes up for a missing token: a prober is not given one.
func withoutToken(lookup func(string) (string, bool)) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if value, ok := lookup(name); name != "AMBIENT_TOKEN" || value != "" {
			return value, ok
		}
		return "unused", true
	}
}

// healthAddr is where a server that listens on bind is asked: on loopback when it listens everywhere.
func healthAddr(bind string) (string, error) {
	host, port, err := net.SplitHostPort(bind)
	if err != nil {
		return "", fmt.Errorf("MCP_BIND_ADDR: %w", err)
	}
	if port == "0" {
		return "", errors.New("MCP_BIND_ADDR: port 0 picks a free one, which a health check cannot know; name a port")
	}
	ip, err := netip.ParseAddr(host)
	ip = ip.Unmap()
	switch {
	case host == "", err == nil && ip.IsUnspecified() && ip.Is4():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}
