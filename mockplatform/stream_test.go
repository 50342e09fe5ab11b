// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

// message reads a frame of the form that the platform sends, strictly.
func message(t testing.TB, frame string) control.Message {
	t.Helper()
	var m control.Message
	lines := strings.Split(frame, "\n")
	if len(lines) != 4 || lines[2] != "" || lines[3] != "" {
		t.Fatalf("frame %q is not of an id and a data line", frame)
	}
	id, okID := strings.CutPrefix(lines[0], "id: ")
	data, okData := strings.CutPrefix(lines[1], "data: ")
	if err := json.Unmarshal([]byte(data), &m); err != nil || !okID || !okData || id != strconv.FormatInt(m.Seq, 10) {
		t.Fatalf("frame %q is not of the platform's form: %v", frame, err)
	}
	return m
}

func TestStreamReplaysThenFollows(t *testing.T) {
	for _, network := range networks {
		t.Run(network, func(t *testing.T) {
			p := platform(t)
			d, s := p.Default(), serve(t, p, network)
			id := client{t, p, "admin"}.session("s")
			stored := push(t, d, id, "one", "two", "three")

			e := s.stream(id, "")
			for name, want := range map[string]string{
				"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "X-Accel-Buffering": "no",
			} {
				if got := e.Header.Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			if got := e.payloads(3); !slices.Equal(got, []string{"one", "two", "three"}) {
				t.Errorf("replayed %v", got)
			}
			push(t, d, id, "<four>")
			if got := e.payloads(1); got[0] != "<four>" {
				t.Errorf("followed by %v", got)
			}
			after := fmt.Sprintf("?after_seq=%d", stored[1].Seq)
			if got := s.stream(id, after).payloads(2); !slices.Equal(got, []string{"three", "<four>"}) {
				t.Errorf("%s gives %v", after, got)
			}
			last := strconv.FormatInt(stored[2].Seq, 10)
			if got := s.stream(id, "?after_seq=0", "Last-Event-ID", last).payloads(1); got[0] != "<four>" {
				t.Errorf("Last-Event-ID %s gives %v", last, got)
			}
		})
	}
}

func TestStreamRefusesALastEventIDThatIsNoNumber(t *testing.T) {
	c := client{t, platform(t), "admin"}
	id := c.session("s")
	c.do("GET", "/sessions/"+id+"/messages", "", func(r *http.Request) {
		r.Header.Set("Accept", rest.StreamType)
		r.Header.Set("Last-Event-ID", "x")
	}).refused(t, 400, "21", "Last-Event-ID")
}

// TestStreamHasNoGapAndNoOverlap opens streams while many write: whatever falls
// between a stream's replay and its following must come once.
func TestStreamHasNoGapAndNoOverlap(t *testing.T) {
	const writers, each, readers = 8, 60, 16
	p := platform(t)
	d, s := p.Default(), serve(t, p, "memory")
	id := client{t, p, "admin"}.session("s")
	other := client{t, p, "admin"}.session("other")

	var writing, reading sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for i := range each {
				push(t, d, id, fmt.Sprintf("%d/%d", w, i))
				push(t, d, other, "noise")
			}
		})
	}
	got := make([][]int64, readers)
	from := make([]int64, readers)
	for r := range readers {
		reading.Go(func() {
			if stored, _ := d.Store().Messages(id, 0); len(stored) > 0 && r%2 == 0 {
				from[r] = stored[len(stored)/2].Seq
			}
			e := s.stream(id, fmt.Sprintf("?after_seq=%d", from[r]))
			for m := e.message(); m.Payload != "end"; m = e.message() {
				got[r] = append(got[r], m.Seq)
			}
		})
	}
	writing.Wait()
	push(t, d, id, "end")
	reading.Wait()

	for r := range readers {
		stored, err := d.Store().Messages(id, from[r])
		if err != nil {
			t.Fatal(err)
		}
		want := []int64{}
		for _, m := range stored[:len(stored)-1] {
			want = append(want, m.Seq)
		}
		if !slices.Equal(got[r], want) {
			t.Errorf("reader %d after %d got %d messages %v\nwant %d", r, from[r], len(got[r]), got[r], len(want))
		}
	}
}

