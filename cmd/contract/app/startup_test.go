// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"strings"
	"testing"
)

func TestTheReasonWhyAProgramDoesNotStart(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"nothing":         {"", ""},
		"a line":          {`{"level":"INFO","msg":"serving"}` + "\nambient-mcp: MCP_BIND_ADDR: no\n" + `{"level":"INFO","msg":"stopped"}` + "\n", "ambient-mcp: MCP_BIND_ADDR: no"},
		"an error logged": {`{"level":"ERROR","msg":"ended","error":"listen: in use"}` + "\n" + `{"level":"INFO","msg":"stopped"}`, "listen: in use"},
		"another error":   {`{"level":"ERROR","msg":"watch","error":"gone"}`, "watch: gone"},
		"only a log":      {`{"level":"INFO","msg":"serving"}`, ""},
	} {
		s := &startup{to: &strings.Builder{}}
		_, _ = s.Write([]byte(tc.text))
		if got := s.reason(); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestLogsAreHeldBackUntilEverythingRuns(t *testing.T) {
	var out, log strings.Builder
	s := &startup{to: &log}
	_, _ = s.Write([]byte("one\n"))
	if log.Len() > 0 {
		t.Errorf("too early: %q", log.String())
	}
	_, _ = announced{&out, s}.Write([]byte("it runs\n"))
	_, _ = s.Write([]byte("two\n"))
	if log.String() != "one\ntwo\n" || out.String() != "it runs\n" {
		t.Errorf("log %q, output %q", log.String(), out.String())
	}
}
