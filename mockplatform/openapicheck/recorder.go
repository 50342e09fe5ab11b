// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package openapicheck

import (
	"bufio"
	"bytes"
	"errors"
	"mime"
	"net"
	"net/http"
)

// recorder passes an answer on and keeps what is needed to judge it.
type recorder struct {
	http.ResponseWriter
	x *exchange

	status int
	header http.Header
	body   bytes.Buffer
	stream *stream
	// exempt answers are not judged: a fault made them, the connection was hijacked or the client has gone.
	exempt bool
}

const eventStream = "text/event-stream"

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(status int) {
	r.begin(status)
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) begin(status int) {
	if r.status != 0 || status < 200 { // repeated, or informational
		return
	}
	r.status = status
	r.header = r.ResponseWriter.Header().Clone()
	if r.header.Get(FaultHeader) != "" {
		r.exempt = true
		return
	}
	t, _, _ := mime.ParseMediaType(r.header.Get("Content-Type"))
	if t == eventStream && r.x.route != nil {
		r.stream = r.x.newStream(status, r.header)
	}
}

// Write implements [http.ResponseWriter].
func (r *recorder) Write(p []byte) (int, error) {
	r.begin(http.StatusOK)
	n, err := r.ResponseWriter.Write(p)
	switch {
	case r.exempt:
	case r.stream != nil:
		r.stream.write(p[:n])
	case err != nil && !errors.Is(err, http.ErrBodyNotAllowed):
		r.exempt = true
	default:
		r.body.Write(p)
	}
	return n, err
}

// Flush implements [http.Flusher].
func (r *recorder) Flush() { _ = r.FlushError() }

// FlushError is what [http.ResponseController] flushes with.
func (r *recorder) FlushError() error {
	r.begin(http.StatusOK)
	return http.NewResponseController(r.ResponseWriter).Flush()
}

// Hijack implements [http.Hijacker].
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.exempt = true
	return http.NewResponseController(r.ResponseWriter).Hijack()
}

// Unwrap lets [http.ResponseController] reach the rest of the writer.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// finish judges a plain answer once it is whole; a stream was judged as it went.
func (r *recorder) finish() {
	r.begin(http.StatusOK)
	if r.exempt || r.stream != nil {
		return
	}
	if err := r.x.checkAnswer(r.status, r.header, r.body.Bytes()); err != nil {
		r.x.fail("%w", err)
	}
}
