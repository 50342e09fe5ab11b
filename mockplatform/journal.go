// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"net/http"
	"sync"

	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// journal keeps the requests of one tenant in the order of their arrival.
type journal struct {
	clock clock.PassiveClock
	cap   int // 0 keeps all

	mu      sync.Mutex
	count   int64
	entries []*control.Request
}

// exchange is one request from its arrival to its end, in the journal.
type exchange struct {
	journal *journal
	request *control.Request
}

// begin enters a request. What it gets must be free of secrets.
func (j *journal) begin(r control.Request) exchange {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.count++
	r.N, r.StartedAt = j.count, j.clock.Now().UTC()
	j.entries = append(j.entries, &r)
	if j.cap > 0 && len(j.entries) > j.cap {
		j.entries[0] = nil // the array lives on until append moves
		j.entries = j.entries[1:]
	}
	return exchange{j, &r}
}

// setBody adds the body, once it has been read.
func (e exchange) setBody(body string) {
	e.journal.mu.Lock()
	defer e.journal.mu.Unlock()
	e.request.Body = body
}

// setFault adds the fault that answers.
func (e exchange) setFault(kind control.FaultKind) {
	e.journal.mu.Lock()
	defer e.journal.mu.Unlock()
	e.request.Fault = string(kind)
}

// answered adds the status, before the client can see it: who has an answer in
// hand finds it in the journal too. Ended tells that only a body without news follows.
func (e exchange) answered(status int, ended bool) {
	e.journal.mu.Lock()
	defer e.journal.mu.Unlock()
	e.request.Status = status
	if ended {
		e.request.EndedAt = e.journal.clock.Now().UTC()
	}
}

// finish enters the end of a request that has not been entered yet.
func (e exchange) finish() {
	e.journal.mu.Lock()
	defer e.journal.mu.Unlock()
	if e.request.EndedAt.IsZero() {
		e.request.EndedAt = e.journal.clock.Now().UTC()
	}
}

// since copies the requests above n.
func (j *journal) since(n int64) control.Journal {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := control.Journal{Mark: j.count, Requests: []control.Request{}}
	first := j.count - int64(len(j.entries)) // the number before the oldest entry
	for _, e := range j.entries[min(max(n-first, 0), int64(len(j.entries))):] {
		out.Requests = append(out.Requests, *e)
	}
	return out
}

// Journal returns the requests numbered above since, in order of arrival.
func (t *Tenant) Journal(since int64) control.Journal { return t.journal.since(since) }

// recorder enters the status of an answer into the journal.
type recorder struct {
	http.ResponseWriter
	exchange exchange
	wrote    bool
}

// Unwrap gives http.ResponseController the writer below.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *recorder) WriteHeader(status int) {
	if !w.wrote && status >= http.StatusOK {
		w.wrote = true
		w.exchange.answered(status, !isStream(w.Header()))
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if !w.wrote {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}