func TestSlowReaderDelaysNobodyAndEndsWithTheTenant(t *testing.T) {
	for _, network := range networks {
		t.Run(network, func(t *testing.T) {
			p := platform(t)
			d, s := p.Default(), serve(t, p, network)
			id := client{t, p, "admin"}.session("s")
			slow, fast := s.stream(id, ""), s.stream(id, "")
			big := strings.Repeat("x", 256<<10)
			n := 8 // 2 MiB: more than the buffers on the way
			if network == "tcp" {
				n = 64
			}
			for range n {
				push(t, d, id, big)
			}
			for range n {
				if m := fast.message(); m.Payload != big {
					t.Fatal("a message arrived changed")
				}
			}
			if got := d.State().OpenStreams; got != 2 {
				t.Errorf("%d streams are open, want 2", got)
			}
			p.Close()
			<-s.ended
			<-s.ended
			if got := d.State().OpenStreams; got != 0 {
				t.Errorf("%d streams are open after Close", got)
			}
			_, _ = slow.rest()
		})
	}
}

func TestStreamOutlivesItsSession(t *testing.T) {
	p := platform(t)
	d, s := p.Default(), serve(t, p, "memory")
	id := client{t, p, "admin"}.session("s")
	kept := d.Snapshot()
	e := s.stream(id, "")
	for _, phase := range []string{"Completed", "Failed"} {
		if err := d.SetPhase(id, phase); err != nil {
			t.Fatal(err)
		}
	}
	push(t, d, id, "after the end")
	if got := e.payloads(1); got[0] != "after the end" {
		t.Errorf("got %v", got)
	}
	if err := d.DeleteSession(id); err != nil {
		t.Fatal(err)
	}
	if err := d.Restore(kept); err != nil {
		t.Fatal(err)
	}
	push(t, d, id, "back")
	if got := e.payloads(1); got[0] != "back" {
		t.Errorf("got %v", got)
	}
}

func TestStreamEndsWithItsClient(t *testing.T) {
	p := platform(t)
	s := serve(t, p, "memory")
	id := client{t, p, "admin"}.session("s")
	e := s.stream(id, "")
	e.cancel()
	<-s.ended
	if got := p.Default().State().OpenStreams; got != 0 {
		t.Errorf("%d streams are open", got)
	}
}

func TestStreamEndsWithItsTenant(t *testing.T) {
	p := platform(t)
	s := serve(t, p, "tcp")
	tenant, err := p.CreateTenant(control.TenantSpec{Name: "short-lived", Seed: `{"projects":[{"name":"demo"}],"sessions":[{"name":"s","project":"demo"}],
		"tokens":[{"label":"t","permissions":["*"]}]}`})
	if err != nil {
		t.Fatal(err)
	}
	var session struct{ ID string }
	if err := json.Unmarshal(tenant.State().Sessions[0], &session); err != nil {
		t.Fatal(err)
	}
	e := s.stream(session.ID, "", "Authorization", "Bearer "+tenant.Tokens()["t"])
	if err := p.DeleteTenant("short-lived"); err != nil {
		t.Fatal(err)
	}
	if text, err := e.rest(); text != "" || err != nil {
		t.Errorf("stream ended with %q, %v; want a clean end", text, err)
	}
}

func TestIdleStreamIsPinged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &mockplatform.Platform{Auth: mockplatform.AuthOff}
		c := client{t, p, ""}
		c.must(201, "POST", "/projects", `{"name":"demo"}`)
		id := c.session("s")
		ctx, cancel := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, "GET", rest.Base+"/sessions/"+id+"/messages", nil)
		r.Header.Set("Accept", rest.StreamType)
		w := lineWriter{header: http.Header{}, seen: make(chan string)}
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.ServeHTTP(w, r)
		}()
		for _, want := range []string{"status 200", "flush"} {
			if got := <-w.seen; got != want {
				t.Errorf("first comes %q, want %q", got, want)
			}
		}
		for i := range 3 {
			before := time.Now() // of the bubble
			if got := <-w.seen; got != ": ping\n\n" {
				t.Errorf("ping %d is %q", i+1, got)
			}
			if waited := time.Since(before); waited != mockplatform.DefaultPingInterval {
				t.Errorf("ping %d comes after %s", i+1, waited)
			}
			<-w.seen // flush
		}
		cancel()
		<-done
	})
}

// lineWriter shows what is written, call by call.
type lineWriter struct {
	header http.Header
	seen   chan string
}

func (w lineWriter) Header() http.Header         { return w.header }
func (w lineWriter) WriteHeader(status int)      { w.seen <- fmt.Sprint("status ", status) }
func (w lineWriter) Write(b []byte) (int, error) { w.seen <- string(b); return len(b), nil }
func (w lineWriter) Flush()                      { w.seen <- "flush" }

// push appends messages as the runner would.
func push(t testing.TB, d *mockplatform.Tenant, session string, payloads ...string) []control.Message {
	t.Helper()
	var in []control.NewMessage
	for _, text := range payloads {
		in = append(in, control.NewMessage{EventType: "assistant", Payload: text})
	}
	stored, err := d.Append(session, in...)
	if err != nil {
		t.Error(err)
	}
	return stored
}
