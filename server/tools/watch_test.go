// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// withWatch lets the stub's tools watch. Its message stream sends these frames
// and then stays open until the request ends.
func (s *stub) withWatch(frames string) *watch.Manager {
	m := watch.New(watch.Config{Backend: watch.Platform(s.set.platform)})
	s.set.watch = m
	s.mock.RegisterResponder("GET", base+"/sessions/a/messages", func(r *http.Request) (*http.Response, error) {
		if r.Header.Get("Accept") != "text/event-stream" {
			return httpmock.NewStringResponse(200, "["+stored5+"]"), nil
		}
		res := httpmock.NewStringResponse(200, "")
		res.Header.Set("Content-Type", "text/event-stream")
		read, write := io.Pipe()
		context.AfterFunc(r.Context(), func() { _ = write.CloseWithError(r.Context().Err()) })
		go func() { _, _ = write.Write([]byte(frames)) }()
		res.Body = read
		return res, nil
	})
	return m
}

// notified collects notifications as JSON.
type notified chan string

func (n notified) notify(_ context.Context, method string, params any) error {
	text, err := json.Marshal(params)
	n <- method + " " + string(text)
	return err
}

func TestWatchingAsksForAConnectionThatCanBeNotified(t *testing.T) {
	n := make(notified)
	callers := map[string]Caller{
		"on stdio":            {SessionID: "one", Transport: TransportStdio, Notify: n.notify},
		"without a session":   {Transport: TransportSSE, Stateless: true, Notify: n.notify},
		"with no way to tell": {SessionID: "one", Transport: TransportSSE},
	}
	for name, caller := range callers {
		t.Run(name, func(t *testing.T) {
			s := newStub(t)
			defer s.withWatch("").Close()
			_, err := s.set.Call(t.Context(), "watch_session_messages", map[string]any{"session_id": "a"}, caller)
			if e := toolerr.From(err); e.Code != toolerr.TransportNotSupported || !strings.Contains(e.Reason, "SSE") {
				t.Errorf("err is %v", err)
			}
			s.asked()
		})
	}
}

func TestWatchAndUnwatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStub(t).on("GET", "/sessions/a", session("a", "Running"))
		m := s.withWatch("id: 5\ndata: " + stored5 + "\n\n: ping\n\n")
		defer m.Close()
		n, result := make(notified, 10), make(chan struct{})
		caller := Caller{SessionID: "one", Transport: TransportSSE, Notify: n.notify, AfterResult: result}
		document, err := s.set.Call(t.Context(), "watch_session_messages", map[string]any{"session_id": "a", "after_seq": 3.0}, caller)
		if err != nil {
			t.Fatal(err)
		}
		var got subscribed
		if err := json.Unmarshal(document, &got); err != nil || got.SessionID != "a" || !strings.HasPrefix(got.SubscriptionID, "sub_") {
			t.Fatalf("got %s", document)
		}
		synctest.Wait()
		if len(n) != 0 {
			t.Fatal("a notification overtook the answer")
		}
		close(result)
		want := `notifications/progress {"progress":{"session_id":"a","message":` + stored5 + `},"progressToken":"` + got.SubscriptionID + `"}`
		if first := <-n; first != want {
			t.Errorf("got  %s\nwant %s", first, want)
		}
		s.asked("GET /sessions/a", "GET /sessions/a/messages after_seq=3")

		unwatch := map[string]any{"subscription_id": got.SubscriptionID}
		for _, stranger := range []string{"two", ""} {
			_, err := s.set.Call(t.Context(), "unwatch_session_messages", unwatch, Caller{SessionID: stranger, Transport: TransportSSE})
			if toolerr.From(err).Code != toolerr.SubscriptionNotFound {
				t.Errorf("%q cancelled it: %v", stranger, err)
			}
		}
		flushed := false
		caller.Flush = func(context.Context) error { flushed = true; return nil }
		document, err = s.set.Call(t.Context(), "unwatch_session_messages", unwatch, caller)
		if err != nil || string(document) != `{"cancelled":true}` || !flushed {
			t.Errorf("got %s, %v, flushed %t", document, err, flushed)
		}
		<-time.After(time.Hour) // The bubble's time.
		if len(n) != 0 {
			t.Errorf("notified after unwatch: %s", <-n)
		}
		s.fails("unwatch_session_messages", unwatch, toolerr.SubscriptionNotFound, got.SubscriptionID)
	})
}

func TestTheEndOfAWatchedSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStub(t).on("GET", "/sessions/a", session("a", "Running"), session("a", "Completed"))
		m := s.withWatch("")
		defer m.Close()
		n := make(notified, 10)
		_, err := s.set.Call(t.Context(), "watch_session_messages", map[string]any{"session_id": "a", "after_seq": -7.0},
			Caller{SessionID: "one", Transport: TransportSSE, Notify: n.notify})
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(watch.DefaultPollInterval)
		synctest.Wait()
		if first, last := <-n, <-n; !strings.Contains(first, `"seq":5`) || !strings.Contains(last, `"terminal":true,"phase":"Completed"`) {
			t.Errorf("got %s, then %s", first, last)
		}
		s.asked("GET /sessions/a", "GET /sessions/a/messages after_seq=0", "GET /sessions/a", "GET /sessions/a/messages after_seq=0")
	})
}

func TestRefusalsOfAWatch(t *testing.T) {
	for answer, want := range map[string]toolerr.Code{
		"404": toolerr.SessionNotFound, "403": toolerr.Forbidden, "401": toolerr.Unauthorized, "500": toolerr.Internal,
	} {
		s := newStub(t).on("GET", "/sessions/a", answer)
		m := s.withWatch("")
		_, err := s.set.Call(t.Context(), "watch_session_messages", map[string]any{"session_id": "a"},
			Caller{SessionID: "one", Transport: TransportSSE, Notify: make(notified).notify})
		if e := toolerr.From(err); e.Code != want || e.OperationID != "watch_session_messages" {
			t.Errorf("%s: err is %v", answer, err)
		}
		s.asked("GET /sessions/a")
		m.Close()
	}
}

func TestAToolThatDoesNotExistIsInternal(t *testing.T) {
	_, err := newStub(t).set.Call(t.Context(), "delete_everything", nil, Caller{})
	var e *toolerr.Error
	if !errors.As(err, &e) || e.Code != toolerr.Internal || !slices.Contains(strings.Fields(e.Reason), `"delete_everything"`) {
		t.Errorf("err is %v", err)
	}
}
