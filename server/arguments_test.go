// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

func TestArgumentsAreCheckedAgainstTheSchema(t *testing.T) {
	a, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	type m = map[string]any
	good := []struct {
		tool string
		args any
	}{
		{"list_sessions", nil}, {"list_sessions", m{}}, {"list_sessions", m{"page": 1.0, "size": -3.0, "phase": "Running"}},
		{"list_sessions", m{"phase": "Stopping"}}, {"list_sessions", m{"phase": "Creating"}}, {"list_sessions", m{"phase": "Stopped"}},
		{"watch_session_messages", m{"session_id": "s", "after_seq": 1e3}},
		{"patch_session_labels", m{"session_id": "s", "labels": m{"a": "", "": "x"}}},
		{"list_agents", m{"project_id": "p"}}, {"get_agent", m{"agent_id": "a", "project_id": "p"}},
	}
	for _, tt := range good {
		if _, err := a.check(tt.tool, tt.args); err != nil {
			t.Errorf("%s %v: %v", tt.tool, tt.args, err)
		}
	}
	bad := []struct {
		tool string
		args any
		want string
	}{
		{"list_sessions", []any{}, "JSON object"}, {"list_sessions", "x", "JSON object"},
		{"list_sessions", m{"phase": "Sleeping"}, `"phase"`}, {"list_sessions", m{"phase": 1.0}, `"phase"`}, {"list_sessions", m{"phase": nil}, `"phase"`},
		{"list_sessions", m{"page": 1.5}, `"page"`}, {"list_sessions", m{"page": "1"}, `"page"`}, {"list_sessions", m{"size": true}, `"size"`},
		{"list_sessions", m{"project": "p"}, `"project"; the nearest known one is "project_id"`},
		{"get_session", m{}, `missing argument "session_id"`}, {"get_session", m{"session_id": 7.0}, `"session_id" must be a string`},
		{"get_session", m{"sesion_id": "x"}, `"sesion_id"; the nearest known one is "session_id"`},
		{"get_session", m{"session_id": "x", "extra": 1.0}, `"extra"`},
		{"create_session", m{"project_id": "p"}, `"prompt"`}, {"create_session", m{"prompt": "p"}, `"project_id"`},
		{"watch_session_messages", m{"session_id": "s", "after_seq": 0.5}, `"after_seq"`},
		{"patch_session_labels", m{"session_id": "s", "labels": m{"a": 1.0}}, `"labels": the value of "a"`},
		{"patch_session_labels", m{"session_id": "s", "labels": []any{}}, `"labels" must be an object`},
		{"patch_session_annotations", m{"session_id": "s", "annotations": m{"a": nil}}, `"annotations": the value of "a"`},
		{"patch_project_annotations", m{"project_id": "s", "annotations": "{}"}, `"annotations"`},
	}
	for _, tt := range bad {
		_, err := a.check(tt.tool, tt.args)
		if err == nil || err.Code != toolerr.InvalidRequest || !strings.Contains(err.Reason, tt.want) {
			t.Errorf("%s %v: got %v, want INVALID_REQUEST with %q", tt.tool, tt.args, err, tt.want)
		}
	}
}

