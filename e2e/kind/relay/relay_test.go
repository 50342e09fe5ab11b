// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package relay_test

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/relay"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// listen gives the test a server of one connection at a time.
func listen(t *testing.T, serve func(c *net.TCPConn)) relay.Dial {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serve(c.(*net.TCPConn))
			c.Close()
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-done
	})
	return func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
	}
}

func start(t *testing.T, dial relay.Dial) *relay.Relay {
	t.Helper()
	r, err := relay.Listen(t.Context(), dial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func connect(t *testing.T, r *relay.Relay) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", r.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*net.TCPConn)
}

func TestRelayHalfCloses(t *testing.T) {
	r := start(t, listen(t, func(c *net.TCPConn) {
		asked, _ := io.ReadAll(c)
		_, _ = c.Write(append([]byte("you said "), asked...))
	}))
	for range 3 {
		c := connect(t, r)
		_, _ = c.Write([]byte("hello"))
		if err := c.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(c); string(got) != "you said hello" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

func TestRelayPassesOnAnEnd(t *testing.T) {
	r := start(t, listen(t, func(c *net.TCPConn) { _ = c.SetLinger(0) })) // drops it the hard way
	_, _ = io.ReadAll(connect(t, r))                                      // which would go on forever otherwise
}

func TestRelayWithoutAnOtherSide(t *testing.T) {
	r := start(t, func(context.Context) (net.Conn, error) { return nil, errors.New("refused") })
	if got, _ := io.ReadAll(connect(t, r)); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

func TestCloseDropsConnections(t *testing.T) {
	begun := make(chan struct{})
	dial := listen(t, func(c *net.TCPConn) {
		close(begun)
		_, _ = io.Copy(io.Discard, c)
	})
	r := start(t, dial)
	c := connect(t, r)
	<-begun
	r.Close()
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("the connection goes on")
	}
	if _, err := net.Dial("tcp", r.Addr()); err == nil {
		t.Error("it still listens")
	}
}
