// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
)

// The addresses that the URLs in memory seem to have: loopback, as a platform
// or a server on this machine would.
const (
	platformAddr = "127.0.0.1:8000"
	serverAddr   = "127.0.0.1:8090"
)

// served is an HTTP server in memory.
type served struct {
	addr      string
	listener  *pipes
	server    *http.Server
	transport *http.Transport
	stopped   chan struct{}

	mu      sync.Mutex
	active  int
	drained chan struct{} // closed when active is 0 after close
	closing bool
}

// serve serves the handler to clients of the returned server only.
func serve(h http.Handler, addr string) *served {
	s := &served{addr: addr, listener: newPipes(), stopped: make(chan struct{}), drained: make(chan struct{})}
	s.server = &http.Server{Handler: s.count(h)} //nolint:gosec // no timeouts: in memory, and streams are long
	s.transport = &http.Transport{
		DialContext:         func(ctx context.Context, _, _ string) (net.Conn, error) { return s.listener.DialContext(ctx) },
		MaxIdleConnsPerHost: 16,
		DisableCompression:  true,
	}
	go func() {
		defer close(s.stopped)
		_ = s.server.Serve(local{s.listener})
	}()
	return s
}

func (s *served) url() string { return "http://" + s.addr }

func (s *served) client() *http.Client { return &http.Client{Transport: s.transport} }

// count keeps account of requests that are being served, which [http.Server.Close] does not wait for.
func (s *served) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.active++
		s.mu.Unlock()
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.active--; s.active == 0 && s.closing {
				s.drain()
			}
		}()
		h.ServeHTTP(w, r)
	})
}

// drain says that nothing is being served; s.mu is held.
func (s *served) drain() {
	select {
	case <-s.drained:
	default:
		close(s.drained)
	}
}

// close cuts every connection and waits until nothing is being served.
func (s *served) close(ctx context.Context) error {
	_ = s.server.Close()
	<-s.stopped
	s.transport.CloseIdleConnections()
	s.mu.Lock()
	if s.closing = true; s.active == 0 {
		s.drain()
	}
	s.mu.Unlock()
	select {
	case <-s.drained:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("requests to %s are still being served: %w", s.addr, ctx.Err())
	}
}

// pipes is a listener in memory. Its connections are those of [net.Pipe] and not
// buffered ones: the deadlines of grpc's bufconn may strike after they were taken
// back, which net/http's server takes for a client that went away.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (*pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

func (p *pipes) DialContext(ctx context.Context) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// local makes connections in memory look as if they came from this machine.
type local struct{ net.Listener }

func (l local) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return localConn{c}, nil
}

type localConn struct{ net.Conn }

func (localConn) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000}
}
