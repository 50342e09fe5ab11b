// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// thisMachineOnly keeps the control API for programs of this machine. It needs
// no bearer, so a page of another site in this machine's browser, or one that
// has rebound its own name to loopback, must not reach it.
func thisMachineOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, control.Prefix) && (!isThisMachine(r.Host) || isForeign(r.Header.Values("Origin"))) {
			control.RefusedForeign(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isForeign(origins []string) bool {
	for _, origin := range origins {
		if u, err := url.Parse(origin); err != nil || !isThisMachine(u.Host) {
			return true
		}
	}
	return false
}

// isThisMachine tells whether a host, with or without a port, is loopback.
func isThisMachine(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
