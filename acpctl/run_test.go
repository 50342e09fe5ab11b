// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package acpctl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// fakeServer answers as an MCP server would and counts what it was asked.
type fakeServer struct {
	tools  []mcp.Tool
	result *mcp.CallToolResult
	err    error
	calls  []mcp.CallToolRequest
	closed int
}

func (f *fakeServer) ListTools(context.Context, mcp.ListToolsRequest) (*mcp.ListToolsResult, error) {
	return &mcp.ListToolsResult{Tools: f.tools}, nil
}

func (f *fakeServer) CallTool(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f.calls = append(f.calls, r)
	return f.result, f.err
}

func (f *fakeServer) Close() error { f.closed++; return nil }

type outcome struct {
	code           int
	stdout, stderr string
	dialled        int
}

func run(t *testing.T, f *fakeServer, dialErr error, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	o := outcome{}
	e := &env{
		lookup: func(string) (string, bool) { return "", false },
		stdout: &stdout, stderr: &stderr,
		dial: func(context.Context, *env, endpoint) (session, error) {
			o.dialled++
			return f, dialErr
		},
	}
	o.code = execute(t.Context(), args, strings.NewReader(""), e)
	o.stdout, o.stderr = stdout.String(), stderr.String()
	return o
}

func registryTools() []mcp.Tool {
	var list []mcp.Tool
	for _, t := range tools.Registry() {
		list = append(list, mcp.Tool{Name: t.Name, Description: t.Description})
	}
	// A server may list in any order.
	list[0], list[len(list)-1] = list[len(list)-1], list[0]
	return list
}

func TestToolsPrintsTheTableOfTheSpecification(t *testing.T) {
	got := run(t, &fakeServer{tools: registryTools()}, nil, "mcp", "tools")
	if got.code != ExitOK || got.stderr != "" {
		t.Fatalf("code %d, stderr %q", got.code, got.stderr)
	}
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if len(lines) != 17 || !strings.HasPrefix(lines[0], "TOOL ") {
		t.Fatalf("got %d lines:\n%s", len(lines), got.stdout)
	}
	for i, tool := range tools.Registry() {
		if f := strings.Fields(lines[i+1]); f[0] != tool.Name || strings.Join(f[1:], " ") != tool.Summary {
			t.Errorf("line %d is %q, want %s with %q", i+1, lines[i+1], tool.Name, tool.Summary)
		}
	}
}

func TestToolsOfAnotherServerArePrintedWithoutControlCharacters(t *testing.T) {
	f := &fakeServer{tools: []mcp.Tool{{Name: "x", Description: "a\x1b[2Jb\ncc"}}}
	got := run(t, f, nil, "mcp", "tools")
	if strings.ContainsRune(got.stdout, 0x1b) || strings.Contains(got.stdout, "cc") {
		t.Errorf("got %q", got.stdout)
	}
	if f.closed == 0 {
		t.Error("the session was left open")
	}
}

func TestCallExitCodes(t *testing.T) {
	errorResult := func(code string) *mcp.CallToolResult {
		b, _ := json.Marshal(map[string]string{"code": code, "reason": "why", "operation_id": "get_session"})
		return mcp.NewToolResultError(string(b))
	}
	tests := []struct {
		name    string
		tool    string
		result  *mcp.CallToolResult
		err     error
		dialErr error
		code    int
		stderr  string
	}{
		{name: "success", tool: "get_session", result: mcp.NewToolResultText(`{"id":"1"}`), code: ExitOK},
		{name: "tool error", tool: "get_session", result: errorResult("SESSION_NOT_FOUND"), code: ExitFailed, stderr: "SESSION_NOT_FOUND"},
		{name: "forbidden is the tool's error, not the token's", tool: "get_session", result: errorResult("FORBIDDEN"), code: ExitFailed, stderr: "FORBIDDEN"},
		{name: "unauthorized", tool: "get_session", result: errorResult("UNAUTHORIZED"), code: ExitAuth, stderr: "UNAUTHORIZED"},
		{name: "unknown tool", tool: "no_such", err: mcp.ErrInvalidParams, code: ExitNoTool, stderr: `no tool "no_such"`},
		{name: "known tool refused by the protocol", tool: "get_session", err: mcp.ErrInvalidParams, code: ExitFailed, stderr: "get_session"},
		{name: "connection lost", tool: "get_session", err: errors.New("closed"), code: ExitFailed, stderr: "closed"},
		{name: "no connection", tool: "get_session", dialErr: fail(ExitFailed, "connect"), code: ExitFailed, stderr: "connect"},
		{name: "refused token", tool: "get_session", dialErr: fail(ExitAuth, "refused"), code: ExitAuth, stderr: "refused"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &fakeServer{tools: registryTools(), result: tt.result, err: tt.err}
			got := run(t, f, tt.dialErr, "mcp", "call", tt.tool, "--input", "{}")
			if got.code != tt.code || !strings.Contains(got.stderr, tt.stderr) {
				t.Errorf("code %d, stderr %q; want %d, %q", got.code, got.stderr, tt.code, tt.stderr)
			}
			if tt.code != ExitOK && strings.Count(got.stderr, "\n") != 1 {
				t.Errorf("stderr is not one line: %q", got.stderr)
			}
		})
	}
}

