// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/moby/moby/client"
)

// fake is a container engine of which only what a test says answers.
type fake struct {
	*client.Client
	mux *http.ServeMux

	mu    sync.Mutex
	calls []string
}

// fakeEngine serves on a socket: attached streams are half-closed, which needs one.
func fakeEngine(t *testing.T) *fake {
	t.Helper()
	dir, err := os.MkdirTemp("", "engine") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{mux: http.NewServeMux()}
	srv := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(f.serve)}}
	srv.Start()
	if f.Client, err = client.New(client.WithHost("unix://"+socket), client.WithAPIVersion("1.41")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		f.Close()
		srv.Close()
		os.RemoveAll(dir)
	})
	return f
}

func (f *fake) serve(w http.ResponseWriter, r *http.Request) {
	r.URL.Path = strings.TrimPrefix(r.URL.Path, "/v1.41")
	f.mu.Lock()
	f.calls = append(f.calls, r.Method+" "+r.URL.Path)
	f.mu.Unlock()
	f.mux.ServeHTTP(w, r)
}

// called tells how often a call was made whose method and path begin like that.
func (f *fake) called(prefix string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, c := range f.calls {
		if strings.HasPrefix(c, prefix) {
			n++
		}
	}
	return n
}

func (f *fake) answer(pattern string, status int, body any) {
	f.mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	})
}

func TestInspectImage(t *testing.T) {
	config := func(config string) any { return json.RawMessage(`{"Id": "sha256:1", "Config": ` + config + `}`) }
	for _, c := range []struct {
		name    string
		status  int
		body    any
		problem string
		health  string
		path    string
	}{
		{name: "missing", status: 404, body: map[string]string{"message": "No such image"}, problem: "there is no image localhost/x: make images"},
		{name: "engine in trouble", status: 500, body: map[string]string{"message": "disk full"}, problem: "inspect image localhost/x: "},
		{name: "nothing to start", status: 200, body: config(`{}`), problem: "image localhost/x has no entrypoint"},
		{name: "no config", status: 200, body: config(`null`), problem: "image localhost/x has no entrypoint"},
		{name: "without a health check", status: 200, body: config(`{"Entrypoint": ["/bin/p"]}`), health: "ambient-mcp healthcheck"},
		{name: "with one", status: 200, body: config(`{"Entrypoint": ["/bin/p"], "Env": ["A=B", "PATH=/bin:/opt"], "Healthcheck": {"Test": ["CMD", "/bin/p", "ok?"]}}`), health: "/bin/p ok?", path: "/bin:/opt"},
		{name: "with one for a shell", status: 200, body: config(`{"Entrypoint": ["/bin/p"], "Healthcheck": {"Test": ["CMD-SHELL", "exit 0"]}}`), health: "ambient-mcp healthcheck"},
		{name: "with it switched off", status: 200, body: config(`{"Entrypoint": ["/bin/p"], "Healthcheck": {"Test": ["NONE"]}}`), health: "ambient-mcp healthcheck"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fakeEngine(t)
			f.answer("/images/localhost/x/json", c.status, c.body)
			got, err := inspectImage(t.Context(), f, "localhost/x")
			if c.problem != "" {
				if err == nil || !strings.Contains(err.Error(), c.problem) {
					t.Errorf("got %v, want %q", err, c.problem)
				}
				return
			}
			if c.path == "" {
				c.path = "/usr/local/bin"
			}
			if err != nil || got.path != c.path || strings.Join(got.entrypoint, " ") != "/bin/p" || strings.Join(got.health, " ") != c.health {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestBothImagesMustBeThere(t *testing.T) {
	f := fakeEngine(t)
	f.answer("/images/server/json", 200, json.RawMessage(`{"Config": {"Entrypoint": ["/s"]}}`))
	f.answer("/images/", 404, map[string]string{"message": "No such image"})
	_, err := inspect(t.Context(), f, Options{ServerImage: "server", PlatformImage: "platform"})
	if err == nil || !strings.Contains(err.Error(), "no image platform: make images") {
		t.Errorf("got %v", err)
	}
}

func TestTheReaperIsOffUnlessItsImageIsThere(t *testing.T) {
	for _, c := range []struct {
		name, given, want string
		status            int
	}{
		{name: "there", status: 200, want: ""},
		{name: "missing", status: 404, want: "true"},
		{name: "missing and wished for", given: "false", status: 404, want: "false"},
		{name: "there and not wished for", given: "true", status: 200, want: "true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fakeEngine(t)
			f.answer("/_ping", 200, "OK")
			f.answer("/images/"+reaperImage+"/json", c.status, map[string]string{})
			t.Setenv(client.EnvOverrideHost, f.DaemonHost())
			t.Setenv(client.EnvOverrideAPIVersion, "1.41")
			t.Setenv(reaperSwitch, c.given)
			if err := prepare(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := os.Getenv(reaperSwitch); got != c.want {
				t.Errorf("%s is %q, want %q", reaperSwitch, got, c.want)
			}
		})
	}
}

func TestAnEngineThatIsNamedMustAnswer(t *testing.T) {
	for _, host := range []string{"unix:///nowhere/engine.sock", "tcp://127.0.0.1:1", "nonsense"} {
		t.Setenv(client.EnvOverrideHost, host)
		_, err := connect(t.Context())
		if err == nil || !strings.HasPrefix(err.Error(), "no container engine answers, start one or set DOCKER_HOST: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestAnEngineOnAnotherMachineIsRefused(t *testing.T) {
	for engine, ok := range map[string]bool{
		"unix:///var/run/docker.sock": true, "npipe:////./pipe/docker_engine": true,
		"tcp://localhost:2375": true, "tcp://127.0.0.1:2375": true, "tcp://[::1]:2375": true,
		"tcp://engine.example:2376": false, "https://10.0.0.7:2376": false, "ssh://me@engine.example": false, "%": false,
	} {
		if err := onThisMachine(engine); (err == nil) != ok {
			t.Errorf("%s: %v", engine, err)
		}
	}
}

func ExampleNew() {
	t := New(Options{Transport: "sse"})
	fmt.Println(t.Name(), t.Transport(), t.o.ServerImage, t.o.PlatformImage)
	// Output: container sse localhost/vteam_ambient_mcp:latest localhost/vteam_mockplatform:latest
}
