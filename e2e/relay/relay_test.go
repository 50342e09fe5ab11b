// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package relay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/relay"
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
	return relay.To(l.Addr().String())
}

func start(t *testing.T, dial relay.Dial) *relay.Relay {
	t.Helper()
	r, err := relay.Listen(t.Context(), "127.0.0.1:0", dial, slog.New(slog.DiscardHandler))
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

func TestEachDirectionEndsOnItsOwn(t *testing.T) {
	r := start(t, listen(t, func(c *net.TCPConn) {
		b, _ := io.ReadAll(c)
		fmt.Fprintf(c, "%d", len(b))
	}))
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			c, err := net.Dial("tcp", r.Addr())
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			fmt.Fprint(c, strings.Repeat("x", 1<<20))
			_ = c.(*net.TCPConn).CloseWrite()
			if got, err := io.ReadAll(c); string(got) != "1048576" {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	callers.Wait()
}

func TestAnAddressInUseIsNamed(t *testing.T) {
	r := start(t, relay.To("127.0.0.1:1"))
	_, err := relay.Listen(t.Context(), r.Addr(), relay.To("x:1"), slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), r.Addr()) {
		t.Errorf("got %v", err)
	}
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
