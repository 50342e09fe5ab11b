// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package toolerr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func TestCatalogHasSixteenDistinctCodesWithAnHTTPEquivalent(t *testing.T) {
	seen := map[toolerr.Code]bool{}
	for _, e := range toolerr.Catalog() {
		if seen[e.Code] || http.StatusText(e.HTTP) == "" || e.HTTP < 400 || e.Description == "" {
			t.Errorf("row %+v is a repetition or incomplete", e)
		}
		seen[e.Code] = true
	}
	if len(seen) != 16 {
		t.Errorf("catalogue has %d codes, want 16", len(seen))
	}
}

func TestJSONHasTheMembersOfThePlatformsErrorSchema(t *testing.T) {
	e := toolerr.New(toolerr.SessionNotFound, "no session with id %s", "abc123").For("get_session")
	if got, want := e.JSON(), `{"code":"SESSION_NOT_FOUND","reason":"no session with id abc123","operation_id":"get_session"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	e = e.With("session_id", "s1")
	if !strings.Contains(e.JSON(), `"details":{"session_id":"s1"}`) {
		t.Errorf("details are missing in %s", e.JSON())
	}
	if text := e.With("bad", func() {}).JSON(); !json.Valid([]byte(text)) || strings.Contains(text, "details") {
		t.Errorf("details that cannot be encoded leave %s", text)
	}
}

func TestReasonIsOneBoundedVisibleLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reason := toolerr.New(toolerr.Internal, "%s", rapid.String().Draw(t, "text")).Reason
		if n := utf8.RuneCountInString(reason); n > toolerr.MaxReasonRunes {
			t.Fatalf("reason has %d runes", n)
		}
		for _, r := range reason {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("reason %q holds %U", reason, r)
			}
		}
	})
}

func TestFromStatusGivesNoCodeForAnother(t *testing.T) {
	session := toolerr.Context{Thing: "session s1", Action: "read session s1", NotFound: toolerr.SessionNotFound, Conflict: toolerr.SessionNotRunning}
	tests := []struct {
		status int
		c      toolerr.Context
		want   toolerr.Code
	}{
		{400, session, toolerr.InvalidRequest},
		{401, session, toolerr.Unauthorized},
		{403, session, toolerr.Forbidden},
		{404, session, toolerr.SessionNotFound},
		{404, toolerr.Context{}, toolerr.Internal},
		{409, session, toolerr.SessionNotRunning},
		{409, toolerr.Context{Conflict: toolerr.AgentNameConflict}, toolerr.AgentNameConflict},
		{409, toolerr.Context{}, toolerr.Internal},
		{302, session, toolerr.Internal},
		{418, session, toolerr.Internal},
		{429, session, toolerr.Internal},
		{500, session, toolerr.Internal},
		{503, session, toolerr.Internal},
	}
	for _, tt := range tests {
		if got := toolerr.FromStatus(tt.status, tt.c); got.Code != tt.want || got.Reason == "" {
			t.Errorf("%d with %+v: %v, want %s", tt.status, tt.c, got, tt.want)
		}
	}
	if r := toolerr.FromStatus(404, session).Reason; !strings.Contains(r, "s1") {
		t.Errorf("the reason %q does not name the thing", r)
	}
}

func TestTheReasonOfARefusedValueNamesTheArguments(t *testing.T) {
	for _, tt := range []struct {
		status    int
		arguments []string
		want      string
	}{
		{400, nil, "the platform refused what was given to push a message"},
		{400, []string{"text"}, `the platform refused what was given to push a message: argument "text"`},
		{422, []string{"text", "name"}, `the platform refused what was given to push a message: arguments "text", "name"`},
		{413, []string{"text"}, `what was given to push a message is larger than the platform takes: argument "text"`},
	} {
		got := toolerr.FromStatus(tt.status, toolerr.Context{Action: "push a message", Arguments: tt.arguments})
		if got.Code != toolerr.InvalidRequest || got.Reason != tt.want {
			t.Errorf("%d: got %v, want %q", tt.status, got, tt.want)
		}
	}
}

func TestFromTellsNothingOfAnUnknownError(t *testing.T) {
	known := toolerr.New(toolerr.Forbidden, "no")
	if got := toolerr.From(fmt.Errorf("wrapped: %w", known)); got != known {
		t.Errorf("got %v, want the wrapped one", got)
	}
	if got := toolerr.From(errors.New("password=hunter2")); got.Code != toolerr.Internal || strings.Contains(got.Reason, "hunter2") {
		t.Errorf("got %v", got)
	}
}
