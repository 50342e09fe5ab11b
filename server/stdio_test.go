// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	clocktesting "k8s.io/utils/clock/testing"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// backend answers the platform's calls.
type backend func(*http.Request) (*http.Response, error)

func (b backend) RoundTrip(r *http.Request) (*http.Response, error) { return b(r) }

func respond(status int, body string) (*http.Response, error) {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// session1 answers every call with one session.
var session1 backend = func(*http.Request) (*http.Response, error) { return respond(200, `{"id":"s1","phase":"Running"}`) }

func newServer(t *testing.T, b backend, change func(*Options)) *Server {
	t.Helper()
	o := Options{Config: Config{APIURL: "http://platform", Token: "process-token"}, HTTPTransport: b}
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func initialize(revision string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, revision)
}

func toolCall(id int, tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments)
}

// pipe serves the lines to their end and returns the answers by id.
func pipe(t *testing.T, s *Server, lines ...string) map[string]map[string]any {
	t.Helper()
	var out strings.Builder
	if err := s.ServeStdio(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return answers(t, out.String())
}

func answers(t *testing.T, out string) map[string]map[string]any {
	t.Helper()
	got := map[string]map[string]any{}
	for line := range strings.Lines(out) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil || m["jsonrpc"] != "2.0" {
			t.Fatalf("%q is no JSON-RPC message", line)
		}
		got[fmt.Sprint(m["id"])] = m
	}
	return got
}

func compact(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func TestInitializeAnswersTheSpecifiedObject(t *testing.T) {
	s := newServer(t, session1, nil)
	for asked, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"1999-01-01": "2024-11-05", "": "2024-11-05", "2026-07-28": "2025-11-25",
	} {
		got := pipe(t, s, initialize(asked))["0"]["result"]
		object := `{"capabilities":{"tools":{}},"protocolVersion":"` + want + `","serverInfo":{"name":"ambient-platform","version":"1.0.0"}}`
		if compact(got) != object {
			t.Errorf("%q: got %s, want %s", asked, compact(got), object)
		}
	}
}

func TestEveryAnswerIsWrittenBeforeTheEndOfInputCounts(t *testing.T) {
	release := make(chan struct{})
	var once sync.Once
	s := newServer(t, func(*http.Request) (*http.Response, error) {
		<-release
		return session1(nil)
	}, nil)
	lines := []string{initialize("2024-11-05"), "", "  ", `{"jsonrpc":"2.0","method":"notifications/initialized"}`}
	for i := 1; i <= 20; i++ {
		lines = append(lines, toolCall(i, "get_session", `{"session_id":"s1"}`))
	}
	in := io.MultiReader(strings.NewReader(strings.Join(lines, "\n")+"\n"), readerFunc(func([]byte) (int, error) {
		once.Do(func() { close(release) }) // The input has ended before any call has.
		return 0, io.EOF
	}))
	var out strings.Builder
	if err := s.ServeStdio(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	got := answers(t, out.String())
	if len(got) != 21 || strings.Contains(out.String(), "isError") {
		t.Errorf("%d answers: %s", len(got), out.String())
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestACallThatNeverEndsDoesNotHoldTheEndOfInputForEver(t *testing.T) {
	clock := clocktesting.NewFakeClock(time.Now())
	s := newServer(t, func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}, func(o *Options) { o.Clock = clock })
	done := make(chan struct{})
	var out strings.Builder
	go func() {
		defer close(done)
		_ = s.ServeStdio(context.Background(), strings.NewReader(toolCall(1, "get_session", `{"session_id":"s1"}`)), &out)
	}()
	step(clock, done, drainTime)
	if !strings.Contains(out.String(), `INTERNAL`) {
		t.Errorf("got %s", out.String())
	}
}

// step moves the clock whenever something waits on it, until done.
func step(clock *clocktesting.FakeClock, done <-chan struct{}, d time.Duration) {
	for {
		select {
		case <-done:
			return
		default:
			if clock.HasWaiters() {
				clock.Step(d)
			}
		}
	}
}

func TestProtocolErrors(t *testing.T) {
	s := newServer(t, session1, nil)
	tests := map[string]struct {
		line string
		id   string
		code float64
	}{
		"not JSON":               {`{`, "<nil>", -32700},
		"a batch":                {`[]`, "<nil>", -32700},
		"unknown method":         {`{"jsonrpc":"2.0","id":1,"method":"nope"}`, "1", -32601},
		"no resources":           {`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, "1", -32601},
		"unknown tool":           {toolCall(1, "nope", `{}`), "1", -32602},
		"wrong jsonrpc":          {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, "1", -32600},
		"a name that is no text": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`, "1", -32602},
		"params that are none":   {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}`, "1", -32602},
		"no params":              {`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, "1", -32602},
		"too large":              {strings.Repeat("x", maxLine+1), "<nil>", -32700},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := pipe(t, s, tt.line, `{"jsonrpc":"2.0","id":9,"method":"ping"}`)
			failure, _ := got[tt.id]["error"].(map[string]any)
			if failure["code"] != tt.code || got["9"]["result"] == nil {
				t.Errorf("got %s", compact(got))
			}
		})
	}
}

