// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
)

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := env[name]; return v, ok }
}

// run executes a command that ends by itself.
func run(t *testing.T, env map[string]string, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // a platform that is served by mistake ends at once
	var out, errs bytes.Buffer
	code = serve.Run(ctx, args, lookup(env), strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// ready is the line that a served platform prints.
type ready struct {
	Event      string            `json:"event"`
	APIURL     string            `json:"api_url"`
	ControlURL string            `json:"control_url"`
	Tokens     map[string]string `json:"tokens"`
}

// served is a platform that is being served.
type served struct {
	// ended is closed when it serves no longer, for whatever reason.
	ended chan struct{}
	ready
	line   string
	stop   func() int
	stdout *bytes.Buffer // what came after the ready line
	stderr *buffer
}

// buffer is a bytes.Buffer for several goroutines.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start serves a platform on a free port and waits until it says that it serves.
func start(t *testing.T, env map[string]string, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	out, in := io.Pipe()
	s := &served{stdout: new(bytes.Buffer), stderr: new(buffer)}
	code, drained := make(chan int, 1), make(chan struct{})
	if !strings.Contains(strings.Join(args, " "), "--addr") {
		args = append(args, "--addr", "127.0.0.1:0")
	}
	go func() {
		c := serve.Run(ctx, append([]string{"serve"}, args...), lookup(env), strings.NewReader(""), in, s.stderr)
		_ = in.Close()
		code <- c
	}()
	lines := bufio.NewReader(out)
	var err error
	s.line, err = lines.ReadString('\n')
	if err != nil {
		cancel()
		t.Fatalf("no ready line, exit code %d: %s", <-code, s.stderr)
	}
	go func() {
		defer close(drained)
		_, _ = io.Copy(s.stdout, lines)
	}()
	if err := json.Unmarshal([]byte(s.line), &s.ready); err != nil {
		t.Errorf("ready line %q: %v", s.line, err)
	}
	s.ended = drained
	s.stop = sync.OnceValue(func() int {
		cancel()
		<-drained
		return <-code
	})
	t.Cleanup(func() { s.stop() })
	return s
}

var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// call makes a request and returns the status and body of its answer.
func call(t *testing.T, method, url, bearer, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// runLive is run for a command that needs the time to talk to somebody.
func runLive(t *testing.T, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = serve.Run(t.Context(), args, lookup(env), strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}
