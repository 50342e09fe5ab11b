// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"go.uber.org/goleak"
	"k8s.io/client-go/kubernetes/fake"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/cluster"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/relay"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
	"github.com/ambient-code/platform/components/ambient-mcp/server"
)

// TestMain makes this executable the programs of a pod's containers, by the name
// under which it is called, so that the target is tested without a cluster.
func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	args, in, out, errOut := os.Args[1:], os.Stdin, os.Stdout, os.Stderr
	switch filepath.Base(os.Args[0]) {
	case programs.Server:
		os.Exit(server.Run(ctx, args, os.LookupEnv, in, out, errOut))
	case programs.Platform:
		os.Exit(serve.Run(ctx, args, os.LookupEnv, in, out, errOut))
	}
	stop()
	goleak.VerifyTestMain(m)
}

// stage puts the programs on the PATH, which is what the containers' mux looks in.
func stage(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{programs.Server, programs.Platform} {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// run starts a program of the stage until the end of the test.
func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
}

// said reads lines of JSON up to the first that holds the key, and drops the rest.
func said(t *testing.T, from io.Reader, key string) string {
	t.Helper()
	for in := bufio.NewReader(from); ; {
		text, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("a program ends without having said %s: %q, %v", key, text, err)
		}
		var line map[string]any
		if json.Unmarshal([]byte(text), &line) != nil {
			continue
		}
		if value, ok := line[key].(string); ok {
			go func() { _, _ = io.Copy(io.Discard, in) }()
			return value
		}
	}
}

// openPlace is a deployment whose containers are all this machine, and whose API knows nothing but logs.
func openPlace(t *testing.T) *place {
	t.Helper()
	stage(t)
	cmd := exec.CommandContext(t.Context(), programs.Platform, "serve", "--addr", "127.0.0.1:0", "--seed", "empty")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	run(t, cmd)
	api := said(t, out, "api_url")
	platform, err := url.Parse(api)
	if err != nil {
		t.Fatal(err)
	}
	// The port is the server's choice: one that is picked before may be somebody else's by then.
	cmd = exec.CommandContext(t.Context(), programs.Server)
	cmd.Env = []string{"AMBIENT_API_URL=" + api, "MCP_TRANSPORT=sse", "MCP_BIND_ADDR=127.0.0.1:0"}
	if out, err = cmd.StderrPipe(); err != nil {
		t.Fatal(err)
	}
	run(t, cmd)
	shared := said(t, out, "addr")

	p := &place{namespace: "n", cluster: &cluster.Cluster{}, o: SessionOptions{Log: func(string) {}}}
	p.pods = pod.Cluster{Client: fake.NewClientset()}
	container := pod.Container{Namespace: "n", Pod: "p", Name: "c"}
	m := &member{
		name: "c", find: func(context.Context) (pod.Container, error) { return container, nil },
		hand: pod.NewHand("container c", func(context.Context) (io.ReadWriteCloser, error) {
			ours, theirs := net.Pipe()
			go func() { _ = probe.ServeMux(context.Background(), theirs, slog.New(slog.DiscardHandler)) }()
			return ours, nil
		}),
	}
	p.sidecar, p.runner, p.server, p.platform = m, m, m, m
	p.ways = ways{platform: m.to(platform.Host), service: m.to(shared), session: relay.To(shared)}
	p.platformAddr, p.serverAddr = platform.Host, shared
	t.Cleanup(m.hand.Close)
	return p
}

// reached is a session that has p.
func reached(p *place) *Session { return &Session{begun: true, place: p} }
