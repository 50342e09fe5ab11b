// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

// serve accepts one connection and hands it over.
func serve(t *testing.T, handle func(*net.TCPConn)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var done sync.WaitGroup
	done.Go(func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		handle(c.(*net.TCPConn))
	})
	t.Cleanup(func() {
		l.Close()
		done.Wait()
	})
	return l.Addr().String()
}

func dial(t *testing.T, c *probe.Client, addr string) net.Conn {
	t.Helper()
	conn, err := c.Dial(soon(t), addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestAConnectionEndsOneDirectionAtATime(t *testing.T) {
	c, _ := begin(t)
	heard := make(chan string, 1)
	addr := serve(t, func(s *net.TCPConn) {
		b, _ := io.ReadAll(s)
		heard <- string(b)
		_, _ = s.Write(bytes.Repeat([]byte("answer"), 200_000))
	})
	conn := dial(t, c, addr)
	fmt.Fprint(conn, "question")
	if err := conn.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if got := all(t, conn); len(got) != 1_200_000 || <-heard != "question" {
		t.Errorf("%d bytes of an answer", len(got))
	}
	if _, err := conn.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write after the end: %v", err)
	}
	if conn.RemoteAddr().String() != addr || conn.RemoteAddr().Network() != "tcp" || conn.LocalAddr() == nil {
		t.Errorf("%v to %v", conn.LocalAddr(), conn.RemoteAddr())
	}
}

func TestTheOtherSideMayEndFirst(t *testing.T) {
	c, _ := begin(t)
	heard := make(chan string, 1)
	conn := dial(t, c, serve(t, func(s *net.TCPConn) {
		fmt.Fprint(s, "greeting")
		_ = s.CloseWrite()
		b, _ := io.ReadAll(s)
		heard <- string(b)
	}))
	if got := all(t, conn); got != "greeting" {
		t.Errorf("got %q", got)
	}
	fmt.Fprint(conn, "late")
	conn.Close()
	if got := <-heard; got != "late" {
		t.Errorf("the other side got %q", got)
	}
}

func TestAConnectionThatIsResetIsNoEnd(t *testing.T) {
	c, _ := begin(t)
	conn := dial(t, c, serve(t, func(s *net.TCPConn) {
		_, _ = io.ReadFull(s, make([]byte, 1))
		_ = s.SetLinger(0) // which makes Close a reset
	}))
	fmt.Fprint(conn, "x")
	if _, err := io.ReadAll(conn); err == nil || !strings.Contains(err.Error(), "reset") {
		t.Errorf("read: %v", err)
	}
}

func TestClosingWakesWhoWaits(t *testing.T) {
	c, _ := begin(t)
	closed := make(chan struct{})
	addr := serve(t, func(s *net.TCPConn) {
		_, _ = s.Write([]byte("x"))
		<-closed // takes nothing, so that a writer waits
		_, err := io.Copy(io.Discard, s)
		if err != nil && !strings.Contains(err.Error(), "reset") {
			t.Error(err)
		}
	})
	conn := dial(t, c, addr)
	if _, err := io.ReadFull(conn, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	var waiting sync.WaitGroup
	waiting.Go(func() {
		if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
			t.Errorf("read: %v", err)
		}
	})
	waiting.Go(func() {
		if _, err := io.Copy(conn, zeroes{}); !errors.Is(err, net.ErrClosed) {
			t.Errorf("write: %v", err)
		}
	})
	conn.Close()
	waiting.Wait()
	close(closed)
}

func TestADeadlineLosesNothing(t *testing.T) {
	c, _ := begin(t)
	more := make(chan struct{})
	conn := dial(t, c, serve(t, func(s *net.TCPConn) {
		<-more
		fmt.Fprint(s, "after all")
	}))
	_ = conn.SetReadDeadline(time.Unix(1, 0))
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("read: %v", err)
	}
	_ = conn.SetDeadline(time.Time{})
	close(more)
	if got := all(t, conn); got != "after all" {
		t.Errorf("got %q", got)
	}
}

func TestAnHTTPClientGoesThroughTheContainer(t *testing.T) {
	c, _ := begin(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body) // all of it before the answer, as HTTP/1.1 wants
		_, _ = w.Write(b)
	}))
	defer s.Close()
	tr := &http.Transport{DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) { return c.Dial(ctx, addr) }}
	defer tr.CloseIdleConnections()
	client := &http.Client{Transport: tr}
	var calls sync.WaitGroup
	for i := range 20 {
		calls.Go(func() {
			body := strings.Repeat(fmt.Sprint(i), 50_000)
			resp, err := client.Post(s.URL, "text/plain", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if got := all(t, resp.Body); got != body {
				t.Errorf("call %d: %d bytes", i, len(got))
			}
		})
	}
	calls.Wait()
}

func TestWhatCannotBeDialled(t *testing.T) {
	c, _ := begin(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	unused := l.Addr().String()
	l.Close()
	for addr, want := range map[string]string{unused: "refused", "localhost": "valid is host:port", "[::1": "valid is host:port", "": "valid is host:port"} {
		if _, err := c.Dial(soon(t), addr); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "dial "+addr+" from the container: ") {
			t.Errorf("%q: %v", addr, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Dial(ended, unused); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}
