// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package openapicheck_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/openapicheck"
)

const (
	base      = "/api/ambient/v1"
	sessionID = "3MqE7SL1DLlj2K5Ou1HL8oO6DGT"
	agentID   = "6f1e3c1a-5a0e-4a6e-9c39-0d6a3f1f0a01"

	session = `{"id":"` + sessionID + `","kind":"Session","href":"/api/ambient/v1/sessions/` + sessionID + `",` +
		`"created_at":"2026-11-30T20:12:09.6Z","updated_at":"2026-11-30T20:12:09Z","name":"s","project_id":"demo","created_by_user_id":"u",` +
		`"llm_model":"m","llm_temperature":0.7,"llm_max_tokens":4000,"kube_cr_name":"` + sessionID + `"}`
	agent = `{"id":"` + agentID + `","kind":"Agent","href":"/api/ambient/v1/agents/` + agentID + `",` +
		`"created_at":"2026-11-30T20:12:09Z","updated_at":"2026-11-30T20:12:09Z","name":"a","owner_user_id":"u","version":1}`
	message = `{"id":"3MqE7TNKRuL6z7QrYEM4ycyPWiq","session_id":"` + sessionID + `","seq":22,"event_type":"user","payload":"hi","created_at":"2026-11-30T20:12:09Z"}`
	refusal = `{"id":"7","kind":"Error","href":"/api/ambient/v1/errors/7","code":"ambient-api-server-7","reason":"no","operation_id":"` + sessionID + `"}`
)

// answer is a canned answer.
type answer struct {
	status int
	header map[string]string
	body   string
}

func (a answer) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	for k, v := range a.header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body)
}

// reports collects what the checker says.
type reports struct {
	mu   sync.Mutex
	errs []string
}

func (r *reports) add(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.errs = append(r.errs, err.Error())
}

func (r *reports) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.errs...)
}

func judge(t *testing.T, next http.Handler, method, target, body string, header ...string) []string {
	t.Helper()
	var got reports
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	openapicheck.Wrap(next, got.add).ServeHTTP(httptest.NewRecorder(), r)
	return got.all()
}

func TestGoodTrafficIsNotReported(t *testing.T) {
	for _, tc := range []struct {
		name, method, target, body string
		answer                     answer
	}{
		{"a session", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, session}},
		{"a list", "GET", base + "/sessions?page=1&size=20&phase=Running&search=name%3D'x'&orderBy=created_at+desc,+id+asc", "", answer{200, nil, `{"kind":"SessionList","page":1,"size":20,"total":1,"items":[` + session + `]}`}},
		{"a creation", "POST", base + "/sessions", `{"name":"s","project_id":"demo"}`, answer{201, nil, session}},
		{"a refusal of an invalid body", "POST", base + "/sessions", `{"nme":"s"}`, answer{400, nil, refusal}},
		{"a refusal of a valid request", "GET", base + "/sessions/" + sessionID, "", answer{403, nil, refusal}},
		{"a malformed id that is not found", "GET", base + "/sessions/nope", "", answer{404, nil, refusal}},
		{"a deletion", "DELETE", base + "/sessions/" + sessionID, "", answer{204, nil, ""}},
		{"an unknown path", "GET", base + "/nothing", "", answer{404, nil, refusal}},
		{"an unknown path without a bearer", "GET", base + "/nothing", "", answer{401, map[string]string{"WWW-Authenticate": "Bearer"}, refusal}},
		{"a method that the path does not take", "PUT", base + "/sessions", "", answer{405, map[string]string{"Allow": "GET, POST"}, refusal}},
		{"messages", "GET", base + "/sessions/" + sessionID + "/messages?after_seq=3", "", answer{200, nil, "[" + message + "]"}},
		{"a body that is too large", "POST", base + "/sessions/" + sessionID + "/messages", strings.Repeat("x", 1<<20+1), answer{413, nil, refusal}},
		{"a fault", "GET", base + "/sessions", "", answer{200, map[string]string{openapicheck.FaultHeader: "wrong-shape"}, `[]`}},
		{"the control API", "POST", "/-/tenants", `{`, answer{418, nil, "teapot"}},
		{"the health check", "GET", "/healthcheck", "", answer{200, nil, "{}"}},
		{"the API's description", "GET", "/api/ambient", "", answer{200, nil, "{}"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := judge(t, tc.answer, tc.method, tc.target, tc.body); len(got) > 0 {
				t.Errorf("reported: %q", got)
			}
		})
	}
}

