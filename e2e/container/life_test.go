// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

//go:build container

package container

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/moby/moby/client"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

const seed = `
projects: [{name: demo}]
sessions: [{id: 3BEaN6kqawvTNUIXoSMcgOQvUDj, name: it, project: demo, phase: Running}]
`

// bin is the directory of static programs.
func bin() string { return os.Getenv("CONTRACT_BIN") }

func open(t *testing.T, tr target.Transport) (*Target, *env, string) {
	t.Helper()
	tg := New(Options{Transport: tr, Bin: bin()})
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
	return tg, e.(*env), token
}

func connected(t *testing.T, e target.Env, o target.ClientOptions) target.Client {
	t.Helper()
	c, err := e.Connect(soon(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
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

// servers counts the servers on stdio in the room.
func servers(t *testing.T, tg *Target) int {
	t.Helper()
	top, err := tg.engine.ContainerTop(soon(t), tg.room.id, client.ContainerTopOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, p := range top.Processes {
		if slices.ContainsFunc(p, func(s string) bool { return strings.HasSuffix(s, "/ambient-mcp") }) {
			n++
		}
	}
	return n
}

func TestServersOnStdio(t *testing.T) {
	tg, e, token := open(t, target.Stdio)
	c := connected(t, e, target.ClientOptions{Token: token})
	call(t, c)
	if n := servers(t, tg); n != 1 {
		t.Errorf("%d servers run", n)
	}
	r, err := c.CloseInput(soon(t))
	if err != nil || r.ExitCode != 0 || !strings.Contains(r.Stdout, "serverInfo") || strings.Contains(r.Stderr, token) {
		t.Errorf("closed input: %+v, %v", r, err)
	}

	c = connected(t, e, target.ClientOptions{Token: token})
	call(t, c)
	if err := c.Disconnect(); err != nil {
		t.Error(err)
	}
	for ctx := soon(t); servers(t, tg) > 0; { // each turn asks the engine
		if ctx.Err() != nil {
			t.Fatal("a server whose client is gone goes on")
		}
	}

	for _, given := range []map[string]string{nil, {"MCP_LOG_LEVEL": "debug"}} {
		c := connected(t, e, target.ClientOptions{Token: token, Env: given})
		call(t, c)
		if _, err := c.Signal(soon(t), "KILL"); err == nil {
			t.Error("SIGKILL was sent")
		}
		if r, err = c.Signal(soon(t), "TERM"); err != nil || r.ExitCode != 0 || r.Stderr == "" || strings.Contains(r.Stderr, token) {
			t.Errorf("signal: %+v, %v", r, err)
		}
	}
	refused := connected(t, e, target.ClientOptions{Token: token, Env: map[string]string{"MCP_TRANSPORT": "pigeon"}})
	if err := refused.Conn().WaitClosed(soon(t)); err != nil {
		t.Fatal(err)
	}
	if r, err = refused.CloseInput(soon(t)); err != nil || r.ExitCode != 2 || !strings.Contains(r.Stderr, "MCP_TRANSPORT") {
		t.Errorf("refused environment: %+v, %v", r, err)
	}
	left := connected(t, e, target.ClientOptions{Token: token}) // for Close to end
	call(t, left)
	if err := e.Close(soon(t)); err != nil {
		t.Error(err)
	}
	if n := servers(t, tg); n != 0 {
		t.Errorf("%d servers run after the scenario", n)
	}
	if err := tg.Audit(soon(t)); err != nil {
		t.Error(err)
	}
}

func TestServersOverSSE(t *testing.T) {
	tg, e, token := open(t, target.SSE)
	c := connected(t, e, target.ClientOptions{Token: token})
	call(t, c)
	if _, err := c.Signal(soon(t), "TERM"); err == nil {
		t.Error("the shared server was signalled")
	}
	own := connected(t, e, target.ClientOptions{Token: token, Env: map[string]string{"MCP_LOG_LEVEL": "debug", "MCP_BIND_ADDR": ":8123"}})
	call(t, own)
	if r, err := own.Signal(soon(t), "INT"); err != nil || r.ExitCode != 0 {
		t.Errorf("signal: %+v, %v", r, err)
	}
	_, err := e.Connect(soon(t), target.ClientOptions{Token: token, Env: map[string]string{"MCP_WATCH_POLL_INTERVAL": "soon"}})
	if err == nil || !strings.Contains(err.Error(), "MCP_WATCH_POLL_INTERVAL") || !strings.Contains(err.Error(), "exit code 2") {
		t.Errorf("refused environment: %v", err)
	}
	found, err := e.Container(soon(t))
	if err != nil || found.UID == 0 || !found.NoNewPrivileges || found.Health != 0 || !slices.Contains(found.Environment, "MCP_TRANSPORT") {
		t.Errorf("a look into the container: %+v, %v", found, err)
	}
	told := tg.Diagnose(soon(t))
	if text := texts(told); len(told) != 4 || strings.Count(text, "state running") != 3 || strings.Count(text, "state exited, exit code 0") != 1 || !strings.Contains(text, `"msg":"serving"`) || strings.Contains(text, token) {
		t.Errorf("diagnosis: %s", text)
	}
	tg.accuse("a log", "it says "+token)
	if err := tg.Audit(soon(t)); err == nil || strings.Contains(err.Error(), token) {
		t.Errorf("a leak: %v", err)
	}
	if err := e.Close(soon(t)); err != nil {
		t.Error(err)
	}
}

func texts(all []target.Attachment) string {
	var b strings.Builder
	for _, a := range all {
		b.WriteString(a.Name + ": " + a.Text + "\n")
	}
	return b.String()
}

func TestWhoIsAtFault(t *testing.T) {
	for name, c := range map[string]struct {
		o      Options
		server bool
		says   string
	}{
		"a server of another kind": {Options{ServerImage: DefaultPlatformImage}, true, "it does not get ready"},
		"no image of the server":   {Options{ServerImage: "localhost/there-is-none"}, false, "there is no image localhost/there-is-none: make images"},
		"a platform that ends":     {Options{PlatformImage: DefaultServerImage}, false, "it ended with exit code 2"},
		"no image of a platform":   {Options{PlatformImage: "localhost/there-is-none"}, false, "make images"},
		"no program in the image":  {Options{ServerImage: os.Getenv("CONTRACT_BROKEN_IMAGE")}, true, "it does not get ready"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "no program in the image" && c.o.ServerImage == "" {
				t.Skip("CONTRACT_BROKEN_IMAGE names no image whose entrypoint is not there")
			}
			c.o.Bin = bin()
			tg := New(c.o)
			err := tg.Start(soon(t))
			if err == nil || errors.Is(err, target.ErrServer) != c.server || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
			if err := tg.Stop(soon(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestARunThatIsKilled starts a run in another process, kills it, and starts one.
func TestARunThatIsKilled(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTheRunThatIsKilled$")
	cmd.Env = append(os.Environ(), starting+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	id, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	id = strings.TrimSpace(id)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	tg, _, _ := open(t, target.Stdio)
	left := client.Filters{}.Add("label", lease.Label+"="+id)
	containers, err := tg.engine.ContainerList(soon(t), client.ContainerListOptions{All: true, Filters: left})
	if err != nil || len(containers.Items) > 0 {
		t.Errorf("left: %+v, %v", containers.Items, err)
	}
	networks, err := tg.engine.NetworkList(soon(t), client.NetworkListOptions{Filters: left})
	if err != nil || len(networks.Items) > 0 {
		t.Errorf("left: %+v, %v", networks.Items, err)
	}
}

// starting is the variable that makes this executable the run that is killed.
const starting = "CONTAINER_TEST_STARTING"

// TestTheRunThatIsKilled is no test of its own.
func TestTheRunThatIsKilled(t *testing.T) {
	if os.Getenv(starting) == "" {
		t.Skip("it belongs to TestARunThatIsKilled")
	}
	tg, _, _ := open(t, target.Stdio)
	_, _ = io.WriteString(os.Stdout, tg.lease.ID()+"\n")
	<-soon(t).Done()
}