func TestArgumentsAreReadAsTheyWereWritten(t *testing.T) {
	a, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ tool, raw, want string }{
		{"get_session", "{\"session_id\":\"a\xffb\"}", `argument "session_id" holds bytes that are not UTF-8`},
		{"get_session", `{"session_id":"\ud800"}`, `argument "session_id" holds half a surrogate pair`},
		{"get_session", `{"session_id":"\u0000"}`, `argument "session_id" holds a NUL character`},
		{"get_session", "{\"session\xff\":\"a\"}", `the name of an argument holds bytes`},
		{"get_session", "\"\xff\"", `JSON object`},
		{"patch_session_labels", `{"session_id":"a","labels":{"env":"\udc00"}}`, `argument "labels": the value of "env" holds half`},
		{"patch_session_labels", `{"session_id":"a","labels":{"\udc00":"x"}}`, `argument "labels": a key holds half`},
		{"list_sessions", `[]`, `JSON object`},
		{"list_sessions", `{"page":1.5}`, `"page" must be an integer`},
	} {
		_, err := a.read(tt.tool, json.RawMessage(tt.raw))
		if err == nil || err.Code != toolerr.InvalidRequest || !strings.Contains(err.Reason, tt.want) {
			t.Errorf("%s %s: got %v, want INVALID_REQUEST with %q", tt.tool, tt.raw, err, tt.want)
		}
	}
	for raw, want := range map[string]any{
		`{"session_id":"s","after_seq":9223372036854775807}`: json.Number("9223372036854775807"),
		`{"session_id":"s","after_seq":9007199254740993}`:    json.Number("9007199254740993"),
		`{"session_id":"s","after_seq":1e3}`:                 json.Number("1e3"),
	} {
		if got, err := a.read("watch_session_messages", json.RawMessage(raw)); err != nil || got["after_seq"] != want {
			t.Errorf("%s: got %v, %v", raw, got, err)
		}
	}
	for _, raw := range []string{"", "null", "{}"} {
		if got, err := a.read("list_sessions", json.RawMessage(raw)); err != nil || len(got) > 0 {
			t.Errorf("%q: got %v, %v", raw, got, err)
		}
	}
}

func TestTextThatIsNoneNeverReachesThePlatform(t *testing.T) {
	s := newServer(t, func(r *http.Request) (*http.Response, error) {
		t.Errorf("the platform is asked for %s", r.URL)
		return session1(r)
	}, nil)
	for id, text := range []string{"a\xff", `a\ud800`, `a\u0000`} {
		answer := pipe(t, s, initialize("2024-11-05"), toolCall(id+1, "push_message", `{"session_id":"s1","text":"`+text+`"}`))
		if got := compact(answer[fmt.Sprint(id+1)]["result"]); !strings.Contains(got, "INVALID_REQUEST") || !strings.Contains(got, `\\\"text\\\" holds`) {
			t.Errorf("%q: got %s", text, got)
		}
	}
}

func TestEveryRequiredArgumentIsMissedByName(t *testing.T) {
	a, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Registry() {
		if _, err := a.check(tool.Name, map[string]any{"nonsense": 1}); err == nil || !strings.Contains(err.Reason, `"nonsense"`) {
			t.Errorf("%s takes an unknown argument: %v", tool.Name, err)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"agent_id", "annotations", "project_id", "session_id"}
	for name, want := range map[string]string{"sesion_id": "session_id", "sessionId": "session_id", "agnet_id": "agent_id", "annotation": "annotations", "projectid": "project_id"} {
		if got := nearest(name, known); got != want {
			t.Errorf("%s: got %s", name, got)
		}
	}
	if distance([]rune("agnet"), []rune("agent")) != 1 || distance([]rune(""), []rune("abc")) != 3 || distance([]rune("kitten"), []rune("sitting")) != 3 {
		t.Error("distances are wrong")
	}
}

func TestDistanceIsSymmetricAndZeroForEquals(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abé_")), 0, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (string(a) == string(b)) || d > max(len(a), len(b)) {
			t.Fatalf("%q to %q is %d", string(a), string(b), d)
		}
	})
}

func FuzzArguments(f *testing.F) {
	f.Add("list_sessions", "page", "1")
	f.Add("get_session", "session_id", "\x1b[31m")
	a, err := compiled()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("push_message", "text", "\\ud800\x00")
	f.Fuzz(func(t *testing.T, tool, name, value string) {
		// As it comes, and as JSON that may not be what it says.
		_, read := a.read(tool, json.RawMessage(`{"`+name+`":"`+value+`"}`))
		_, checked := a.check(tool, map[string]any{name: value})
		for _, err := range []*toolerr.Error{read, checked} {
			if err != nil && (err.Reason == "" || strings.ContainsAny(err.Reason, "\n\x1b") || len([]rune(err.Reason)) > toolerr.MaxReasonRunes) {
				t.Fatalf("reason %q", err.Reason)
			}
		}
	})
}
