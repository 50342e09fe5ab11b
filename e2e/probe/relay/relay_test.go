// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package relay_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe/relay"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestParse(t *testing.T) {
	got, err := relay.Parse(":1=127.0.0.1:2, [::1]:3=x:4")
	want := []relay.Route{{Listen: ":1", Target: "127.0.0.1:2"}, {Listen: "[::1]:3", Target: "x:4"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, wrong := range []string{"", ":1", ":1=", "=:1", ":1=x", "x:=y:1", ":1=x:2,"} {
		if got, err := relay.Parse(wrong); err == nil || !strings.Contains(err.Error(), "valid is") {
			t.Errorf("%q: %v, %v", wrong, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(":1=127.0.0.1:2,[::1]:3=x:4")
	f.Fuzz(func(t *testing.T, text string) {
		routes, err := relay.Parse(text)
		if err != nil {
			return
		}
		var parts []string
		for _, r := range routes {
			parts = append(parts, r.Listen+"="+r.Target)
		}
		if again, err := relay.Parse(strings.Join(parts, ",")); err != nil || !cmp.Equal(routes, again) {
			t.Errorf("%q: %v, then %v, %v", text, routes, again, err)
		}
	})
}

// begin serves a relay to target.
func begin(t *testing.T, target string) (addr string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := relay.Listen(ctx, relay.Route{Listen: "127.0.0.1:0", Target: target}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- r.Serve(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return r.Addr().String(), stop
}

// listen accepts connections and hands them over.
func listen(t *testing.T, handle func(*net.TCPConn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var handlers sync.WaitGroup
	handlers.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			handlers.Go(func() {
				defer c.Close()
				handle(c.(*net.TCPConn))
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		handlers.Wait()
	})
	return l.Addr().String()
}

func dial(t *testing.T, addr string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*net.TCPConn)
}

func TestEachDirectionEndsOnItsOwn(t *testing.T) {
	target := listen(t, func(c *net.TCPConn) {
		b, _ := io.ReadAll(c)
		fmt.Fprintf(c, "%d", len(b))
	})
	addr, _ := begin(t, target)
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			c, err := net.Dial("tcp", addr)
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

func TestATargetThatIsNotThereEndsTheConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	addr, _ := begin(t, l.Addr().String())
	if got, err := io.ReadAll(dial(t, addr)); len(got) > 0 {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestTheEndDropsConnections(t *testing.T) {
	ended := make(chan struct{})
	target := listen(t, func(c *net.TCPConn) {
		fmt.Fprint(c, "x")
		_, _ = io.Copy(io.Discard, c)
		close(ended)
	})
	addr, stop := begin(t, target)
	c := dial(t, addr)
	if _, err := io.ReadFull(c, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	stop()
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("more came")
	}
	<-ended
}

func TestAnAddressInUseIsNamed(t *testing.T) {
	addr := listen(t, func(*net.TCPConn) {})
	_, err := relay.Listen(t.Context(), relay.Route{Listen: addr, Target: "x:1"}, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), addr) || !strings.HasPrefix(err.Error(), "relay to x:1: ") {
		t.Errorf("got %v", err)
	}
}
