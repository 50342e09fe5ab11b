// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/inprocess"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const seed = `
projects: [{name: demo}]
sessions: [{id: 3BEaN6kqawvTNUIXoSMcgOQvUDj, name: it, project: demo, phase: Running}]
`

func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// open makes surroundings with a session and a bearer that may do everything.
func open(t testing.TB, tg target.Target) (target.Env, string) {
	t.Helper()
	e, err := tg.Open(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := e.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	if err := e.Platform().Seed(soon(t), seed); err != nil {
		t.Fatal(err)
	}
	token, err := e.Platform().AddToken(soon(t), control.TokenSpec{Label: "caller", Permissions: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	return e, token
}

func connect(t testing.TB, e target.Env, o target.ClientOptions) target.Client {
	t.Helper()
	c, err := e.Connect(soon(t), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Conn().Initialize(soon(t), "2024-11-05"); err != nil {
		t.Fatal(err)
	}
	return c
}

var sessionArgs = json.RawMessage(`{"session_id":"3BEaN6kqawvTNUIXoSMcgOQvUDj"}`)

func TestAClientReachesThePlatformThroughTheServer(t *testing.T) {
	for _, tg := range inprocess.Targets() {
		t.Run(string(tg.Transport()), func(t *testing.T) {
			e, token := open(t, tg)
			c := connect(t, e, target.ClientOptions{Token: token})
			m, err := c.Conn().CallTool(soon(t), "get_session", sessionArgs)
			if err != nil || !strings.Contains(string(m.Result), "3BEaN6kqawvTNUIXoSMcgOQvUDj") {
				t.Fatalf("%s, %v", m.Raw, err)
			}
			j, err := e.Platform().Journal(soon(t), 0)
			if err != nil || len(j.Requests) != 1 || j.Requests[0].TokenLabel != "caller" {
				t.Errorf("journal %+v, %v", j, err)
			}
			if v := c.Conn().Violations(); v != nil {
				t.Error(v)
			}
		})
	}
}

func TestARefusedEnvironmentEndsTheServerAsTheProgram(t *testing.T) {
	e, token := open(t, inprocess.New(target.Stdio))
	c, err := e.Connect(soon(t), target.ClientOptions{Token: token, Env: map[string]string{"MCP_WATCH_NOTIFICATIONS": "loud"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.CloseInput(soon(t))
	if err != nil || r.ExitCode != 2 || !strings.Contains(r.Stderr, "MCP_WATCH_NOTIFICATIONS") || r.Stdout != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestTheInputsEndIsTheServersEnd(t *testing.T) {
	e, token := open(t, inprocess.New(target.Stdio))
	c := connect(t, e, target.ClientOptions{Token: token})
	r, err := c.CloseInput(soon(t))
	if err != nil || r.ExitCode != 0 || !strings.Contains(r.Stdout, `"serverInfo"`) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestTheClockIsMovedOnlyByTheScenario(t *testing.T) {
	e, token := open(t, inprocess.New(target.SSE))
	c := connect(t, e, target.ClientOptions{Token: token, ControlledClock: true})
	if _, err := c.Conn().CallTool(soon(t), "watch_session_messages", sessionArgs); err != nil {
		t.Fatal(err)
	}
	if err := e.Platform().SetPhase(soon(t), "3BEaN6kqawvTNUIXoSMcgOQvUDj", "Completed"); err != nil {
		t.Fatal(err)
	}
	if err := c.Advance(soon(t), 5*time.Second); err != nil {
		t.Fatal(err)
	}
	m, err := c.Conn().Await(soon(t), wire.Message.IsNotification)
	if err != nil || !strings.Contains(string(m.Raw), "Completed") {
		t.Errorf("%s, %v", m.Raw, err)
	}
}

func TestProgramsAreLacking(t *testing.T) {
	tg := inprocess.New(target.Stdio)
	for c, want := range map[target.Capability]string{
		target.Programs: "released programs run only as processes", target.NeedsSSE: "needs the transport sse",
		target.NeedsStdio: "", target.ServerClock: "", target.ServerEnv: "",
	} {
		if got := tg.Lacks(c); got != want {
			t.Errorf("%s: %q, want %q", c, got, want)
		}
	}
	e, _ := open(t, tg)
	if _, err := e.Run(soon(t), target.Command{Program: "acpctl"}); err == nil {
		t.Error("a program was run")
	}
}
