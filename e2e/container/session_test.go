// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/moby/moby/client"
)

// program is a program that was started in a container of the fake engine: it
// says what it reads and then how it ended.
func (f *fake) program(t *testing.T, talk func(rw io.ReadWriter), codes ...string) {
	t.Helper()
	f.answer("POST /containers/room/exec", 201, map[string]string{"Id": "e1"})
	f.mux.HandleFunc("POST /exec/e1/start", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		conn, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n")
		talk(struct {
			io.Reader
			io.Writer
		}{rw.Reader, conn})
	})
	f.mux.HandleFunc("GET /exec/e1/json", func(w http.ResponseWriter, _ *http.Request) {
		f.mu.Lock()
		answer := codes[0]
		if len(codes) > 1 {
			codes = codes[1:]
		}
		f.mu.Unlock()
		_, _ = io.WriteString(w, answer)
	})
}

const (
	runs      = `{"ID": "e1", "Running": true, "ExitCode": null}`
	endedWith = `{"ID": "e1", "Running": false, "ExitCode": 3}`
)

func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestExec(t *testing.T) {
	f := fakeEngine(t)
	f.program(t, func(rw io.ReadWriter) {
		said, _ := io.ReadAll(rw) // to the end of its input
		_, _ = rw.Write(frame(2, "log\n"))
		_, _ = rw.Write(frame(1, strings.ToUpper(string(said))))
	}, runs, runs, endedWith)
	tg := &Target{engine: f}
	var out bytes.Buffer
	s, err := tg.exec(soon(t), "room", []string{"p"}, map[string]string{"B": "2", "A": "1"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.feed(strings.NewReader("hello"))
	code, err := s.wait(soon(t))
	if code != 3 || err != nil || out.String() != "HELLO" || s.stderr.Since(0) != "log\n" {
		t.Errorf("got %d, %v, %q, %q", code, err, out.String(), s.stderr.Since(0))
	}
	if n := f.called("GET /exec/e1/json"); n != 3 {
		t.Errorf("the engine was asked %d times for the exit code", n)
	}
}

func TestAClientThatDoesNotReadHoldsUpNoLog(t *testing.T) {
	f := fakeEngine(t)
	f.program(t, func(rw io.ReadWriter) {
		for range 100 {
			_, _ = rw.Write(frame(1, strings.Repeat("x", 1000)))
		}
		_, _ = rw.Write(frame(2, "log\n"))
	}, endedWith)
	read, write := io.Pipe()
	s, err := (&Target{engine: f}).exec(soon(t), "room", []string{"p"}, nil, write)
	if err != nil {
		t.Fatal(err)
	}
	read.Close() // nobody reads any more
	if code, err := s.wait(soon(t)); code != 3 || err != nil || s.stderr.Excerpt() != "standard error: log" {
		t.Errorf("got %d, %v, %q", code, err, s.stderr.Excerpt())
	}
	s.close()
}

func TestASessionThatIsLeft(t *testing.T) {
	f := fakeEngine(t)
	gone := make(chan struct{})
	f.program(t, func(rw io.ReadWriter) {
		_, _ = io.Copy(io.Discard, rw)
		close(gone)
	}, runs)
	read, write := io.Pipe()
	s, err := (&Target{engine: f}).exec(soon(t), "room", []string{"p"}, nil, write)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.wait(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
	if err := (output{read, s}).Close(); err != nil {
		t.Error(err)
	}
	s.close()
	<-gone
	if _, err := s.wait(soon(t)); err == nil {
		t.Error("the end of a program that was left is known")
	}
	if s.stderr.Excerpt() != "it wrote nothing to standard error" {
		t.Error(s.stderr.Excerpt())
	}
}

func TestExecThatIsRefused(t *testing.T) {
	f := fakeEngine(t)
	f.answer("POST /containers/{id}/exec", 409, map[string]string{"message": "Container room is not running"})
	if _, err := (&Target{engine: f}).exec(soon(t), "room", []string{"p"}, nil, io.Discard); err == nil || !strings.Contains(err.Error(), "exec p: ") {
		t.Errorf("got %v", err)
	}
}

var _ client.APIClient = (*fake)(nil)
