// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTheControlAPIIsForThisMachine(t *testing.T) {
	h := thisMachineOnly(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	for _, tt := range []struct {
		name, path, host, origin string
		want                     int
	}{
		{"an address", "/-/", "127.0.0.1:8000", "", http.StatusTeapot},
		{"a v6 address", "/-/", "[::1]:8000", "", http.StatusTeapot},
		{"a name", "/-/", "localhost", "", http.StatusTeapot},
		{"a page of this machine", "/-/", "localhost:8000", "http://localhost:3000", http.StatusTeapot},
		{"a rebound name", "/-/", "evil.example:8000", "", http.StatusForbidden},
		{"a look-alike", "/-/", "127.0.0.1.evil.example", "", http.StatusForbidden},
		{"a page of another site", "/-/tenants", "127.0.0.1:8000", "https://evil.example", http.StatusForbidden},
		{"a sandboxed page", "/-/tenants", "127.0.0.1:8000", "null", http.StatusForbidden},
		{"the platform's own API", "/api/ambient/v1/sessions", "platform.example", "https://evil.example", http.StatusTeapot},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, tt.path, nil)
			r.Host = tt.host
			if tt.origin != "" {
				r.Header.Set("Origin", tt.origin)
			}
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code != tt.want {
				t.Errorf("got %d, want %d", w.Code, tt.want)
			}
		})
	}
}
