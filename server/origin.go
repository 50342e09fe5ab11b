// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// validOrigin tells whether text is an origin as a browser sends it.
func validOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme != "" && u.Host != "" && u.Hostname() != "" && !strings.Contains(u.Hostname(), "*") &&
		u.Path == "" && u.RawQuery == "" && !u.ForceQuery && u.Fragment == "" && u.User == nil
}

// allowedOrigin tells whether a browser page of that origin may connect: one
// served by this host, or one that the operator listed.
func allowedOrigin(origin string, listed []string) bool {
	if !validOrigin(origin) { // Also "null", the origin of a sandboxed page.
		return false
	}
	if slices.ContainsFunc(listed, func(l string) bool { return strings.EqualFold(l, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && isLoopbackName(u.Hostname())
}

// isLoopbackName tells whether host, without a port, is this machine.
func isLoopbackName(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
