// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

var frames = []string{
	"", "\n\n", `{"jsonrpc":"2.0","method":"x"}` + "\n", "{}\n[]\nnull\n1\n", "text\r\n", `{"jsonrpc":"2.0","id":1,"result":{}}`,
	"\x00\xff\n", `{"id":{"a":[1]},"jsonrpc":"2.0","error":{}}` + "\n", ": ping\n\ndata: {}\n\nevent: message\ndata: a\ndata: b\n\n",
	"event: other\ndata: x\n\n", "data\n\n", "id: \x00\nretry: 5\ndata:{}\n\n",
}

type sink struct{}

func (sink) Write(p []byte) (int, error) { return len(p), nil }
func (sink) Close() error                { return nil }

// FuzzStdio: whatever a server writes, every line that is not blank is in the
// log as it was, is a message or a violation, and the end is seen.
func FuzzStdio(f *testing.F) {
	for _, s := range frames {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, written []byte) {
		c := wire.NewConn(wire.NewStdio(io.NopCloser(bytes.NewReader(written)), sink{}), wire.Options{})
		defer c.Close()
		judge(t, c)
		var want [][]byte
		for _, line := range bytes.Split(written, []byte("\n")) {
			if len(bytes.TrimSpace(line)) > 0 {
				want = append(want, bytes.TrimRight(line, "\r\n"))
			}
		}
		log := c.Log()
		if len(log) != len(want) {
			t.Fatalf("%d lines in the log, want %d", len(log), len(want))
		}
		for i, r := range log {
			if r.Text != string(want[i]) {
				t.Errorf("line %d is %q, want %q", i, r.Text, want[i])
			}
		}
	})
}

// FuzzSSE: whatever a server streams after the endpoint, the end is seen.
func FuzzSSE(f *testing.F) {
	for _, s := range frames {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, streamed []byte) {
		// No connection: the answer is handed to the client as it is.
		client := &http.Client{Transport: answer(streamed)}
		s, err := wire.OpenSSE(t.Context(), wire.SSEOptions{URL: "http://server/sse", HTTP: client})
		if err != nil {
			t.Fatal(err)
		}
		c := wire.NewConn(s, wire.Options{})
		defer c.Close()
		judge(t, c)
	})
}

type answer []byte

func (a answer) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.MultiReader(bytes.NewReader([]byte("event: endpoint\ndata: /message\n\n")), bytes.NewReader(a))
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(body), Request: r,
	}, nil
}

func judge(t *testing.T, c *wire.Conn) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := c.WaitClosed(ctx); err != nil {
		t.Fatal(err)
	}
	received := len(c.Log())
	if n := len(c.Messages()); n > received || n+len(c.Violations()) < received {
		t.Errorf("%d frames, %d messages, %d violations", received, n, len(c.Violations()))
	}
}
