// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package pod

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"k8s.io/client-go/kubernetes/fake"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe()
		for _, part := range []string{"one ", "two ", "three"} {
			if n, err := p.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		b := make([]byte, 5)
		if n, err := p.Read(b); string(b[:n]) != "one t" || err != nil {
			t.Errorf("read %q, %v", b[:n], err)
		}
		p.end(nil)
		p.end(errors.New("too late to say why"))
		if rest, err := io.ReadAll(p); string(rest) != "wo three" || err != nil {
			t.Errorf("rest %q, %v", rest, err)
		}
		if _, err := p.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("write after the end: %v", err)
		}
	})
}

func TestPipeHoldsSoMuchAndNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, written := newPipe(), 0
		go func() {
			for {
				n, err := p.Write(make([]byte, 100_000))
				if err != nil {
					return
				}
				written += n
			}
		}()
		synctest.Wait()
		if written < maxPiped || written > maxPiped+100_000 {
			t.Errorf("%d bytes were written and not read", written)
		}
		before := written
		if _, err := io.ReadFull(p, make([]byte, 150_000)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if written == before {
			t.Error("a read made no room")
		}
		p.abandon()
	})
}

func TestPipeEndsWaiting(t *testing.T) {
	broken := errors.New("broken")
	for name, tt := range map[string]struct {
		end  func(p *pipe)
		want error
	}{
		"in order":     {func(p *pipe) { p.end(nil) }, io.EOF},
		"with a cause": {func(p *pipe) { p.end(broken) }, broken},
		"abandoned":    {func(p *pipe) { p.abandon() }, io.ErrClosedPipe},
		"discarded":    {func(p *pipe) { p.discard() }, io.ErrClosedPipe},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, got := newPipe(), make(chan error)
				go func() {
					_, err := p.Read(make([]byte, 1))
					got <- err
				}()
				synctest.Wait()
				tt.end(p)
				if err := <-got; !errors.Is(err, tt.want) {
					t.Errorf("got %v, want %v", err, tt.want)
				}
			})
		})
	}
}

func TestPipeWithoutAReader(t *testing.T) {
	p := newPipe()
	p.abandon()
	if n, err := p.Write([]byte("x")); n != 0 || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("abandoned: %d, %v", n, err)
	}
	p = newPipe()
	p.discard()
	if n, err := p.Write([]byte("x")); n != 1 || err != nil {
		t.Errorf("discarded: %d, %v", n, err)
	}
}

// muxes serves a mux at the other end of each stream that is opened, and counts them.
type muxes struct {
	opened int
	last   net.Conn
	err    error
}

func (m *muxes) open(context.Context) (io.ReadWriteCloser, error) {
	if m.err != nil {
		return nil, m.err
	}
	ours, theirs := net.Pipe()
	m.opened++
	m.last = theirs
	go func() { _ = probe.ServeMux(context.Background(), theirs, slog.New(slog.DiscardHandler)) }()
	return ours, nil
}

func TestHand(t *testing.T) {
	m := &muxes{}
	h := NewHand("container c", m.open)
	first, err := h.Client(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if again, err := h.Client(t.Context()); again != first || err != nil || m.opened != 1 {
		t.Errorf("asked again: %t, %v, %d opened", again == first, err, m.opened)
	}
	m.last.Close()
	<-first.Done()
	second, err := h.Client(t.Context())
	if err != nil || second == first || m.opened != 2 {
		t.Errorf("after it was lost: %v, %d opened", err, m.opened)
	}
	m.err = errors.New("deployment x has no running pod")
	m.last.Close()
	<-second.Done()
	if _, err := h.Dial(t.Context(), "127.0.0.1:1"); err == nil || err.Error() != "reach into container c: deployment x has no running pod" {
		t.Errorf("without a pod: %v", err)
	}
	m.err = nil
	if _, err := h.Client(t.Context()); err != nil {
		t.Errorf("once there is one again: %v", err)
	}
	h.Close()
	h.Close()
	if _, err := h.Client(t.Context()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestHandGivesUpWithItsContext(t *testing.T) {
	ours, theirs := net.Pipe() // nobody answers
	defer theirs.Close()
	h := NewHand("container c", func(context.Context) (io.ReadWriteCloser, error) { return ours, nil })
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = theirs.Read(make([]byte, 1)) // the greeting
		cancel()
	}()
	if _, err := h.Client(ctx); err == nil {
		t.Error("a mux that does not answer")
	}
	h.busy <- struct{}{} // somebody else waits for it
	if _, err := h.Client(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-h.busy
}

func TestLog(t *testing.T) {
	k := Cluster{Client: fake.NewClientset()} // whose logs all are "fake logs"
	c := Container{"n", "p", "c"}
	if text, err := k.Log(t.Context(), c, LogOptions{Since: time.Unix(1, 0), Lines: 3, Previous: true}); text != "fake logs" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	o := LogOptions{Since: time.Unix(1, 0), Lines: 3, Previous: true}.api("c")
	if *o.TailLines != 3 || o.SinceTime.Unix() != 1 || !o.Previous || o.Container != "c" {
		t.Errorf("asked for %+v", o)
	}
	if o := (LogOptions{}).api("c"); o.TailLines != nil || o.SinceTime != nil {
		t.Errorf("asked for %+v", o)
	}
}

func TestFollowGoesOnAfterABreak(t *testing.T) {
	k := Cluster{Client: fake.NewClientset()}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var log bytes.Buffer
	asked := 0
	k.Follow(ctx, func(context.Context) (Container, error) {
		switch asked++; asked {
		case 1:
			return Container{}, errors.New("not there yet")
		case 4:
			cancel()
		}
		return Container{"n", "p", "c"}, nil
	}, time.Time{}, &log)
	if got := log.String(); !strings.HasPrefix(got, "fake logsfake logs") {
		t.Errorf("followed %q", got)
	}
}

func TestExcerptKeepsTheBeginning(t *testing.T) {
	var e excerpt
	for range 3 {
		if n, err := e.Write([]byte(strings.Repeat("a line\n", 100))); n != 700 || err != nil {
			t.Error(n, err)
		}
	}
	if got := e.String(); len(got) > 1000 || !strings.HasPrefix(got, "a line a line") {
		t.Errorf("kept %d bytes: %q", len(got), got)
	}
}
