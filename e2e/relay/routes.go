// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package relay

import (
	"fmt"
	"net"
	"strings"
)

// Route is where a relay listens and where it leads.
type Route struct {
	Listen, Target string
}

// Parse reads LISTEN=TARGET[,…], both being [host]:port.
func Parse(text string) ([]Route, error) {
	var routes []Route
	for part := range strings.SplitSeq(text, ",") {
		listen, to, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return nil, fmt.Errorf("%q is no relay; valid is LISTEN=TARGET, e.g. :18090=127.0.0.1:8090", part)
		}
		for _, addr := range []string{listen, to} {
			if _, port, err := net.SplitHostPort(addr); err != nil || port == "" {
				return nil, fmt.Errorf("%q in the relay %q is no address; valid is [host]:port", addr, part)
			}
		}
		routes = append(routes, Route{Listen: listen, Target: to})
	}
	return routes, nil
}
