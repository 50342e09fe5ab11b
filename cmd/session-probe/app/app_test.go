// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/cmd/session-probe/app"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

// asProgram makes this executable the session probe.
const asProgram = "SESSION_PROBE_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(app.Run(context.Background(), os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

func run(env map[string]string, args ...string) (code int, stdout, stderr string) {
	var out, log bytes.Buffer
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	code = app.Run(context.Background(), args, lookup, strings.NewReader(""), &out, &log)
	return code, out.String(), log.String()
}

func TestAWrongCommandLineIsToldInOneLine(t *testing.T) {
	for _, tt := range []struct {
		args string
		env  map[string]string
		want string
	}{
		{"", nil, "no command given"},
		{"dance", nil, `unexpected argument "dance"`},
		{"serve now", nil, `unexpected argument "now"`},
		{"serve --speed 3", nil, "unknown flag"},
		{"serve --relay x", nil, "valid is LISTEN=TARGET"},
		{"serve --wait localhost:8090", nil, `--wait="localhost:8090": want an http or https URL`},
		{"serve --addr :1", nil, `--addr=":1": want HOST:PORT`},
		{"serve", map[string]string{"SESSION_PROBE_ADDR": "x"}, `SESSION_PROBE_ADDR="x": want HOST:PORT`},
		{"healthcheck", map[string]string{"SESSION_PROBE_ADDR": "x"}, `SESSION_PROBE_ADDR="x": want HOST:PORT`},
		{"healthcheck x", nil, "unexpected argument"},
		{"install", nil, "takes one directory"},
		{"install a b", nil, "got 2 arguments"},
		{"look", nil, "--health is required"},
		{"look --pid 0 --health x", nil, "--pid=0"},
		{"mux x", nil, "unexpected argument"},
		{"version x", nil, "unexpected argument"},
	} {
		code, stdout, stderr := run(tt.env, strings.Fields(tt.args)...)
		if code != app.ExitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, tt.want) {
			t.Errorf("%q: %d, %q, %q", tt.args, code, stdout, stderr)
		}
	}
}

func TestHelpHasExamples(t *testing.T) {
	for _, command := range []string{"", "serve", "mux", "install", "look", "healthcheck", "version"} {
		args := append(strings.Fields(command), "--help")
		if code, stdout, _ := run(nil, args...); code != app.ExitOK || !strings.Contains(stdout, "Examples:") {
			t.Errorf("%v: %d, %s", args, code, stdout)
		}
	}
	if code, stdout, _ := run(nil, "version"); code != app.ExitOK || !strings.HasPrefix(stdout, "session-probe ") {
		t.Errorf("version: %d, %q", code, stdout)
	}
}

func TestALookIsPrintedAsJSON(t *testing.T) {
	code, stdout, stderr := run(nil, "look", "--pid", strconv.Itoa(os.Getpid()), "--health", os.Args[0]+" -test.run ^$")
	var c target.Container
	if err := json.Unmarshal([]byte(stdout), &c); code != app.ExitOK || err != nil || c.UID != os.Geteuid() || c.Health != 0 {
		t.Errorf("%d, %v, %s%s", code, err, stdout, stderr)
	}
	code, _, stderr = run(nil, "look", "--pid", strconv.Itoa(1<<30), "--health", "x")
	if code != app.ExitFailed || strings.Count(stderr, "\n") != 1 {
		t.Errorf("%d, %q", code, stderr)
	}
}

func TestTheMuxSpeaksOnFilesOnly(t *testing.T) {
	if code, _, stderr := run(nil, "mux"); code != app.ExitFailed || !strings.Contains(stderr, "files") {
		t.Errorf("%d, %q", code, stderr)
	}
}

