// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/acpctl"
	"github.com/ambient-code/platform/components/ambient-mcp/cmd/contract/app"
	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/process"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
	"github.com/ambient-code/platform/components/ambient-mcp/server"
)

// TestMain makes this executable every released program, by the name under
// which it is called, so that the target is tested without building anything.
func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	args, in, out, errOut := os.Args[1:], os.Stdin, os.Stdout, os.Stderr
	switch filepath.Base(os.Args[0]) {
	case "ambient-mcp":
		os.Exit(server.Run(ctx, args, os.LookupEnv, in, out, errOut))
	case "mockplatform":
		os.Exit(serve.Run(ctx, args, os.LookupEnv, in, out, errOut))
	case "acpctl":
		os.Exit(acpctl.Run(ctx, args, os.LookupEnv, in, out, errOut))
	case "contract":
		os.Exit(app.Run(ctx, args, in, out, errOut))
	}
	stop()
	goleak.VerifyTestMain(m)
}

// programs makes a directory of programs, each a link to this executable.
func programs(t *testing.T, names ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range names {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var all = []string{"ambient-mcp", "mockplatform", "acpctl", "contract"}

const seed = `
projects: [{name: demo}]
sessions: [{id: 3BEaN6kqawvTNUIXoSMcgOQvUDj, name: it, project: demo, phase: Running}]
`

func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func begin(t *testing.T, tr target.Transport) (*process.Target, target.Env, string) {
	t.Helper()
	tg := process.New(process.Options{Transport: tr, Bin: programs(t, all...)})
	t.Cleanup(func() {
		if err := tg.Stop(soon(t)); err != nil {
			t.Error(err)
		}
	})
	if err := tg.Start(soon(t)); err != nil {
		t.Fatal(err)
	}
	e, err := tg.Open(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Platform().Seed(soon(t), seed); err != nil {
		t.Fatal(err)
	}
	token, err := e.Platform().AddToken(soon(t), control.TokenSpec{Label: "caller", Permissions: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	return tg, e, token
}

func call(t *testing.T, c target.Client) {
	t.Helper()
	if _, err := c.Conn().Initialize(soon(t), "2024-11-05"); err != nil {
		t.Fatalf("%v\n%s", err, c.Stderr())
	}
	m, err := c.Conn().CallTool(soon(t), "get_session", json.RawMessage(`{"session_id":"3BEaN6kqawvTNUIXoSMcgOQvUDj"}`))
	if err != nil || !strings.Contains(string(m.Result), "Running") {
		t.Fatalf("%s, %v\n%s", m.Raw, err, c.Stderr())
	}
}

func connect(t *testing.T, e target.Env, o target.ClientOptions) target.Client {
	t.Helper()
	c, err := e.Connect(soon(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestServersOnStdio(t *testing.T) {
	_, e, token := begin(t, target.Stdio)
	c := connect(t, e, target.ClientOptions{Token: token})
	call(t, c)
	r, err := c.CloseInput(soon(t))
	if err != nil || r.ExitCode != 0 || !strings.Contains(r.Stdout, "serverInfo") || strings.Contains(r.Stderr, token) {
		t.Errorf("closed input: %+v, %v", r, err)
	}
	c = connect(t, e, target.ClientOptions{Token: token})
	call(t, c)
	if r, err = c.Signal(soon(t), "TERM"); err != nil || r.ExitCode != 0 {
		t.Errorf("signal: %+v, %v", r, err)
	}
	if _, err := c.Signal(soon(t), "KILL"); err == nil {
		t.Error("SIGKILL was sent")
	}
	c = connect(t, e, target.ClientOptions{Token: token, Env: map[string]string{"MCP_TRANSPORT": "pigeon"}})
	if err := c.Conn().WaitClosed(soon(t)); err != nil {
		t.Fatal(err)
	}
	if r, err = c.CloseInput(soon(t)); err != nil || r.ExitCode != 2 || !strings.Contains(r.Stderr, "MCP_TRANSPORT") {
		t.Errorf("refused environment: %+v, %v", r, err)
	}
	c = connect(t, e, target.ClientOptions{Token: token}) // left for Close to end
	call(t, c)
	if err := e.Close(soon(t)); err != nil {
		t.Error(err)
	}
}

func TestServersOverSSE(t *testing.T) {
	_, e, token := begin(t, target.SSE)
	c := connect(t, e, target.ClientOptions{Token: token})
	call(t, c)
	if _, err := c.Signal(soon(t), "TERM"); err == nil {
		t.Error("the shared server was signalled")
	}
	if err := c.Disconnect(); err != nil {
		t.Error(err)
	}
	own := connect(t, e, target.ClientOptions{Token: token, Env: map[string]string{"MCP_LOG_LEVEL": "debug"}})
	call(t, own)
	if r, err := own.Signal(soon(t), "INT"); err != nil || r.ExitCode != 0 {
		t.Errorf("signal: %+v, %v", r, err)
	}
	_, err := e.Connect(soon(t), target.ClientOptions{Token: token, Env: map[string]string{"MCP_WATCH_POLL_INTERVAL": "soon"}})
	if err == nil || !strings.Contains(err.Error(), "MCP_WATCH_POLL_INTERVAL") {
		t.Errorf("refused environment: %v", err)
	}
	if err := e.Close(soon(t)); err != nil {
		t.Error(err)
	}
}

func TestProgramsRunToTheirEnd(t *testing.T) {
	_, e, token := begin(t, target.Stdio)
	url, err := e.ServerURL(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Run(soon(t), target.Command{Program: "ambient-mcp", Args: []string{"--version"}})
	if err != nil || r.ExitCode != 0 || !strings.Contains(r.Stdout, "ambient-mcp") {
		t.Errorf("%+v, %v", r, err)
	}
	stream, err := wire.OpenSSE(soon(t), wire.SSEOptions{URL: url + "/sse", Header: wire.Headers(token, "")})
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Close(); err != nil {
		t.Error(err)
	}
	if r, err = e.Run(soon(t), target.Command{Program: "mockplatform", Args: []string{"--nonsense"}}); err != nil || r.ExitCode == 0 || r.Stderr == "" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err = e.Run(soon(t), target.Command{Program: "rm"}); err == nil {
		t.Error("another program was run")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = e.Run(ended, target.Command{Program: "ambient-mcp"}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

func TestATargetThatCannotStartSaysWhy(t *testing.T) {
	dir := programs(t, "ambient-mcp", "contract")
	tg := process.New(process.Options{Transport: target.Stdio, Bin: dir})
	if err := tg.Start(soon(t)); err == nil || !strings.Contains(err.Error(), dir+" has no mockplatform, acpctl") {
		t.Errorf("missing programs: %v", err)
	}
	dir = programs(t, all...)
	platform := filepath.Join(dir, "mockplatform")
	if err := os.Remove(platform); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(platform, []byte("#!/bin/sh\necho no luck >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	tg = process.New(process.Options{Transport: target.SSE, Bin: dir})
	if err := tg.Start(soon(t)); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("a platform that ends: %v", err)
	}
	if err := tg.Stop(soon(t)); err != nil {
		t.Error(err)
	}
}

// TestContract runs the whole contract against the programs in the directory
// CONTRACT_BIN; `make contract` does the same.
func TestContract(t *testing.T) {
	bin := os.Getenv("CONTRACT_BIN")
	if bin == "" {
		t.Skip("CONTRACT_BIN names no directory of programs")
	}
	contract.Run(t, contract.Options{Targets: []target.Target{
		process.New(process.Options{Transport: target.Stdio, Bin: bin}),
		process.New(process.Options{Transport: target.SSE, Bin: bin}),
	}})
}