func TestBadCommandLinesAreRefusedBeforeAnythingStarts(t *testing.T) {
	tests := map[string][]string{
		"no tool":                  {"mcp", "call", "--input", "{}"},
		"two tools":                {"mcp", "call", "a", "b", "--input", "{}"},
		"no input":                 {"mcp", "call", "a"},
		"empty input":              {"mcp", "call", "a", "--input", ""},
		"input is not JSON":        {"mcp", "call", "a", "--input", "{"},
		"input is an array":        {"mcp", "call", "a", "--input", "[]"},
		"input is null":            {"mcp", "call", "a", "--input", "null"},
		"input has a second value": {"mcp", "call", "a", "--input", "{} {}"},
		"unknown flag":             {"mcp", "call", "a", "--input", "{}", "--token", "x"},
		"unknown output":           {"mcp", "tools", "-o", "xml"},
		"an empty URL":             {"mcp", "tools", "--url", ""},
		"an empty URL of a call":   {"mcp", "call", "a", "--input", "{}", "--url="},
		"a blank URL":              {"mcp", "tools", "--url", " "},
		"what is no URL":           {"mcp", "tools", "--url", "localhost:8090"},
		"input with a comma more":  {"mcp", "call", "a", "--input", `{"a":1,}`},
		"input that is cut short":  {"mcp", "call", "a", "--input", `{"a":"`},
		"a number beyond all":      {"mcp", "call", "a", "--input", `{"a":1e999}`},
		"argument of tools":        {"mcp", "tools", "x"},
		"unknown command":          {"mcp", "list"},
		"unknown group":            {"session"},
	}
	for name, args := range tests {
		t.Run(name, func(t *testing.T) {
			got := run(t, &fakeServer{}, nil, args...)
			if got.code != ExitFailed || got.dialled != 0 || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 {
				t.Errorf("code %d, dialled %d, stdout %q, stderr %q", got.code, got.dialled, got.stdout, got.stderr)
			}
			for _, word := range []string{"invalid character", "EOF", "unmarshal", "strconv", "parse "} {
				if strings.Contains(got.stderr, word) {
					t.Errorf("stderr speaks of the program: %q", got.stderr)
				}
			}
		})
	}
}

func TestCallKeepsKeyOrderAndBigNumbers(t *testing.T) {
	f := &fakeServer{result: mcp.NewToolResultText(`{"z":1,"a":9007199254740993}`)}
	got := run(t, f, nil, "mcp", "call", "x", "--input", `{"after_seq":9007199254740993}`)
	if want := "{\n  \"z\": 1,\n  \"a\": 9007199254740993\n}\n"; got.stdout != want {
		t.Errorf("got %q", got.stdout)
	}
	b, err := json.Marshal(f.calls[0].Params.Arguments)
	if err != nil || string(b) != `{"after_seq":9007199254740993}` {
		t.Errorf("sent %s, %v", b, err)
	}
}

func TestCallPrintsATable(t *testing.T) {
	list := `{"kind":"SessionList","items":[{"id":"1","name":"n","phase":"Running","labels":"x"}]}`
	got := run(t, &fakeServer{result: mcp.NewToolResultText(list)}, nil, "mcp", "call", "x", "--input", "{}", "-o", "table")
	if want := "ID  NAME  PHASE\n1   n     Running\n"; got.stdout != want {
		t.Errorf("got %q, want %q", got.stdout, want)
	}
	got = run(t, &fakeServer{result: mcp.NewToolResultText(`{"b":{"c":1},"a":"x"}`)}, nil, "mcp", "call", "x", "--input", "{}", "-o", "table")
	if want := "FIELD  VALUE\na      x\nb      {\"c\":1}\n"; got.stdout != want {
		t.Errorf("got %q, want %q", got.stdout, want)
	}
}