func TestStructuredContentIsSentToRevisionsThatKnowIt(t *testing.T) {
	s := newServer(t, session1, nil)
	for revision, want := range map[string]bool{"2024-11-05": false, "2025-03-26": false, "2025-06-18": true, "2025-11-25": true} {
		got := pipe(t, s, initialize(revision), toolCall(1, "get_session", `{"session_id":"s1"}`), toolCall(2, "get_session", `{}`))
		result, _ := got["1"]["result"].(map[string]any)
		content, has := result["structuredContent"]
		if has != want {
			t.Errorf("%s: %s", revision, compact(result))
		}
		text := result["content"].([]any)[0].(map[string]any)["text"].(string)
		if has && compact(content) != compact(json.RawMessage(text)) {
			t.Errorf("%s: %s differs from %s", revision, compact(content), text)
		}
		if failed := got["2"]["result"].(map[string]any); failed["isError"] != true || failed["structuredContent"] != nil {
			t.Errorf("%s: %s", revision, compact(failed))
		}
	}
}

func TestAPanicTellsTheClientNothing(t *testing.T) {
	s := newServer(t, func(*http.Request) (*http.Response, error) { panic("secret of the house") }, nil)
	got := compact(pipe(t, s, toolCall(1, "get_session", `{"session_id":"s1"}`)))
	if !strings.Contains(got, "INTERNAL") || !strings.Contains(got, "get_session") || strings.Contains(got, "secret") {
		t.Errorf("got %s", got)
	}
}

func TestServersOnStdioDoNotMeet(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			id := fmt.Sprintf("s%d", i)
			s := newServer(t, func(r *http.Request) (*http.Response, error) {
				return respond(200, fmt.Sprintf(`{"id":%q,"name":%q}`, id, r.Header.Get("Authorization")))
			}, func(o *Options) { o.Token = "token-" + id })
			lines := []string{initialize("2025-06-18")}
			for n := 1; n <= 20; n++ {
				lines = append(lines, toolCall(n, "get_session", `{"session_id":"x"}`))
			}
			var out strings.Builder
			if err := s.ServeStdio(context.Background(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
				t.Error(err)
			}
			if n := strings.Count(out.String(), `"structuredContent":{"id":"`+id+`","name":"Bearer token-`+id+`"`); n != 20 {
				t.Errorf("%s: %d of 20 answers are its own: %.600s", id, n, out.String())
			}
		})
	}
	wg.Wait()
}

func TestTheEndOfTheContextEndsStdioInOrder(t *testing.T) {
	s := newServer(t, session1, nil)
	in, client := io.Pipe()
	answer, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.ServeStdio(ctx, in, out) }()
	_, _ = io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
	if line, err := bufio.NewReader(answer).ReadString('\n'); err != nil || !strings.Contains(line, `"id":1`) {
		t.Fatalf("%q, %v", line, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	_ = client.Close()
}

func TestAClientThatTakesNoAnswersEndsStdioWithAnError(t *testing.T) {
	s := newServer(t, session1, nil)
	in, client := io.Pipe()
	answer, out := io.Pipe()
	_ = answer.CloseWithError(errors.New("gone"))
	done := make(chan error)
	go func() { done <- s.ServeStdio(t.Context(), in, out) }()
	_, _ = io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
	if err := <-done; err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("got %v", err)
	}
	_ = client.Close()
}

func TestToolsListIsStableAndComplete(t *testing.T) {
	s := newServer(t, session1, nil)
	ask := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	first, second := pipe(t, s, ask)["1"], pipe(t, newServer(t, session1, nil), ask)["1"]
	if compact(first) != compact(second) {
		t.Error("two servers list their tools differently")
	}
	list := first["result"].(map[string]any)["tools"].([]any)
	if len(list) != 16 {
		t.Errorf("%d tools", len(list))
	}
	for _, item := range list {
		tool := item.(map[string]any)
		hints, _ := tool["annotations"].(map[string]any)
		if len(hints) != 4 || tool["description"] == "" || tool["outputSchema"] == nil {
			t.Errorf("%s has %d hints or lacks something", tool["name"], len(hints))
		}
	}
}
