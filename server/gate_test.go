// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// knock sends a request to /message of an unknown session: past the gate it is 400.
func knock(s *Server, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://localhost:8090/message?sessionId=none", strings.NewReader(`{}`))
	r.RemoteAddr = "127.0.0.1:4000"
	r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8090})))
	change(r)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func TestTheGate(t *testing.T) {
	const passed = http.StatusBadRequest
	remote := func(r *http.Request) {
		r.RemoteAddr = "10.1.2.3:4000"
		*r = *r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 8090})))
		r.Host = "mcp.example.com"
	}
	header := func(name string, values ...string) func(*http.Request) {
		return func(r *http.Request) { r.Header[name] = values }
	}
	both := func(a, b func(*http.Request)) func(*http.Request) { return func(r *http.Request) { a(r); b(r) } }
	tests := map[string]struct {
		change func(*http.Request)
		config Config
		want   int
	}{
		"a local caller without a bearer uses the process's": {func(*http.Request) {}, Config{}, passed},
		"a local caller over IPv6":                           {func(r *http.Request) { r.RemoteAddr = "[::1]:4000" }, Config{}, passed},
		"a local caller mapped into IPv6":                    {func(r *http.Request) { r.RemoteAddr = "[::ffff:127.0.0.1]:4000" }, Config{}, passed},
		"a bearer of one's own":                              {header("Authorization", "Bearer abc"), Config{}, passed},
		"a bearer in another case":                           {header("Authorization", "bearer  abc"), Config{}, passed},
		"a remote caller without a bearer":                   {remote, Config{}, 401},
		"a remote caller with a bearer":                      {both(remote, header("Authorization", "Bearer abc")), Config{}, passed},
		"a remote caller where that is allowed":              {remote, Config{AllowRemoteCallers: true}, passed},
		"a caller through a proxy on this machine":           {header("X-Forwarded-For", "10.1.2.3"), Config{}, 401},
		"a caller without an address":                        {func(r *http.Request) { r.RemoteAddr = "bufconn" }, Config{}, 401},
		"nobody's token to use":                              {func(*http.Request) {}, Config{Token: "none"}, 401},
		"an empty bearer":                                    {header("Authorization", "Bearer "), Config{}, 401},
		"another scheme":                                     {header("Authorization", "Basic abc"), Config{}, 401},
		"a bearer with white space":                          {header("Authorization", "Bearer a b"), Config{}, 401},
		"a bearer with a control character":                  {header("Authorization", "Bearer a\x01"), Config{}, 401},
		"a bearer that is not ASCII":                         {header("Authorization", "Bearer é"), Config{}, 401},
		"two bearers":                                        {header("Authorization", "Bearer a", "Bearer b"), Config{}, 401},
		"a page of this machine":                             {header("Origin", "http://localhost:3000"), Config{}, passed},
		"a page from elsewhere":                              {header("Origin", "https://evil.example"), Config{}, 403},
		"a page without an origin":                           {header("Origin", "null"), Config{}, 403},
		"two origins":                                        {header("Origin", "http://localhost", "https://evil.example"), Config{}, 403},
		"a page that is listed":                              {header("Origin", "https://app.example"), Config{AllowedOrigins: []string{"https://app.example"}}, passed},
		"a page that rebinds its name":                       {func(r *http.Request) { r.Host = "evil.example:8090" }, Config{}, 403},
		"localhost by its address":                           {func(r *http.Request) { r.Host = "[::1]:8090" }, Config{}, passed},
		"another method":                                     {func(r *http.Request) { r.Method = http.MethodGet }, Config{}, 405},
		"a body too large":                                   {func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader(strings.Repeat(" ", maxBody+1))) }, Config{}, 413},
		"a body as large as allowed":                         {func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader(strings.Repeat(" ", maxBody))) }, Config{}, passed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, session1, func(o *Options) {
				tt.config.APIURL = o.APIURL
				if tt.config.Token == "" {
					tt.config.Token = o.Token
				}
				if tt.config.Token == "none" {
					tt.config.Token = ""
				}
				o.Config = tt.config
			})
			w := knock(s, tt.change)
			if w.Code != tt.want {
				t.Errorf("got %d %s", w.Code, w.Body)
			}
			if w.Code == 401 && w.Header().Get("WWW-Authenticate") == "" {
				t.Error("401 does not say how to authenticate")
			}
			if w.Header().Get("Access-Control-Allow-Origin") == "*" {
				t.Error("every origin is allowed")
			}
		})
	}
}

func TestConnectionsWithoutAnAddressAreLocalWhereTheyAreTrusted(t *testing.T) {
	s := newServer(t, session1, func(o *Options) { o.TrustUnknownPeers = true })
	if w := knock(s, func(r *http.Request) { r.RemoteAddr = "bufconn" }); w.Code != http.StatusBadRequest {
		t.Errorf("got %d", w.Code)
	}
}

func TestPreflightIsAnsweredToAllowedOriginsOnly(t *testing.T) {
	s := newServer(t, session1, nil)
	ask := func(origin string) *httptest.ResponseRecorder {
		return knock(s, func(r *http.Request) { r.Method = http.MethodOptions; r.Header.Set("Origin", origin) })
	}
	if w := ask("http://localhost:3000"); w.Code != 204 || w.Header().Get("Access-Control-Allow-Origin") != "http://localhost:3000" ||
		!strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("got %d %v", w.Code, w.Header())
	}
	if w := ask("https://evil.example"); w.Code != 403 || w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("got %d %v", w.Code, w.Header())
	}
}

func TestHealthNeedsNoBearerAndReadinessEndsWithTheServer(t *testing.T) {
	s := newServer(t, session1, nil)
	get := func(path string) int {
		r := httptest.NewRequest(http.MethodGet, "http://mcp.example.com"+path, nil)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	if get("/healthz") != 200 || get("/readyz") != 200 || get("/nope") != 404 {
		t.Error("a running server is not healthy or not ready")
	}
	s.Close()
	if get("/healthz") != 200 || get("/readyz") != 503 {
		t.Error("a closed server is ready")
	}
	r := httptest.NewRequest(http.MethodGet, "http://localhost/sse", nil)
	r.Header.Set("Authorization", "Bearer abc")
	w := httptest.NewRecorder()
	if s.Handler().ServeHTTP(w, r); w.Code != 503 {
		t.Errorf("a closed server opens a session: %d", w.Code)
	}
}
