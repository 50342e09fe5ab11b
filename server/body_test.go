// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// oneConn is a listener of a single connection.
type oneConn struct {
	conns chan net.Conn
}

func (l *oneConn) Accept() (net.Conn, error) {
	c, ok := <-l.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (l *oneConn) Close() error {
	close(l.conns)
	return nil
}

func (*oneConn) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

func TestAClientThatStopsInTheMiddleOfAMessageIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, session1, nil)
		ours, theirs := net.Pipe()
		l := &oneConn{conns: make(chan net.Conn, 1)}
		l.conns <- ours
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.ServeSSE(ctx, l) }()
		began := time.Now() // the bubble's
		go func() {
			_, _ = io.WriteString(theirs, "POST /message?sessionId=x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\nContent-Length: 1000\r\n\r\n{")
		}()
		answer, err := io.ReadAll(theirs)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 400") {
			t.Errorf("got %q, %v", answer, err)
		}
		if waited := time.Since(began); waited < bodyTime || waited > bodyTime+time.Second {
			t.Errorf("it was cut after %v", waited)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