// program starts this executable as the probe.
func program(t *testing.T, args ...string) (cmd *exec.Cmd, stdin io.WriteCloser, stdout, stderr io.ReadCloser) {
	t.Helper()
	cmd = exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var errs [3]error
	stdin, errs[0] = cmd.StdinPipe()
	stdout, errs[1] = cmd.StdoutPipe()
	stderr, errs[2] = cmd.StderrPipe()
	for _, err := range append(errs[:], cmd.Start()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // It has ended, but for a test that failed.
	return cmd, stdin, stdout, stderr
}

type stream struct {
	io.ReadCloser
	io.WriteCloser
}

func (s stream) Close() error {
	s.WriteCloser.Close()
	return s.ReadCloser.Close()
}

func TestTheMuxIsServedOnTheStandardStreams(t *testing.T) {
	cmd, stdin, stdout, stderr := program(t, "mux")
	c, err := probe.NewClient(stream{stdout, stdin})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	p, err := c.Start(ctx, probe.Command{Path: os.Args[0], Args: []string{"version"}, Env: map[string]string{asProgram: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := io.ReadAll(p.Stdout()); err != nil || !strings.HasPrefix(string(out), "session-probe ") {
		t.Errorf("%q, %v", out, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if text, _ := io.ReadAll(stderr); len(text) > 0 {
		t.Errorf("log: %s", text)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// events reads the log of a program.
type events struct {
	t     *testing.T
	lines *bufio.Scanner
}

// next awaits a line and returns it.
func (e events) next(msg string) map[string]any {
	e.t.Helper()
	for e.lines.Scan() {
		var line map[string]any
		if err := json.Unmarshal(e.lines.Bytes(), &line); err != nil {
			e.t.Fatalf("%s: %v", e.lines.Text(), err)
		}
		if line["msg"] == msg {
			return line
		}
	}
	e.t.Fatalf("the log has no line %q", msg)
	return nil
}

func TestServeAwaitsTheServerThenRelays(t *testing.T) {
	var ready atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !ready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer s.Close()
	beside := strings.TrimPrefix(s.URL, "http://")
	cmd, _, stdout, stderr := program(t, "serve", "--addr", "127.0.0.1:0", "--wait", s.URL+"/readyz", "--relay", "127.0.0.1:0="+beside)
	log := events{t, bufio.NewScanner(stderr)}
	addr := fmt.Sprint(log.next("started")["health"])
	if line := log.next("waiting"); !strings.Contains(fmt.Sprint(line["error"]), "503") {
		t.Errorf("waiting: %v", line)
	}
	env := map[string]string{"SESSION_PROBE_ADDR": addr}
	if code, _, stderr := run(env, "healthcheck"); code != app.ExitUnhealthy || !strings.Contains(stderr, "answers 503") {
		t.Errorf("before it is ready: %d, %q", code, stderr)
	}
	ready.Store(true)
	relay := fmt.Sprint(log.next("relay")["listen"])
	log.next("ready")
	if code, stdout, stderr := run(env, "healthcheck"); code != app.ExitOK || stdout != "ok\n" || stderr != "" {
		t.Errorf("once it is ready: %d, %q, %q", code, stdout, stderr)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get("http://" + relay)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("through the relay: %d", resp.StatusCode)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	log.next("ended")
	if out, _ := io.ReadAll(stdout); len(out) > 0 {
		t.Errorf("stdout: %s", out)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("SIGTERM: %v", err)
	}
	if code, _, _ := run(env, "healthcheck"); code != app.ExitUnhealthy {
		t.Errorf("after the end: %d", code)
	}
}

func TestServeEndsWhileItWaits(t *testing.T) {
	cmd, _, _, stderr := program(t, "serve", "--addr", "127.0.0.1:0", "--wait", "http://127.0.0.1:1/readyz")
	events{t, bufio.NewScanner(stderr)}.next("waiting")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestServeSaysWhatItCannotListenOn(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().String()
	for _, args := range [][]string{{"--addr", taken}, {"--addr", "127.0.0.1:0", "--relay", taken + "=x:1"}} {
		code, _, stderr := run(nil, append([]string{"serve"}, args...)...)
		last := stderr[strings.LastIndexByte(strings.TrimSpace(stderr), '\n')+1:]
		if code != app.ExitFailed || !strings.HasPrefix(last, "session-probe: ") || !strings.Contains(last, taken) {
			t.Errorf("%v: %d, %q", args, code, stderr)
		}
	}
}
