// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package dev

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
	"github.com/ambient-code/platform/components/ambient-mcp/server"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// The test binary is both programs and their parent, by the name it is started under.
func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	switch filepath.Base(os.Args[0]) {
	case "ambient-mcp":
		os.Exit(server.Run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
	case "mockplatform":
		os.Exit(serve.Run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr))
	case "dev":
		err := Run(ctx, Options{
			Bin: os.Getenv("DEV_BIN"), APIAddr: "127.0.0.1:0", MCPAddr: os.Getenv("DEV_MCP_ADDR"), Seed: "demo", Stdout: os.Stdout, Stderr: os.Stderr,
		})
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	stop()
	goleak.VerifyTestMain(m)
}

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

// taken is an address that somebody listens on.
func taken(t *testing.T) (addr string, release func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l.Addr().String(), func() { _ = l.Close() }
}

func TestBothProgramsRunUntilTheContextEnds(t *testing.T) {
	free, release := taken(t)
	release()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{
			Bin: programs(t, "mockplatform", "ambient-mcp"), APIAddr: "127.0.0.1:0", MCPAddr: free, Seed: "demo", Stdout: w, Stderr: io.Discard,
		})
		_ = w.Close()
	}()
	b := make([]byte, 64<<10)
	n, err := r.Read(b) // The greeting is one write.
	if err != nil {
		t.Fatalf("%v: %v", err, <-ended)
	}
	for _, want := range []string{"demo-editor", free + "/sse", "mcpServers", "AMBIENT_TOKEN=demo-editor"} {
		if !strings.Contains(string(b[:n]), want) {
			t.Errorf("the greeting lacks %q:\n%s", want, b[:n])
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestTheProgramsOfTheWorkingDirectoryAreThoseOfTheWorkingDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, bin := range []string{"", ".", "./"} {
		if got := command(Options{Bin: bin}, "mockplatform").Path; !filepath.IsAbs(got) {
			t.Errorf("--bin %q gives %s", bin, got)
		}
	}
}

func TestWhatDoesNotStartIsNamed(t *testing.T) {
	busy, release := taken(t)
	defer release()
	for _, tt := range []struct {
		name     string
		programs []string
		o        Options
		want     string
	}{
		{"no programs", nil, Options{APIAddr: "127.0.0.1:0", MCPAddr: busy, Seed: "demo"}, "mockplatform"},
		{"a seed that does not exist", []string{"mockplatform"}, Options{APIAddr: "127.0.0.1:0", MCPAddr: busy, Seed: "/no/such/seed.yaml"}, "mockplatform"},
		{"the platform's port is taken", []string{"mockplatform"}, Options{APIAddr: busy, MCPAddr: busy, Seed: "demo"}, "mockplatform"},
		{"no server", []string{"mockplatform"}, Options{APIAddr: "127.0.0.1:0", MCPAddr: busy, Seed: "demo"}, "ambient-mcp"},
		{"the server's port is taken", []string{"mockplatform", "ambient-mcp"}, Options{APIAddr: "127.0.0.1:0", MCPAddr: busy, Seed: "demo"}, "ambient-mcp"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Bin, tt.o.Stdout, tt.o.Stderr = programs(t, tt.programs...), io.Discard, io.Discard
			if err := Run(t.Context(), tt.o); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error that names %s", err, tt.want)
			}
		})
	}
}

func TestGreeting(t *testing.T) {
	var b bytes.Buffer
	r := ready{APIURL: "http://127.0.0.1:8000", Tokens: map[string]string{"demo-editor": "e", "demo-admin": "a"}}
	if err := greet(&b, "/opt/ambient", r, "http://127.0.0.1:8090"); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "greeting.golden")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Error(diff)
	}
	if got := fmt.Sprint(preferredToken(map[string]string{"b": "2", "a": "1"}), preferredToken(nil)); got != "1TOKEN" {
		t.Errorf("got %s", got)
	}
}