func TestURLIsABaseOrTheEventStream(t *testing.T) {
	for raw, want := range map[string]string{
		"http://localhost:8090":                "http://localhost:8090/sse",
		"http://localhost:8090/":               "http://localhost:8090/sse",
		"http://localhost:8090/sse":            "http://localhost:8090/sse",
		"https://x.example/api/ambient/v1/mcp": "https://x.example/api/ambient/v1/mcp/sse",
		"localhost:8090":                       "",
		"ftp://x":                              "",
		"http://user@x/":                       "",
		"http://x/?token=1":                    "",
		"":                                     "",
	} {
		got, err := sseEndpoint(raw)
		if got != want || (want == "") != (err != nil) {
			t.Errorf("%q: got %q, %v", raw, got, err)
		}
	}
}

func TestAURLThatMayHoldASecretIsNotRepeated(t *testing.T) {
	got := run(t, &fakeServer{}, nil, "mcp", "tools", "--url", "http://me:s3cret@127.0.0.1:1/")
	if got.code != ExitFailed || strings.Contains(got.stderr, "s3cret") || !strings.Contains(got.stderr, "--url must not hold user information") {
		t.Errorf("%d, %q", got.code, got.stderr)
	}
}

func TestNoTokenAndABadOneAreAuthorizationFailures(t *testing.T) {
	for token, want := range map[string]string{
		"": "is not set", "\n": "is not set", "two words": "white space", "one\ntwo": "white space", "tök": "non-ASCII", "a\x00": "control",
	} {
		for _, at := range []endpoint{"", "http://127.0.0.1:1/sse"} {
			e := &env{lookup: func(string) (string, bool) { return token, true }}
			_, err := dial(t.Context(), e, at)
			var exit *exitError
			if !errors.As(err, &exit) || exit.code != ExitAuth || !strings.Contains(err.Error(), "AMBIENT_TOKEN") || !strings.Contains(err.Error(), want) {
				t.Errorf("%q at %q: got %v", token, at, err)
			}
		}
	}
	e := &env{lookup: func(string) (string, bool) { return "tok\r\n", true }}
	if token, err := e.token(); token != "tok" || err != nil {
		t.Errorf("got %q, %v", token, err)
	}
}

func TestTheInputIsSentAsItWasWritten(t *testing.T) {
	for _, input := range []string{`{"text":"\ud800"}`, "{\"text\":\"\xff\"}", `{"after_seq":9223372036854775807}`} {
		f := &fakeServer{result: mcp.NewToolResultText(`{}`)}
		if got := run(t, f, nil, "mcp", "call", "x", "--input", input); got.code != ExitOK {
			t.Fatalf("%q: %d, %q", input, got.code, got.stderr)
		}
		sent, err := json.Marshal(f.calls[0])
		if err != nil || !strings.Contains(string(sent), input) {
			t.Errorf("sent %q, %v", sent, err)
		}
	}
}

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWhatCannotBePrintedIsNoSuccess(t *testing.T) {
	for _, args := range [][]string{
		{"mcp", "tools"}, {"mcp", "tools", "-o", "json"}, {"mcp", "call", "x", "--input", "{}"}, {"mcp", "call", "x", "--input", "{}", "-o", "table"},
		{"--help"}, {"mcp", "call", "--help"}, {},
	} {
		var stderr bytes.Buffer
		e := &env{
			lookup: func(string) (string, bool) { return "", false }, stdout: full{}, stderr: &stderr,
			dial: func(context.Context, *env, endpoint) (session, error) {
				return &fakeServer{tools: registryTools(), result: mcp.NewToolResultText(`{"kind":"SessionList","items":[]}`)}, nil
			},
		}
		code := execute(t.Context(), args, strings.NewReader(""), e)
		if code != ExitFailed || stderr.String() != "acpctl: write to standard output: no space left on device\n" {
			t.Errorf("%v: %d, %q", args, code, stderr.String())
		}
	}
}
