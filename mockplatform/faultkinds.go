// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

// faultHeader names the fault that made an answer what it is.
const faultHeader = "X-Mockplatform-Fault"

// faulted is a request that a fault has.
type faulted struct {
	control.Fault
	w         http.ResponseWriter
	r         *http.Request
	operation string
	clock     clock.Clock
	done      context.Context
	// normally answers as without the fault.
	normally func(http.ResponseWriter)
}

// faultKind is how faults of a kind answer, and what they need to be given.
type faultKind struct {
	// check returns what is wrong with a fault, or "". It may be nil.
	check  func(control.Fault) string
	answer func(*faulted)
}

// faultKinds are all the kinds. Adding one is adding a row.
var faultKinds = map[control.FaultKind]faultKind{
	control.FaultStatus:             {check: needsStatus, answer: (*faulted).status},
	control.FaultDelay:              {check: needsDelay, answer: (*faulted).delay},
	control.FaultCloseBeforeHeaders: {answer: func(*faulted) { hangUp() }},
	control.FaultCloseAfterHeaders:  {answer: (*faulted).closeAfterHeaders},
	control.FaultCloseMidStream:     {answer: (*faulted).closeMidStream},
	control.FaultMalformedBody:      {answer: func(f *faulted) { f.text(`{"id": "cut off in the mid`) }},
	control.FaultWrongShape: {answer: func(f *faulted) {
		// Wrong as one thing, as a list and as an array.
		f.text(`{"id": ["not", "an", "id"], "kind": 7, "items": "none", "seq": "first", "payload": {}, "phase": 1}`)
	}},
}

func needsStatus(f control.Fault) string {
	if f.Status < http.StatusOK || f.Status > 599 {
		return fmt.Sprintf("status %d is not between 200 and 599", f.Status)
	}
	return ""
}

func needsDelay(f control.Fault) string {
	if f.DelayMS <= 0 {
		return "delay_ms must be positive"
	}
	return ""
}

// hangUp makes the HTTP server close the connection without another byte.
func hangUp() { panic(http.ErrAbortHandler) }

func (f *faulted) status() {
	h := f.w.Header()
	body := []byte(f.Body)
	if f.Body == "" && f.Status >= http.StatusBadRequest {
		body, _ = json.Marshal(rest.NewErrorBody(f.Status, f.operation)) // strings only
	}
	if f.Status/100 == 3 {
		h.Set("Location", "/elsewhere") // a client that follows redirects must have somewhere to go
	}
	h.Set("Content-Type", "text/plain; charset=utf-8")
	if json.Valid(body) {
		h.Set("Content-Type", "application/json")
	}
	if f.Status == http.StatusNoContent || f.Status == http.StatusNotModified {
		f.w.WriteHeader(f.Status)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	f.w.WriteHeader(f.Status)
	_, _ = f.w.Write(body) // a client that has gone needs no answer
}

func (f *faulted) delay() {
	timer := f.clock.NewTimer(time.Duration(f.DelayMS) * time.Millisecond)
	defer timer.Stop()
	select {
	case <-timer.C():
	case <-f.r.Context().Done(): // the client has gone; the request is answered all the same, as by a slow server
	case <-f.done.Done():
	}
	f.normally(f.w)
}

// begin sends the headers of a success, of the type that the request asks for.
func (f *faulted) begin() (stream bool) {
	stream = rest.WantsStream(f.r)
	f.w.Header().Set("Content-Type", "application/json")
	if stream {
		f.w.Header().Set("Content-Type", rest.StreamType)
	}
	f.w.WriteHeader(http.StatusOK)
	return stream
}

func (f *faulted) closeAfterHeaders() {
	f.begin()
	flush(f.w)
	hangUp()
}

// text answers 200 with text: to who asks for an event stream, as its only frame.
func (f *faulted) text(text string) {
	if f.begin() {
		text = "data: " + text + "\n\n"
	}
	_, _ = f.w.Write([]byte(text)) // a client that has gone needs no answer
}

func (f *faulted) closeMidStream() {
	f.normally(&cutter{ResponseWriter: f.w, frames: f.AfterFrames})
	flush(f.w) // there was nothing to cut in half
	hangUp()
}

// cutter hangs up in the middle of an answer: of a plain one after half of its
// only write, of an event stream in the middle of a frame.
type cutter struct {
	http.ResponseWriter
	frames int // whole ones to let through
}

// Unwrap gives http.ResponseController the writer below.
func (w *cutter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *cutter) Write(b []byte) (int, error) {
	if !isStream(w.Header()) {
		w.cut(b)
	}
	for left := b; len(left) > 0; {
		frame, after, event, ok := rest.SplitFrame(left)
		switch {
		case !ok:
			frame, after = left, nil
		case event && w.frames == 0:
			w.cut(frame)
		case event:
			w.frames--
		}
		if _, err := w.ResponseWriter.Write(frame); err != nil {
			return 0, err
		}
		left = after
	}
	return len(b), nil
}

func (w *cutter) cut(b []byte) {
	_, _ = w.ResponseWriter.Write(b[:len(b)/2]) // the connection ends either way
	flush(w.ResponseWriter)
	hangUp()
}

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }

func isStream(h http.Header) bool { return h.Get("Content-Type") == rest.StreamType }