func TestEveryContradictionIsReportedOnce(t *testing.T) {
	list := func(item string) string {
		return `{"kind":"SessionList","page":1,"size":20,"total":1,"items":[` + item + `]}`
	}
	for _, tc := range []struct {
		name, method, target, body string
		answer                     answer
		want                       string
	}{
		{"an extra field", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, strings.Replace(session, "{", `{"extra":1,`, 1)}, `property "extra" is unsupported`},
		{"an extra field inside a list", "GET", base + "/sessions", "", answer{200, nil, list(strings.Replace(session, "{", `{"extra":1,`, 1))}, `property "extra" is unsupported`},
		{"the prompt of an agent", "GET", base + "/agents/" + agentID, "", answer{200, nil, strings.Replace(agent, "{", `{"prompt":"secret",`, 1)}, `property "prompt" is unsupported`},
		{"a missing field", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, strings.Replace(session, `"name":"s",`, "", 1)}, `property "name" is missing`},
		{"a field of another type", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, strings.Replace(session, `"name":"s"`, `"name":1`, 1)}, `at "/name"`},
		{"a null", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, strings.Replace(session, `"name":"s"`, `"name":null`, 1)}, `at "/name"`},
		{"a phase that does not exist", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, strings.Replace(session, `"name"`, `"phase":"running","name"`, 1)}, `at "/phase"`},
		{"an id of another form", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, strings.Replace(session, `"id":"3Mq`, `"id":"-Mq`, 1)}, `at "/id"`},
		{"a time that is not UTC", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, strings.Replace(session, "09Z", "09+01:00", 1)}, `at "/updated_at"`},
		{"another shape", "GET", base + "/sessions", "", answer{200, nil, "[" + session + "]"}, "answer 200"},
		{"an undocumented status", "GET", base + "/sessions", "", answer{418, nil, refusal}, "status is not supported"},
		{"a 401 without its challenge", "GET", base + "/sessions", "", answer{401, nil, refusal}, "WWW-Authenticate"},
		{"a created where ok is due", "GET", base + "/sessions/" + sessionID, "", answer{201, nil, session}, "status is not supported"},
		{"another content type", "GET", base + "/sessions/" + sessionID, "", answer{200, map[string]string{"Content-Type": "text/plain"}, session}, "Content-Type"},
		{"a body that is not JSON", "GET", base + "/sessions/" + sessionID, "", answer{200, nil, "oops"}, "answer 200"},
		{"a body after a deletion", "DELETE", base + "/sessions/" + sessionID, "", answer{204, nil, "{}"}, "knows no body"},
		{"a refusal without its reason", "GET", base + "/sessions", "", answer{403, nil, `{"kind":"Error"}`}, "answer 403"},
		{"an invalid body that is accepted", "POST", base + "/sessions", `{"name":"s","project_id":"demo","extra":1}`, answer{201, nil, session}, `although the document refuses the request`},
		{"a read-only field that is accepted", "PATCH", base + "/sessions/" + sessionID, `{"phase":"Running"}`, answer{200, nil, session}, `although the document refuses the request`},
		{"an empty body that is accepted", "POST", base + "/sessions", "", answer{201, nil, session}, `although the document refuses the request`},
		{"a size out of range that is accepted", "GET", base + "/sessions?size=101", "", answer{200, nil, list(session)}, `although the document refuses the request`},
		{"an unknown parameter that is accepted", "GET", base + "/sessions?limit=1", "", answer{200, nil, list(session)}, `query parameter "limit" is unknown`},
		{"a malformed id that is accepted", "GET", base + "/sessions/nope", "", answer{200, nil, session}, `although the document refuses the request`},
		{"an oversized body that is accepted", "POST", base + "/sessions/" + sessionID + "/messages", `{"payload":"` + strings.Repeat("x", 1<<20) + `"}`, answer{201, nil, message}, "larger than 1 MiB"},
		{"an unknown path that is served", "GET", base + "/nothing", "", answer{200, nil, "{}"}, "answered 200, want 404"},
		{"an unknown path that is 405", "GET", base + "/nothing", "", answer{405, nil, refusal}, "answered 405, want 404"},
		{"another method that is served", "PUT", base + "/sessions", "", answer{200, nil, "{}"}, "answered 200, want 405"},
		{"another method without Allow", "PUT", base + "/sessions", "", answer{405, nil, refusal}, `Allow is ""`},
		{"a path outside the API", "GET", "/sessions", "", answer{200, nil, "{}"}, "want 404"},
		{"an unknown path with another error shape", "GET", base + "/nothing", "", answer{404, nil, `{"type":"Error"}`}, "answer 404"},
		{"a stream nobody asked for", "GET", base + "/sessions/" + sessionID + "/messages", "", answer{200, map[string]string{"Content-Type": "text/event-stream"}, ""}, "does not accept exactly"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := judge(t, tc.answer, tc.method, tc.target, tc.body)
			if len(got) != 1 || !strings.Contains(got[0], tc.want) {
				t.Fatalf("reported %q, want one with %q", got, tc.want)
			}
			if !strings.HasPrefix(got[0], tc.method+" /") || strings.Contains(got[0], "\n") || len(got[0]) > 700 {
				t.Errorf("not one line that begins with the request: %q", got[0])
			}
		})
	}
}

