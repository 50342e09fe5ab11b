// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// StreamType is the media type of an event stream, which a request must name exactly.
const StreamType = "text/event-stream"

// ping is the comment that keeps an idle stream alive.
const ping = ": ping\n\n"

// lastWrite is how long a stream that the platform ends waits for a client
// that does not read before it cuts the connection.
const lastWrite = 200 * time.Millisecond

// WantsStream reports whether the request asks for an event stream: only the
// exact media type does, a list that contains it gets JSON.
func WantsStream(r *http.Request) bool { return r.Header.Get("Accept") == StreamType }

// stream writes the session's messages above after, and then every new one, until
// the client or the tenant goes. The end of the session is not the end of the
// stream. Each stream reads the store at its own pace, so one whose client does
// not read keeps nobody waiting.
func (c *call) stream(session string, after int64) (int, any, error) {
	// The cursor starts where the stored messages end, whatever is appended in between.
	stored, err := c.Store.Messages(session, after)
	if err != nil {
		return 0, nil, err
	}
	if len(stored) > 0 {
		after = stored[len(stored)-1].Seq
	}
	cursor, err := c.Store.Subscribe(session, after)
	if err != nil {
		return 0, nil, err
	}
	if c.Streaming != nil {
		defer c.Streaming()()
	}

	h := c.w.Header()
	h.Set("Content-Type", StreamType)
	h.Set("Cache-Control", "no-cache")
	h.Set("Connection", "keep-alive")
	h.Set("X-Accel-Buffering", "no")
	c.w.WriteHeader(http.StatusOK)

	ctx, cancel := context.WithCancel(c.r.Context())
	defer cancel()
	out := &frames{w: c.w, flusher: http.NewResponseController(c.w)}
	if c.Done != nil {
		defer context.AfterFunc(c.Done, func() {
			out.hurry()
			cancel()
		})()
		defer out.calm(c.Done)
	}
	if out.send(encodeAll(stored)) != nil {
		return written, nil, nil
	}

	var pings sync.WaitGroup
	pings.Go(func() { c.ping(ctx, out) })
	defer pings.Wait() // the writer must not be used once the handler has returned
	defer cancel()

	for {
		m, err := cursor.Next(ctx)
		if err != nil || out.send(appendFrame(nil, m)) != nil {
			return written, nil, nil
		}
	}
}

func (c *call) ping(ctx context.Context, out *frames) {
	ticker := c.Clock.NewTicker(c.PingInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C():
			if out.send([]byte(ping)) != nil {
				return
			}
		}
	}
}

// frames writes whole frames from more than one goroutine.
type frames struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	flusher *http.ResponseController
}

// send writes text, which may be empty, and pushes it out.
func (f *frames) send(text []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(text) > 0 {
		if _, err := f.w.Write(text); err != nil {
			return err
		}
	}
	return f.flusher.Flush()
}

// hurry keeps a client that does not read from holding a stream that must end.
// A writer that knows no deadlines, as a recorder in a test, does not block either.
func (f *frames) hurry() { _ = f.flusher.SetWriteDeadline(time.Now().Add(lastWrite)) }

// calm takes a deadline back that the connection has survived: the next request on it has its own time.
func (f *frames) calm(done context.Context) {
	if done.Err() != nil && f.send(nil) == nil {
		_ = f.flusher.SetWriteDeadline(time.Time{})
	}
}

func encodeAll(messages []store.Message) []byte {
	var buf []byte
	for _, m := range messages {
		buf = appendFrame(buf, m)
	}
	return buf
}

func appendFrame(buf []byte, m store.Message) []byte {
	data, err := json.Marshal(m)
	if err != nil { // strings, a number and a time
		panic(err)
	}
	buf = append(buf, "id: "...)
	buf = strconv.AppendInt(buf, m.Seq, 10)
	buf = append(buf, "\ndata: "...)
	buf = append(buf, data...)
	return append(buf, "\n\n"...)
}

// SplitFrame cuts the first whole frame off the text of a stream; ok is false
// when text does not hold one. Event tells a message from a comment.
func SplitFrame(text []byte) (frame, rest []byte, event, ok bool) {
	end := bytes.Index(text, []byte("\n\n"))
	if end < 0 {
		return nil, text, false, false
	}
	frame, rest = text[:end+2], text[end+2:]
	return frame, rest, !bytes.HasPrefix(frame, []byte(":")), true
}
