// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
)

// maxBody bounds the body of a message over HTTP, in bytes.
const maxBody = 4 << 20

// bodyTime is how long a client may take to send that body.
const bodyTime = 30 * time.Second

// identity is who an HTTP request comes from.
type identity struct {
	// token is the caller's own bearer; "" means the process's is used.
	token string
}

// fingerprint identifies the caller without telling the token.
func (i *identity) fingerprint() string {
	if i == nil || i.token == "" {
		return "process"
	}
	return "bearer:" + credential.Fingerprint(i.token)
}

type identityKey struct{}

// identityOf returns the caller of an HTTP request, or nil on stdio.
func identityOf(ctx context.Context) *identity {
	id, _ := ctx.Value(identityKey{}).(*identity)
	return id
}

// gate lets a request through when its Host, its Origin and its bearer may.
func (s *Server) gate(method string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.localConnection(r) && !isLoopbackName(hostname(r.Host)) {
			// A page that rebinds its own name to this machine is told by the Host it sends.
			plain(w, http.StatusForbidden, "the Host header does not name this machine")
			return
		}
		if !s.crossOrigin(w, r) {
			plain(w, http.StatusForbidden, "the Origin is not allowed")
			return
		}
		if r.Method == http.MethodOptions {
			w.Header().Set("Access-Control-Allow-Methods", method)
			w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if r.Method != method {
			w.Header().Set("Allow", method)
			plain(w, http.StatusMethodNotAllowed, "method not allowed")
			return
		}
		id, problem := s.identify(r)
		if problem != "" {
			w.Header().Set("WWW-Authenticate", "Bearer")
			plain(w, http.StatusUnauthorized, problem)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), identityKey{}, id)))
	})
}

// crossOrigin tells whether the request's origin may connect, and answers for it.
func (s *Server) crossOrigin(w http.ResponseWriter, r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	if len(origins) > 1 || !allowedOrigin(origins[0], s.config.AllowedOrigins) {
		return false
	}
	w.Header().Set("Access-Control-Allow-Origin", origins[0])
	w.Header().Add("Vary", "Origin")
	return true
}

// identify finds the caller, or tells why there is none.
func (s *Server) identify(r *http.Request) (id *identity, problem string) {
	headers := r.Header.Values("Authorization")
	switch len(headers) {
	case 0:
		if s.config.Token != "" && (s.config.AllowRemoteCallers || s.localPeer(r)) {
			return &identity{}, ""
		}
		return nil, "a bearer token is required"
	case 1:
		scheme, token, _ := strings.Cut(headers[0], " ")
		token = strings.TrimSpace(token)
		if strings.EqualFold(scheme, "Bearer") && credential.Check(token) == nil {
			return &identity{token: token}, ""
		}
	}
	return nil, "the Authorization header is not a bearer token"
}

// localPeer tells whether the caller is on this machine. A request that came
// through a proxy is not, wherever the proxy is.
func (s *Server) localPeer(r *http.Request) bool {
	for _, h := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip"} {
		if r.Header.Get(h) != "" {
			return false
		}
	}
	return s.local(r.RemoteAddr)
}

// localConnection tells whether the connection was made to an address of this machine only.
func (s *Server) localConnection(r *http.Request) bool {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && addr != nil && s.local(addr.String())
}

// local tells whether an address of a connection is loopback; one that is no
// IP address is when the server was made so.
func (s *Server) local(addr string) bool {
	ip, err := netip.ParseAddr(hostname(addr))
	if err != nil {
		return s.trustPeer
	}
	return ip.Unmap().WithZone("").IsLoopback()
}

// hostname is a host without its port and brackets.
func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
}

// ownSession refuses a message to a session that another bearer opened.
func (s *Server) ownSession(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := s.sessions.get(r.URL.Query().Get("sessionId"))
		if session != nil && session.caller != identityOf(r.Context()).fingerprint() {
			plain(w, http.StatusForbidden, "the session belongs to another caller")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limitBody reads the whole body first, so that one too large is told as such.
func limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A client that stops in the middle must not keep its connection for ever.
		// (An error means a connection without deadlines; it has no bound then.)
		c := http.NewResponseController(w)
		_ = c.SetReadDeadline(time.Now().Add(bodyTime))
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err == nil { // Otherwise it stays: what is left of the body is read away, too.
			_ = c.SetReadDeadline(time.Time{})
		}
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &large):
			plain(w, http.StatusRequestEntityTooLarge, "the message is too large")
		case err != nil:
			plain(w, http.StatusBadRequest, "the message could not be read")
		case !json.Valid(body): // The SDK would take what stands before the garbage.
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(parseError("Parse error"))
		default:
			r.Body = io.NopCloser(bytes.NewReader(repair(body)))
			next.ServeHTTP(w, r)
		}
	})
}
