// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// latencies are what the operations of one benchmark took.
type latencies []time.Duration

// report adds the median and the 99th percentile, in nanoseconds, to the benchmark.
func (l latencies) report(b *testing.B) {
	slices.Sort(l)
	b.ReportMetric(float64(l[len(l)/2]), "p50-ns")
	b.ReportMetric(float64(l[len(l)*99/100]), "p99-ns")
}

// benchPlatform has sessions in project demo, a third of them running.
func benchPlatform(b *testing.B, sessions int) (*mockplatform.Platform, []string) {
	b.Helper()
	p := &mockplatform.Platform{JournalCap: 1000}
	b.Cleanup(p.Close)
	d := p.Default()
	if _, err := d.AddToken(control.TokenSpec{Label: "admin", Token: "admin-token", Permissions: []string{"*"}}); err != nil {
		b.Fatal(err)
	}
	if _, err := d.Store().CreateProject(store.ProjectSpec{Name: "demo"}); err != nil {
		b.Fatal(err)
	}
	phases := []store.Phase{store.PhaseRunning, store.PhaseCompleted, store.PhaseNone}
	ids := make([]string, sessions)
	for i := range ids {
		s, err := d.Store().CreateSession(store.SessionSpec{
			Name: fmt.Sprintf("session-%d", i), ProjectID: "demo", CreatedByUserID: "admin", Phase: phases[i%len(phases)],
		})
		if err != nil {
			b.Fatal(err)
		}
		ids[i] = s.ID
	}
	return p, ids
}

// measure runs one request per operation, without a network.
func measure(b *testing.B, p http.Handler, status int, request func(i int) *http.Request) {
	b.Helper()
	b.ReportAllocs()
	took := make(latencies, 0, b.N)
	for i := 0; b.Loop(); i++ {
		r := request(i)
		r.Header.Set("Authorization", "Bearer admin-token")
		w := httptest.NewRecorder()
		start := time.Now()
		p.ServeHTTP(w, r)
		took = append(took, time.Since(start))
		if w.Code != status {
			b.Fatalf("answer %d %s", w.Code, w.Body)
		}
	}
	took.report(b)
}

func BenchmarkGetSession(b *testing.B) {
	p, ids := benchPlatform(b, 1000)
	measure(b, p, http.StatusOK, func(i int) *http.Request {
		return httptest.NewRequest("GET", rest.Base+"/sessions/"+ids[i%len(ids)], nil)
	})
}

func BenchmarkPostSession(b *testing.B) {
	p, _ := benchPlatform(b, 0)
	measure(b, p, http.StatusCreated, func(int) *http.Request {
		return httptest.NewRequest("POST", rest.Base+"/sessions", strings.NewReader(`{"name":"s","project_id":"demo","prompt":"go"}`))
	})
}

// BenchmarkListSessions reads the page that the MCP server's list_sessions
// asks for. How many sessions there are must not matter much.
func BenchmarkListSessions(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		p, _ := benchPlatform(b, n)
		for _, c := range []struct{ name, search string }{
			{"phase", "phase = 'Running'"},
			{"pending", "(phase = 'Pending' or phase is null)"},
		} {
			query := url.Values{
				"page": {"1"}, "size": {"20"}, "orderBy": {"created_at desc, id asc"}, "project_id": {"demo"}, "search": {c.search},
			}.Encode()
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				measure(b, p, http.StatusOK, func(int) *http.Request {
					return httptest.NewRequest("GET", rest.Base+"/sessions?"+query, nil)
				})
			})
		}
	}
}

// BenchmarkFanOut appends one message to a session that a thousand streams watch;
// an operation is over when the last of them has it.
func BenchmarkFanOut(b *testing.B) {
	const watchers = 1000
	p, ids := benchPlatform(b, 1)
	ctx, cancel := context.WithCancel(context.Background())
	var opened, arrived, ended sync.WaitGroup
	opened.Add(watchers)
	for range watchers {
		r := httptest.NewRequestWithContext(ctx, "GET", rest.Base+"/sessions/"+ids[0]+"/messages", nil)
		r.Header.Set("Authorization", "Bearer admin-token")
		r.Header.Set("Accept", rest.StreamType)
		w := &watcher{header: http.Header{}, opened: &opened, arrived: &arrived}
		ended.Go(func() { p.ServeHTTP(w, r) })
	}
	opened.Wait()
	d := p.Default()
	b.ReportAllocs()
	took := make(latencies, 0, b.N)
	for b.Loop() {
		arrived.Add(watchers)
		start := time.Now()
		if _, err := d.Append(ids[0], control.NewMessage{EventType: "assistant", Payload: "a line of an answer"}); err != nil {
			b.Fatal(err)
		}
		arrived.Wait()
		took = append(took, time.Since(start))
	}
	took.report(b)
	cancel()
	ended.Wait()
}

// watcher is a client that reads at once whatever is written to it.
type watcher struct {
	header          http.Header
	opened, arrived *sync.WaitGroup
}

func (w *watcher) Header() http.Header { return w.header }
func (w *watcher) WriteHeader(int)     { w.opened.Done() }
func (w *watcher) Flush()              {}
func (w *watcher) Write(b []byte) (int, error) {
	if bytes.HasPrefix(b, []byte("id: ")) {
		w.arrived.Done()
	}
	return len(b), nil
}