func frame(id, data string) string { return "id: " + id + "\ndata: " + data + "\n\n" }

func TestStreamsAreJudgedFrameByFrame(t *testing.T) {
	later := strings.Replace(message, "22", "23", 1)
	good := frame("22", message) + ": ping\n\n" + frame("23", later)
	headers := map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
	for _, tc := range []struct {
		name, query string
		header      map[string]string
		body        string
		want        string
	}{
		{"good frames", "", headers, good, ""},
		{"a stream that is cut in a frame", "", headers, good + "id: 24\nda", ""},
		{"a header that is missing", "", map[string]string{"Content-Type": "text/event-stream"}, good, "stream header"},
		{"an undocumented content type", "", map[string]string{"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache", "X-Accel-Buffering": "no"}, good, "is not documented"},
		{"an extra field", "", headers, frame("22", strings.Replace(message, "{", `{"kind":"x",`, 1)), `property "kind" is unsupported`},
		{"an id of another message", "", headers, frame("21", message), "carries seq 22"},
		{"a repetition", "", headers, frame("22", message) + frame("22", message), "again or out of order"},
		{"a message before the cursor", "?after_seq=22", headers, frame("22", message), "again or out of order"},
		{"an event line", "", headers, "event: message\n" + frame("22", message), "3 lines"},
		{"data that is not JSON", "", headers, frame("22", "hi"), "not JSON"},
		{"a message of another session", "", headers, frame("22", strings.Replace(message, sessionID, "4MqE7SL1DLlj2K5Ou1HL8oO6DGT", 1)), "is of session"},
		{"a stream of an invalid request", "?after_seq=x", headers, good, "although the document refuses"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := judge(t, answer{200, tc.header, tc.body}, "GET", base+"/sessions/"+sessionID+"/messages"+tc.query, "", "Accept", "text/event-stream")
			switch {
			case tc.want == "" && len(got) > 0:
				t.Errorf("reported: %q", got)
			case tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)):
				t.Errorf("reported %q, want one with %q", got, tc.want)
			}
		})
	}
}

// TestAStreamPassesWithoutBeingHeldBack reads a frame while the handler is still in the middle of its answer.
func TestAStreamPassesWithoutBeingHeldBack(t *testing.T) {
	var got reports
	goOn := make(chan struct{})
	srv := httptest.NewServer(openapicheck.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Accel-Buffering", "no")
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		for _, part := range []string{frame("22", message)[:30], frame("22", message)[30:]} {
			_, _ = io.WriteString(w, part)
			w.(http.Flusher).Flush()
			<-goOn
		}
	}), got.add))
	defer srv.Close()
	req, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL+base+"/sessions/"+sessionID+"/messages", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := srv.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewReader(resp.Body)
	if l, err := lines.ReadString('\n'); l != "id: 22\n" || err != nil {
		t.Fatalf("first line %q, %v", l, err)
	}
	goOn <- struct{}{}
	if l, err := lines.ReadString('\n'); l != "data: "+message+"\n" || err != nil {
		t.Fatalf("second line %q, %v", l, err)
	}
	close(goOn)
	if _, err := io.Copy(io.Discard, lines); err != nil {
		t.Fatal(err)
	}
	if errs := got.all(); len(errs) > 0 {
		t.Errorf("reported: %q", errs)
	}
}

func TestAbortedAndHijackedConnectionsAreExempt(t *testing.T) {
	for name, serve := range map[string]http.HandlerFunc{
		"aborted before headers": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"aborted after a wrong answer": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "oops")
			panic(http.ErrAbortHandler)
		},
		"hijacked": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			closeConn(conn)
		},
		"hijacked through a controller": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			closeConn(conn)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got reports
			srv := httptest.NewServer(openapicheck.Wrap(serve, got.add))
			defer srv.Close()
			resp, err := srv.Client().Get(srv.URL + base + "/sessions")
			if err == nil {
				resp.Body.Close()
			}
			if errs := got.all(); len(errs) > 0 {
				t.Errorf("reported: %q", errs)
			}
		})
	}
}

func closeConn(c net.Conn) { _ = c.Close() }

func TestTheBodyReachesTheHandlerWhole(t *testing.T) {
	for _, size := range []int{0, 10, 1 << 20, 1<<20 + 1, 3 << 20} {
		var n int
		judge(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			n = len(b)
			answer{413, nil, refusal}.ServeHTTP(w, r)
		}), "POST", base+"/sessions", strings.Repeat("x", size))
		if n != size {
			t.Errorf("%d bytes sent, %d arrived", size, n)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	h := openapicheck.Wrap(answer{201, nil, session}, func(err error) { b.Error(err) })
	for b.Loop() {
		r := httptest.NewRequest("POST", base+"/sessions", strings.NewReader(`{"name":"s","project_id":"demo","labels":"{}"}`))
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}
