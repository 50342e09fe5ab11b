// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func run(t *testing.T, env map[string]string, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, log bytes.Buffer
	code = Run(context.Background(), args, lookup(env), strings.NewReader(stdin), &out, &log)
	return code, out.String(), log.String()
}

func TestRunRefusesArgumentsInOneLine(t *testing.T) {
	for _, args := range [][]string{{"serve"}, {"--token=s3cret"}, {"--help", "x"}, {"-v"}} {
		code, stdout, stderr := run(t, nil, "", args...)
		if code != ExitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "ambient-mcp: ") {
			t.Errorf("%v: %d, %q, %q", args, code, stdout, stderr)
		}
	}
}

func TestRunRefusesAWrongEnvironmentInOneLine(t *testing.T) {
	for _, env := range []map[string]string{{}, {"MCP_TRANSPORT": "x"}, {"AMBIENT_API_URL": "https://x.example"}} {
		code, stdout, stderr := run(t, env, toolCall(1, "get_session", `{}`))
		if code != ExitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: %d, %q, %q", env, code, stdout, stderr)
		}
	}
}

func TestRunHelpsAndTellsItsVersion(t *testing.T) {
	code, stdout, _ := run(t, nil, "", "--help")
	for _, v := range Variables() {
		if code != ExitOK || !strings.Contains(stdout, v.Name) {
			t.Errorf("--help (%d) does not tell %s", code, v.Name)
		}
	}
	if code, stdout, _ := run(t, nil, "", "--version"); code != ExitOK || stdout != "ambient-mcp 1.0.0\n" {
		t.Errorf("--version: %d, %q", code, stdout)
	}
}

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestRunFailsWhereItCannotPrint(t *testing.T) {
	env := map[string]string{"AMBIENT_API_URL": "http://127.0.0.1:1"}
	for _, arg := range []string{"--help", "-h", "--version", "healthcheck"} {
		var stderr bytes.Buffer
		code := Run(t.Context(), []string{arg}, lookup(env), strings.NewReader(""), full{}, &stderr)
		if code != ExitFailed || stderr.String() != "ambient-mcp: write to standard output: no space left on device\n" {
			t.Errorf("%s: %d, %q", arg, code, stderr.String())
		}
	}
}

func TestRunServesStdioAndLogsJSONWithoutTheToken(t *testing.T) {
	env := map[string]string{"AMBIENT_API_URL": "http://127.0.0.1:1", "AMBIENT_TOKEN": "s3cret", "MCP_LOG_LEVEL": "debug"}
	code, stdout, stderr := run(t, env, initialize("2024-11-05")+"\n"+toolCall(1, "get_session", `{"session_id":""}`)+"\n")
	if code != ExitOK || len(answers(t, stdout)) != 2 || strings.Contains(stdout+stderr, "s3cret") {
		t.Errorf("%d\n%s\n%s", code, stdout, stderr)
	}
	for line := range strings.Lines(stderr) {
		if !json.Valid([]byte(line)) {
			t.Errorf("%q is no JSON", line)
		}
	}
}

func TestRunFailsWhereItCannotListen(t *testing.T) {
	env := map[string]string{"AMBIENT_API_URL": "http://localhost", "MCP_TRANSPORT": "sse", "MCP_BIND_ADDR": "256.0.0.1:0"}
	if code, _, stderr := run(t, env, ""); code != ExitFailed || !strings.Contains(stderr, "256.0.0.1") {
		t.Errorf("%d, %s", code, stderr)
	}
}

func TestTheLogShowsNoSecret(t *testing.T) {
	var b bytes.Buffer
	log := NewLogger(&b, "warn", "s3cret")
	log.Info("not shown")
	log.Warn("with s3cret", "a", "x s3cret", "b", errors.New("Bearer abc.def s3cret"), "n", 1)
	if text := b.String(); strings.Contains(text, "s3cret") || strings.Contains(text, "abc.def") || strings.Count(text, "\n") != 1 || !strings.Contains(text, `"n":1`) {
		t.Errorf("got %s", text)
	}
}
