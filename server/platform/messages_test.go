// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
)

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func streaming(t *testing.T, f roundTrip) *Client {
	t.Helper()
	c, err := New(Options{BaseURL: "https://platform.test", Credential: credential.Static("tok"), Transport: f})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func stream(status int, kind string, body io.Reader) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(body)}
}

func collect(s *MessageStream) (seqs []int64, err error) {
	for m, e := range s.All() {
		if e != nil {
			return seqs, e
		}
		seqs = append(seqs, m.Seq)
	}
	return seqs, nil
}

func TestStreamYieldsMessagesAndSkipsTheRest(t *testing.T) {
	var got *http.Request
	c := streaming(t, func(r *http.Request) (*http.Response, error) {
		got = r
		return stream(200, "text/event-stream; charset=utf-8", strings.NewReader(
			": ping\n\nid: 3\ndata: {\"id\":\"a\",\"seq\":3}\n\nevent: other\ndata: x\n\nid: 5\r\ndata: {\"id\":\"b\",\r\ndata: \"seq\":5}\r\n\r\nid: 9\ndata: {\"id\":\"c\"")), nil
	})
	s, err := c.StreamMessages(t.Context(), "s", 2, "2")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if seqs, err := collect(s); err != nil || !cmp.Equal(seqs, []int64{3, 5}) {
		t.Errorf("got %v, %v", seqs, err)
	}
	h := got.Header
	if h.Get("Accept") != "text/event-stream" || h.Get("Accept-Encoding") != "identity" || h.Get("Last-Event-ID") != "2" || got.URL.RawQuery != "after_seq=2" {
		t.Errorf("asked %s with %v", got.URL, h)
	}
}

func TestStreamOfAnotherKindIsRefused(t *testing.T) {
	for _, tt := range []struct {
		status int
		kind   string
		want   any
	}{
		{404, "application/json", new(*StatusError)}, {503, "text/event-stream", new(*StatusError)}, {302, "", new(*StatusError)},
		{200, "application/json", new(*MalformedError)}, {204, "text/event-stream", new(*MalformedError)},
	} {
		c := streaming(t, func(*http.Request) (*http.Response, error) {
			return stream(tt.status, tt.kind, strings.NewReader("")), nil
		})
		if _, err := c.StreamMessages(t.Context(), "s", 0, ""); !errors.As(err, tt.want) {
			t.Errorf("%d %s: got %v", tt.status, tt.kind, err)
		}
	}
}

func TestStreamEndsWithAnErrorOnWhatIsNoMessage(t *testing.T) {
	for name, body := range map[string]string{
		"no json": "data: x\n\n", "no seq": "data: {\"id\":\"a\"}\n\n", "too large": "data: " + strings.Repeat("x", MaxEventBytes+1) + "\n\n",
	} {
		c := streaming(t, func(*http.Request) (*http.Response, error) {
			return stream(200, "text/event-stream", strings.NewReader("data: {\"id\":\"a\",\"seq\":1}\n\n"+body)), nil
		})
		s, err := c.StreamMessages(t.Context(), "s", 0, "")
		if err != nil {
			t.Fatal(err)
		}
		if seqs, err := collect(s); err == nil || !cmp.Equal(seqs, []int64{1}) {
			t.Errorf("%s: got %v, %v", name, seqs, err)
		}
		s.Close()
	}
}

func TestClosingReleasesAReaderThatWaits(t *testing.T) {
	body, in := io.Pipe()
	c := streaming(t, func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: body}, nil
	})
	s, err := c.StreamMessages(context.Background(), "s", 0, "")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := collect(s)
		done <- err
	}()
	if _, err := in.Write([]byte(": hello\n\n")); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := <-done; err == nil {
		t.Error("a closed stream ended as if the platform had ended it")
	}
	s.Close()
}

func FuzzStream(f *testing.F) {
	for _, s := range []string{
		"id: 1\ndata: {\"id\":\"a\",\"seq\":1}\n\n", "data: {\"id\":\"a\",\ndata: \"seq\":2}\n\n", ": ping\r\n\r\n", "\ufeffdata: x\n\n",
		"event: message\nid: \x00\ndata: {\"id\":\"a\",\"seq\":-1}\n\n", "data\n\n", "retry: 1\n\ndata: []\r\r",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		failed := false
		for m, err := range readMessages("test", strings.NewReader(text)) {
			if failed {
				t.Fatal("something came after the error")
			}
			if failed = err != nil; failed {
				continue
			}
			if m.ID == "" || m.Seq <= 0 || len(m.Raw) == 0 {
				t.Fatalf("a message without id, seq or document: %+v", m)
			}
		}
	})
}
