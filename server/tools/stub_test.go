// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

const base = "http://platform.test/api/ambient/v1"

// stub is a platform whose answers a test lays down; it writes down what it was asked.
type stub struct {
	*testing.T
	mock *httpmock.MockTransport
	set  *Set

	mu      sync.Mutex
	journal []string
}

func newStub(t *testing.T) *stub {
	s := &stub{T: t, mock: httpmock.NewMockTransport()}
	client, err := platform.New(platform.Options{
		BaseURL: "http://platform.test", Credential: credential.Static("t"), Transport: s,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.set = NewSet(Deps{Platform: client})
	return s
}

// RoundTrip writes the request down as "METHOD /path?search body".
func (s *stub) RoundTrip(r *http.Request) (*http.Response, error) {
	row := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api/ambient/v1")
	for _, k := range []string{"search", "project_id", "after_seq"} {
		if v := r.URL.Query().Get(k); v != "" {
			row += " " + k + "=" + v
		}
	}
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		row += " " + string(body)
	}
	s.mu.Lock()
	s.journal = append(s.journal, row)
	s.mu.Unlock()
	return s.mock.RoundTrip(r)
}

// on answers a route with these answers, one after the other; the last one stays.
func (s *stub) on(method, path string, answers ...string) *stub {
	var mu sync.Mutex
	s.mock.RegisterResponder(method, base+path, func(*http.Request) (*http.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		answer := answers[0]
		if len(answers) > 1 {
			answers = answers[1:]
		}
		var status int
		if _, err := fmt.Sscanf(answer, "%d", &status); err == nil && len(answer) == 3 {
			return httpmock.NewStringResponse(status, `{"kind":"Error","reason":"secret of the platform"}`), nil
		}
		return httpmock.NewStringResponse(200, answer), nil
	})
	return s
}

func (s *stub) call(tool string, args map[string]any) (string, *toolerr.Error) {
	s.Helper()
	document, err := s.set.Call(context.Background(), tool, args, Caller{SessionID: "one", Transport: TransportSSE})
	if err != nil {
		return "", toolerr.From(err)
	}
	if !json.Valid(document) {
		s.Errorf("answer is no JSON: %s", document)
	}
	return string(document), nil
}

// answers calls a tool, checks its answer against the tool's output schema and
// returns it.
func (s *stub) answers(tool string, args map[string]any) map[string]any {
	s.Helper()
	document, err := s.call(tool, args)
	if err != nil {
		s.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(document), &got); err != nil {
		s.Fatal(err)
	}
	row, _ := Lookup(tool)
	if err := compile(s.T, tool, row.OutputSchema).Validate(got); err != nil {
		s.Errorf("the answer does not fit the output schema: %v", err)
	}
	return got
}

func (s *stub) fails(tool string, args map[string]any, want toolerr.Code, names ...string) *toolerr.Error {
	s.Helper()
	document, err := s.call(tool, args)
	if err == nil {
		s.Fatalf("%s answers %s, want %s", tool, document, want)
	}
	if err.Code != want || err.OperationID != tool {
		s.Fatalf("%s fails with %s of %q: %s; want %s", tool, err.Code, err.OperationID, err.Reason, want)
	}
	for _, n := range names {
		if !strings.Contains(err.Reason, n) {
			s.Errorf("reason %q does not name %q", err.Reason, n)
		}
	}
	if strings.Contains(err.JSON(), "secret") {
		s.Errorf("the platform's body is in %s", err.JSON())
	}
	row, _ := Lookup(tool)
	if !slices.ContainsFunc(row.Errors, func(c ErrorCase) bool { return c.Code == want }) {
		s.Errorf("%s is not among the errors of %s", want, tool)
	}
	return err
}

func (s *stub) asked(want ...string) {
	s.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if want == nil {
		want = []string{}
	}
	if d := cmp.Diff(want, append([]string{}, s.journal...)); d != "" {
		s.Errorf("requests (-want +got):\n%s", d)
	}
}

// Documents of the platform.
func session(id, phase string, more ...string) string {
	fields := append([]string{`"id":"` + id + `"`, `"kind":"Session"`, `"name":"n"`, `"project_id":"demo"`}, more...)
	if phase != "" {
		fields = append(fields, `"phase":"`+phase+`"`)
	}
	return "{" + strings.Join(fields, ",") + "}"
}

func agent(id, name string, more ...string) string {
	fields := append([]string{`"id":"` + id + `"`, `"kind":"Agent"`, `"name":"` + name + `"`, `"prompt":"hush"`, `"version":2`}, more...)
	return "{" + strings.Join(fields, ",") + "}"
}

func project(id, name string, more ...string) string {
	return "{" + strings.Join(append([]string{`"id":"` + id + `"`, `"kind":"Project"`, `"name":"` + name + `"`}, more...), ",") + "}"
}

func list(kind string, items ...string) string {
	return fmt.Sprintf(`{"kind":%q,"page":1,"size":20,"total":%d,"items":[%s]}`, kind, len(items), strings.Join(items, ","))
}

const (
	uuid1 = "11111111-1111-4111-8111-111111111111"
	uuid2 = "22222222-2222-4222-8222-222222222222"
)
