// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const base = "https://platform.test"

// client returns a client whose requests the mock answers, with the process token "tok".
func client(t *testing.T) (*platform.Client, *httpmock.MockTransport) {
	t.Helper()
	mock := httpmock.NewMockTransport()
	c, err := platform.New(platform.Options{
		BaseURL: base + "/", Credential: credential.Caller{Process: credential.Static("tok")}, Transport: mock, UserAgent: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	return c, mock
}

// seen is what the platform got.
type seen struct{ Method, Path, Query, Body, Authorization string }

func answer(mock *httpmock.MockTransport, status int, body string) *[]seen {
	var got []seen
	mock.RegisterNoResponder(func(r *http.Request) (*http.Response, error) {
		s := seen{Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.RawQuery, Authorization: r.Header.Get("Authorization")}
		if r.Body != nil {
			b, _ := io.ReadAll(r.Body)
			s.Body = string(b)
		}
		got = append(got, s)
		return httpmock.NewStringResponse(status, body), nil
	})
	return &got
}

func TestEachOperationSendsItsRequest(t *testing.T) {
	const order = "orderBy=created_at+desc%2C+id+asc"
	list := `{"kind":"XList","page":1,"size":20,"total":0,"items":[]}`
	thing := `{"id":"x","kind":"Thing"}`
	tests := map[string]struct {
		call   func(context.Context, *platform.Client) error
		answer string
		want   seen
	}{
		"list sessions": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.ListSessions(ctx, platform.SessionQuery{Page: platform.Page{Page: 2, Size: 5, Search: "phase = 'Running'"}, ProjectID: "p"})
			return err
		}, list, seen{Method: "GET", Path: "/sessions", Query: order + "&page=2&project_id=p&search=phase+%3D+%27Running%27&size=5"}},
		"get session": {func(ctx context.Context, c *platform.Client) error { _, err := c.GetSession(ctx, "a b/c?"); return err },
			thing, seen{Method: "GET", Path: "/sessions/a%20b%2Fc%3F"}},
		"create session": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.CreateSession(ctx, platform.NewSession{Name: "n", ProjectID: "p", Prompt: "do <it>", AgentID: "a"})
			return err
		}, thing, seen{Method: "POST", Path: "/sessions", Body: `{"name":"n","project_id":"p","prompt":"do \u003cit\u003e","agent_id":"a"}`}},
		"start session": {func(ctx context.Context, c *platform.Client) error { _, err := c.StartSession(ctx, "s"); return err },
			thing, seen{Method: "POST", Path: "/sessions/s/start"}},
		"delete session": {func(ctx context.Context, c *platform.Client) error { return c.DeleteSession(ctx, "s") },
			"", seen{Method: "DELETE", Path: "/sessions/s"}},
		"patch session": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.PatchSession(ctx, "s", platform.Patch{"labels": `{"a":"b"}`})
			return err
		}, thing, seen{Method: "PATCH", Path: "/sessions/s", Body: `{"labels":"{\"a\":\"b\"}"}`}},
		"push message": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.PushMessage(ctx, "s", "hi")
			return err
		},
			`{"id":"m","seq":4}`, seen{Method: "POST", Path: "/sessions/s/messages", Body: `{"event_type":"user","payload":"hi"}`}},
		"messages": {func(ctx context.Context, c *platform.Client) error { _, err := c.Messages(ctx, "s", 7); return err },
			`[]`, seen{Method: "GET", Path: "/sessions/s/messages", Query: "after_seq=7"}},
		"list agents": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.ListAgents(ctx, platform.Page{Page: 1, Size: 20})
			return err
		}, list, seen{Method: "GET", Path: "/agents", Query: order + "&page=1&size=20"}},
		"get agent": {func(ctx context.Context, c *platform.Client) error { _, err := c.GetAgent(ctx, "a"); return err },
			thing, seen{Method: "GET", Path: "/agents/a"}},
		"find agents": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.FindAgentsByName(ctx, "o'b")
			return err
		},
			list, seen{Method: "GET", Path: "/agents", Query: order + "&page=1&search=name%3D%27o%27%27b%27&size=100"}},
		"create agent": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.CreateAgent(ctx, platform.NewAgent{Name: "n", Prompt: "p"})
			return err
		}, thing, seen{Method: "POST", Path: "/agents", Body: `{"name":"n","prompt":"p"}`}},
		"patch agent": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.PatchAgent(ctx, "a", platform.Patch{"prompt": "p"})
			return err
		}, thing, seen{Method: "PATCH", Path: "/agents/a", Body: `{"prompt":"p"}`}},
		"patch project agent": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.PatchProjectAgent(ctx, "p", "a", platform.Patch{"annotations": "{}"})
			return err
		}, thing, seen{Method: "PATCH", Path: "/projects/p/agents/a", Body: `{"annotations":"{}"}`}},
		"list projects": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.ListProjects(ctx, platform.Page{Page: 1, Size: 20})
			return err
		}, list, seen{Method: "GET", Path: "/projects", Query: order + "&page=1&size=20"}},
		"get project": {func(ctx context.Context, c *platform.Client) error { _, err := c.GetProject(ctx, "p"); return err },
			thing, seen{Method: "GET", Path: "/projects/p"}},
		"find projects": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.FindProjectsByName(ctx, "p")
			return err
		},
			list, seen{Method: "GET", Path: "/projects", Query: order + "&page=1&search=name%3D%27p%27&size=100"}},
		"patch project": {func(ctx context.Context, c *platform.Client) error {
			_, err := c.PatchProject(ctx, "p", platform.Patch{"annotations": "{}"})
			return err
		}, thing, seen{Method: "PATCH", Path: "/projects/p", Body: `{"annotations":"{}"}`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, mock := client(t)
			got := answer(mock, 200, tt.answer)
			if err := tt.call(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			tt.want.Path, tt.want.Authorization = platform.BasePath+tt.want.Path, "Bearer tok"
			if diff := cmp.Diff([]seen{tt.want}, *got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheCallersTokenIsForwarded(t *testing.T) {
	c, mock := client(t)
	got := answer(mock, 200, `{"id":"s"}`)
	_, err := c.GetSession(credential.Forward(t.Context(), "theirs"), "s")
	if err != nil || (*got)[0].Authorization != "Bearer theirs" {
		t.Errorf("%v, %+v", err, *got)
	}
}

func TestWithoutATokenNothingIsSent(t *testing.T) {
	mock := httpmock.NewMockTransport()
	got := answer(mock, 200, `{"id":"s"}`)
	c, err := platform.New(platform.Options{BaseURL: base, Transport: mock})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.GetSession(t.Context(), "s")
	if e := platform.Explain(err, toolerr.Context{}); e.Code != toolerr.Unauthorized || len(*got) != 0 {
		t.Errorf("%v, %+v", e, *got)
	}
}

func TestErrorsTellNothingOfTheBodyOrTheURL(t *testing.T) {
	c, mock := client(t)
	for _, status := range []int{302, 400, 401, 403, 404, 409, 500, 503} {
		got := answer(mock, status, `{"reason":"pq: secret table at http://db.internal"}`)
		_, err := c.GetSession(t.Context(), "s")
		var s *platform.StatusError
		if !errors.As(err, &s) || s.Status != status || strings.Contains(err.Error(), "secret") || len(*got) != 1 {
			t.Errorf("%d: %v after %d requests", status, err, len(*got))
		}
	}
	mock.RegisterNoResponder(func(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") })
	_, err := c.GetSession(t.Context(), "s")
	var tr *platform.TransportError
	if !errors.As(err, &tr) || strings.Contains(err.Error(), "platform.test") {
		t.Errorf("transport: %v", err)
	}
	if e := platform.Explain(err, toolerr.Context{}); e.Code != toolerr.Internal || strings.Contains(e.Reason, "refused") {
		t.Errorf("transport: %v", e)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	c, mock := client(t)
	hosts := 0
	mock.RegisterNoResponder(func(r *http.Request) (*http.Response, error) {
		hosts++
		res := httpmock.NewStringResponse(307, "")
		res.Header.Set("Location", "https://evil.test/")
		res.Request = r
		return res, nil
	})
	if _, err := c.GetSession(t.Context(), "s"); err == nil || hosts != 1 {
		t.Errorf("%v after %d requests", err, hosts)
	}
}

func TestMalformedAnswersAreErrors(t *testing.T) {
	get := func(ctx context.Context, c *platform.Client) error { _, err := c.GetSession(ctx, "s"); return err }
	list := func(ctx context.Context, c *platform.Client) error {
		_, err := c.ListAgents(ctx, platform.Page{Page: 1, Size: 20})
		return err
	}
	messages := func(ctx context.Context, c *platform.Client) error { _, err := c.Messages(ctx, "s", 0); return err }
	tests := []struct {
		name string
		call func(context.Context, *platform.Client) error
		body string
	}{
		{"nothing", get, ``}, {"html", get, `<html>`}, {"cut", get, `{"id":"s"`}, {"two documents", get, `{"id":"s"}{}`},
		{"null", get, `null`}, {"a list", get, `[]`}, {"no id", get, `{"name":"x"}`}, {"an empty id", get, `{"id":""}`},
		{"an id that is a number", get, `{"id":1}`}, {"an error", get, `{"kind":"Error","id":"7"}`},
		{"a list of sessions", get, `{"kind":"SessionList","id":"7"}`}, {"a phase that is a number", get, `{"id":"s","phase":1}`},
		{"too large", get, `{"id":"s","name":"` + strings.Repeat("x", platform.MaxAnswerBytes) + `"}`},
		{"no items", list, `{"total":0,"agents":[]}`}, {"no total", list, `{"items":[]}`}, {"items of another kind", list, `{"total":1,"items":[1]}`},
		{"an item without an id", list, `{"total":1,"items":[{"name":"a"}]}`}, {"a total that is text", list, `{"total":"1","items":[]}`},
		{"a bare list", list, `[]`},
		{"an object of messages", messages, `{"items":[]}`}, {"null messages", messages, `null`}, {"a message without seq", messages, `[{"id":"m"}]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, mock := client(t)
			answer(mock, 200, tt.body)
			err := tt.call(t.Context(), c)
			var m *platform.MalformedError
			if !errors.As(err, &m) || platform.Explain(err, toolerr.Context{NotFound: toolerr.SessionNotFound}).Code != toolerr.Internal {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestDocumentsAreHandedOnButForPrompts(t *testing.T) {
	c, mock := client(t)
	answer(mock, 200, `{"z":1,"id":"a","prompt":"secret","labels":"{}","future":{"prompt":"kept"},"Prompt":"secret"}`)
	a, err := c.GetAgent(t.Context(), "a")
	if want := `{"z":1,"id":"a","labels":"{}","future":{"prompt":"kept"}}`; err != nil || string(a.Raw) != want {
		t.Errorf("got %s, %v; want %s", a.Raw, err, want)
	}
	answer(mock, 200, `{"kind":"AgentList","page":1,"size":20,"total":1,"x":true,"items":[{"id":"a","prompt":"secret","version":3}]}`)
	l, err := c.ListAgents(t.Context(), platform.Page{Page: 1, Size: 20})
	if want := `{"kind":"AgentList","page":1,"size":20,"total":1,"x":true,"items":[{"id":"a","version":3}]}`; err != nil || string(l.Raw()) != want {
		t.Errorf("got %s, %v; want %s", l.Raw(), err, want)
	}
	l.Items, l.Total = nil, 0
	if want := `{"kind":"AgentList","page":1,"size":20,"total":0,"x":true,"items":[]}`; string(l.Raw()) != want {
		t.Errorf("got %s, want %s", l.Raw(), want)
	}
	answer(mock, 200, " {\"id\":\"s\", \"prompt\":\"a session's own\", \"name\":\"\xff\"}\n")
	s, err := c.GetSession(t.Context(), "s")
	if want := "{\"id\":\"s\", \"prompt\":\"a session's own\", \"name\":\"\ufffd\"}"; err != nil || string(s.Raw) != want {
		t.Errorf("got %s, %v; want %s", s.Raw, err, want)
	}
}

func TestDecodeMap(t *testing.T) {
	good := map[string]map[string]string{
		``: {}, `null`: {}, `""`: {}, `" "`: {}, `"null"`: {}, `{}`: {}, `"{}"`: {},
		`{"a":"b"}`: {"a": "b"}, `"{\"a\":\"b\",\"c\":\"\"}"`: {"a": "b", "c": ""},
	}
	for stored, want := range good {
		got, err := platform.DecodeMap(json.RawMessage(stored))
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: got %v, %v", stored, got, err)
		}
	}
	for _, bad := range []string{`1`, `[]`, `"not json"`, `"[]"`, `{"a":1}`, `{"a":null}`, `"{\"a\":{}}"`, `"{} x"`} {
		if got, err := platform.DecodeMap(json.RawMessage(bad)); !errors.Is(err, platform.ErrNotMap) {
			t.Errorf("%s: got %v, %v", bad, got, err)
		}
	}
}
