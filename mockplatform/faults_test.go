// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func fault(t testing.TB, d *mockplatform.Tenant, f control.Fault) string {
	t.Helper()
	id, err := d.AddFault(f)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestStatusFault(t *testing.T) {
	for _, x := range []struct {
		name     string
		fault    control.Fault
		body, ct string
	}{
		{"with a body of text", control.Fault{Status: 502, Body: "backend unavailable"}, "backend unavailable", "text/plain; charset=utf-8"},
		{"with a body of JSON", control.Fault{Status: 403, Body: `{"kind":"Error"}`}, `{"kind":"Error"}`, "application/json"},
		{"a redirect", control.Fault{Status: 302}, "", "text/plain; charset=utf-8"},
		{"no content", control.Fault{Status: 204}, "", "text/plain; charset=utf-8"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := platform(t)
			x.fault.Kind, x.fault.Path = control.FaultStatus, "/sessions"
			fault(t, p.Default(), x.fault)
			a := client{t, p, "admin"}.do("GET", "/sessions", "")
			if a.status != x.fault.Status || a.text != x.body || a.header.Get("Content-Type") != x.ct || a.header.Get("X-Mockplatform-Fault") != "status" {
				t.Errorf("answer %d %v %q", a.status, a.header, a.text)
			}
			if x.fault.Status == 302 && a.header.Get("Location") == "" {
				t.Error("a redirect to nowhere")
			}
		})
	}
	for status, id := range map[int]string{401: "15", 403: "4", 404: "7", 409: "6", 400: "8", 429: "8", 500: "9", 503: "9"} {
		p := platform(t)
		fault(t, p.Default(), control.Fault{Path: "/sessions", Kind: control.FaultStatus, Status: status})
		client{t, p, "admin"}.do("GET", "/sessions", "").refused(t, status, id, strings.ToLower(http.StatusText(status)))
	}
}

func TestFaultComesBeforeAuthorization(t *testing.T) {
	p := platform(t)
	fault(t, p.Default(), control.Fault{Path: "/sessions", Kind: control.FaultStatus, Status: 503})
	for _, label := range []string{"", "nobody", "unheard-of"} {
		client{t, p, label}.do("GET", "/sessions", "").refused(t, 503, "9", "")
	}
}

func TestFaultMatchesByRoute(t *testing.T) {
	for _, x := range []struct {
		method, path string
		hit          bool
	}{
		{"", "/sessions/{id}/start", true}, {"POST", "/sessions/{id}/start", true}, {"POST", "/sessions/{}/start", true},
		{"POST", "/sessions/abc/start", true}, {"POST", "/{a}/{b}/{c}", true},
		{"GET", "/sessions/{id}/start", false}, {"POST", "/sessions/{id}", false}, {"POST", "/sessions/abd/start", false},
		{"POST", "/sessions/{id}/start/{x}", false},
	} {
		t.Run(x.method+" "+x.path, func(t *testing.T) {
			p := platform(t)
			fault(t, p.Default(), control.Fault{Method: x.method, Path: x.path, Kind: control.FaultStatus, Status: 418})
			a := client{t, p, "admin"}.do("POST", "/sessions/abc/start", "")
			if (a.status == 418) != x.hit {
				t.Errorf("answer %d", a.status)
			}
		})
	}
}

func TestFaultCounts(t *testing.T) {
	p := platform(t)
	d, c := p.Default(), client{t, p, "admin"}
	statuses := func(n int) (out []int) {
		for range n {
			out = append(out, c.do("GET", "/sessions", "").status)
		}
		return out
	}
	equal := func(got []int, want ...int) {
		t.Helper()
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("answers %v, want %v", got, want)
				return
			}
		}
	}
	fault(t, d, control.Fault{Path: "/sessions", Kind: control.FaultStatus, Status: 503, Skip: 1, Times: 2})
	fault(t, d, control.Fault{Path: "/sessions", Kind: control.FaultStatus, Status: 500, Skip: 1})
	equal(statuses(6), 200, 503, 503, 500, 500, 500)
	if left := d.Faults(); len(left) != 1 || left[0].Status != 500 {
		t.Errorf("left are %+v, want only the lasting one", left)
	}
	if err := d.RemoveFault(d.Faults()[0].ID); err != nil {
		t.Error(err)
	}
	if err := d.RemoveFault("fault-2"); !errors.Is(err, control.ErrNotFound) {
		t.Errorf("second removal: %v", err)
	}
	equal(statuses(1), 200)
	fault(t, d, control.Fault{Path: "/{any}", Kind: control.FaultStatus, Status: 500})
	d.ClearFaults()
	equal(statuses(1), 200)
}

func TestFaultIsRefusedWhenItCouldNeverAnswer(t *testing.T) {
	good := control.Fault{Path: "/sessions", Kind: control.FaultStatus, Status: 500}
	for reason, spoil := range map[string]func(*control.Fault){
		"unknown kind":   func(f *control.Fault) { f.Kind = "explode" },
		"unknown method": func(f *control.Fault) { f.Method = "get" },
		"must begin":     func(f *control.Fault) { f.Path = "sessions" },
		"without":        func(f *control.Fault) { f.Path = "/api/ambient/v1/sessions" },
		"negative":       func(f *control.Fault) { f.Times = -1 },
		"status 42":      func(f *control.Fault) { f.Status = 42 },
		"delay_ms":       func(f *control.Fault) { f.Kind = control.FaultDelay },
		"id is given":    func(f *control.Fault) { f.ID = "mine" },
	} {
		f := good
		spoil(&f)
		if _, err := new(mockplatform.Platform).Default().AddFault(f); !errors.Is(err, control.ErrInvalid) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%+v: %v, want %q", f, err, reason)
		}
	}
}

func TestDelayFaultWaitsThenAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := platform(t)
		fault(t, p.Default(), control.Fault{Path: "/sessions", Kind: control.FaultDelay, DelayMS: 1500})
		started := time.Now()
		a := client{t, p, "admin"}.must(200, "GET", "/sessions", "")
		if waited := time.Since(started); waited != 1500*time.Millisecond {
			t.Errorf("answered after %s", waited)
		}
		if a.header.Get("X-Mockplatform-Fault") != "delay" {
			t.Error("the answer is not marked")
		}
	})
}

func TestBodyFaults(t *testing.T) {
	for kind, isJSON := range map[control.FaultKind]bool{control.FaultMalformedBody: false, control.FaultWrongShape: true} {
		t.Run(string(kind), func(t *testing.T) {
			p := platform(t)
			fault(t, p.Default(), control.Fault{Path: "/{any}", Kind: kind})
			a := client{t, p, "admin"}.must(200, "GET", "/sessions", "")
			if json.Valid([]byte(a.text)) != isJSON || a.header.Get("Content-Type") != "application/json" {
				t.Errorf("answer %q", a.text)
			}
			var one struct{ ID string }
			var list struct{ Items []any }
			if isJSON && (json.Unmarshal([]byte(a.text), &one) == nil || json.Unmarshal([]byte(a.text), &list) == nil) {
				t.Errorf("answer %q has the right shape", a.text)
			}
		})
	}
}

func TestClosingFaults(t *testing.T) {
	for _, network := range networks {
		t.Run(network, func(t *testing.T) {
			p := platform(t)
			d, s, ctx := p.Default(), serve(t, p, network), context.Background()
			session := client{t, p, "admin"}.session("s")
			push(t, d, session, "one", "two", "three")

			t.Run("before the headers nothing comes", func(t *testing.T) {
				fault(t, d, control.Fault{Method: "POST", Path: "/sessions", Kind: control.FaultCloseBeforeHeaders, Times: 1})
				if resp, err := s.request(ctx, "POST", "/sessions", "{}"); err == nil {
					resp.Body.Close()
					t.Errorf("answered with %s", resp.Status)
				}
				if e := last(d); e.Status != 0 || e.Fault != "close-before-headers" || e.EndedAt.IsZero() {
					t.Errorf("journalled as %+v", e)
				}
			})
			t.Run("after the headers the body is missing", func(t *testing.T) {
				fault(t, d, control.Fault{Path: "/sessions", Kind: control.FaultCloseAfterHeaders, Times: 1})
				resp, err := s.request(ctx, "GET", "/sessions", "")
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				body, err := io.ReadAll(resp.Body)
				if resp.StatusCode != 200 || len(body) != 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("status %d, body %q, %v", resp.StatusCode, body, err)
				}
			})
			t.Run("in the middle half of a plain answer comes", func(t *testing.T) {
				fault(t, d, control.Fault{Path: "/sessions", Kind: control.FaultCloseMidStream, Times: 1})
				resp, err := s.request(ctx, "GET", "/sessions", "")
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				body, err := io.ReadAll(resp.Body)
				if int64(len(body)) != resp.ContentLength/2 || !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%d of %d bytes, %v", len(body), resp.ContentLength, err)
				}
			})
			t.Run("in the middle of a stream half a frame comes last", func(t *testing.T) {
				for frames := range 5 {
					fault(t, d, control.Fault{Path: "/sessions/{id}/messages", Kind: control.FaultCloseMidStream, Times: 1, AfterFrames: frames})
					e := s.stream(session, "")
					e.payloads(min(frames, 3))
					if frames > 2 {
						push(t, d, session, "live")
						e.payloads(frames - 3)
						push(t, d, session, "last")
					}
					text, err := e.rest()
					if !strings.HasPrefix(text, "id: ") || strings.Contains(text, "\n\n") || !errors.Is(err, io.ErrUnexpectedEOF) {
						t.Errorf("after %d frames came %q, %v", frames, text, err)
					}
				}
			})
			t.Run("a stream of nothing that can be read", func(t *testing.T) {
				fault(t, d, control.Fault{Path: "/sessions/{id}/messages", Kind: control.FaultMalformedBody, Times: 1})
				e := s.stream(session, "")
				frame, err := e.frame()
				if data, ok := strings.CutPrefix(strings.TrimSpace(frame), "data: "); err != nil || !ok || json.Valid([]byte(data)) {
					t.Errorf("frame %q, %v", frame, err)
				}
			})
			t.Run("an answer without a body", func(t *testing.T) {
				fault(t, d, control.Fault{Method: "DELETE", Path: "/sessions/{id}", Kind: control.FaultCloseMidStream, Times: 1})
				if resp, err := s.request(ctx, "DELETE", "/sessions/"+session, ""); err != nil || resp.StatusCode != 204 {
					t.Errorf("answered %v, %v", resp, err)
				}
			})
		})
	}
}

// last is the newest entry of the tenant's journal.
func last(d *mockplatform.Tenant) control.Request {
	all := d.Journal(0).Requests
	return all[len(all)-1]
}
