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
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
	"github.com/ambient-code/platform/components/ambient-mcp/server"
)

// TestMain makes this executable the programs of a pod's containers, by the name
// under which it is called, so that the target is tested without a cluster.
func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	args, in, out, errOut := os.Args[1:], os.Stdin, os.Stdout, os.Stderr
	switch filepath.Base(os.Args[0]) {
	case programServer:
		os.Exit(server.Run(ctx, args, os.LookupEnv, in, out, errOut))
	case programPlatform:
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
	for _, name := range []string{programServer, programPlatform} {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// run starts a program of the stage until the end of the test and returns its standard output.
func run(t *testing.T, env []string, name string, args ...string) io.Reader {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = env
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	return out
}

// openPlace is a deployment whose containers are all this machine, and whose API knows nothing but logs.
func openPlace(t *testing.T) *place {
	t.Helper()
	stage(t)
	var ready struct {
		APIURL string `json:"api_url"`
	}
	out := bufio.NewReader(run(t, nil, programPlatform, "serve", "--addr", "127.0.0.1:0", "--seed", "empty"))
	if line, err := out.ReadString('\n'); err != nil || json.Unmarshal([]byte(line), &ready) != nil {
		t.Fatalf("the platform says %q, %v", line, err)
	}
	platform, err := url.Parse(ready.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	shared := listener.Addr().String()
	listener.Close()
	run(t, []string{"AMBIENT_API_URL=" + ready.APIURL, "MCP_TRANSPORT=sse", "MCP_BIND_ADDR=" + shared}, programServer)

	p := &place{namespace: "n", bearers: newBearers(), cluster: &cluster.Cluster{}, o: SessionOptions{Log: func(string) {}}}
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
	p.ways = ways{platform: m.to(platform.Host), service: m.to(shared), session: straight(shared)}
	p.platformAddr, p.serverAddr = platform.Host, shared
	t.Cleanup(m.hand.Close)
	return p
}

// reached is a session that has p.
func reached(p *place) *Session { return &Session{begun: true, place: p} }
