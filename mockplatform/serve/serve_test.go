// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
)

const sessions = "/api/ambient/v1/sessions"

func TestServeSaysThatItServesInOneLine(t *testing.T) {
	s := start(t, nil, "--seed", "demo")
	var keys map[string]any
	if err := json.Unmarshal([]byte(s.line), &keys); err != nil {
		t.Fatal(err)
	}
	if s.Event != "ready" || len(keys) != 4 || s.ControlURL != s.APIURL+"/-/" {
		t.Errorf("ready line %s", s.line)
	}
	want := map[string]string{"demo-admin": "demo-admin", "demo-editor": "demo-editor", "demo-viewer": "demo-viewer", "demo-expired": "demo-expired"}
	if diff := cmp.Diff(want, s.Tokens); diff != "" {
		t.Errorf("tokens (-want +got):\n%s", diff)
	}
	for bearer, status := range map[string]int{"demo-admin": 200, "demo-viewer": 200, "demo-expired": 401, "nobody": 401, "": 401} {
		if got, body := call(t, "GET", s.APIURL+sessions, bearer, ""); got != status {
			t.Errorf("bearer %q: %d, want %d: %s", bearer, got, status, body)
		}
	}
	if status, _ := call(t, "GET", s.APIURL+"/healthcheck", "", ""); status != 200 {
		t.Errorf("healthcheck answers %d", status)
	}
	if status, _ := call(t, "GET", s.ControlURL, "", ""); status != 200 {
		t.Errorf("control API answers %d", status)
	}
	if code := s.stop(); code != serve.ExitOK {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
	if s.stdout.Len() > 0 {
		t.Errorf("stdout has more than the ready line: %q", s.stdout)
	}
	for line := range strings.Lines(s.stderr.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("a log line is not JSON: %q", line)
		}
	}
}

func TestASignalEndsServing(t *testing.T) {
	s := start(t, nil)
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-s.ended // by the signal, which may not meet the next test's platform either
	if code := s.stop(); code != serve.ExitOK {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
	if !strings.Contains(s.stderr.String(), `"stopped"`) {
		t.Errorf("log: %s", s.stderr)
	}
}

func TestAnOpenStreamDoesNotHoldTheEnd(t *testing.T) {
	s := start(t, nil, "--seed", "demo")
	req, err := http.NewRequestWithContext(t.Context(), "GET", s.APIURL+sessions+"/3Demo000000000000000Running/messages", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer demo-viewer")
	req.Header.Set("Accept", "text/event-stream")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if code := s.stop(); code != serve.ExitOK || strings.Contains(s.stderr.String(), "cut") {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
	if text, err := io.ReadAll(resp.Body); err != nil || !strings.HasPrefix(string(text), "id: ") {
		t.Errorf("stream %q ended with %v", text, err)
	}
}

func TestEnvironmentTwins(t *testing.T) {
	env := map[string]string{"MOCKPLATFORM_SEED": "empty", "MOCKPLATFORM_AUTH": "off", "MOCKPLATFORM_PROFILE": ""}
	s := start(t, env)
	if len(s.Tokens) > 0 {
		t.Errorf("MOCKPLATFORM_SEED=empty: tokens %v", s.Tokens)
	}
	if status, body := call(t, "POST", s.APIURL+"/api/ambient/v1/projects", "", `{"name":"mine"}`); status != 201 {
		t.Errorf("MOCKPLATFORM_AUTH=off: %d %s", status, body)
	}
	s = start(t, env, "--seed", "demo", "--auth", "tokens")
	if len(s.Tokens) != 4 {
		t.Errorf("--seed does not win over its twin: tokens %v", s.Tokens)
	}
	if status, _ := call(t, "GET", s.APIURL+sessions, "", ""); status != 401 {
		t.Errorf("--auth does not win over its twin: %d", status)
	}
}

func TestTheControlAPIIsRefusedBeyondLoopback(t *testing.T) {
	s := start(t, nil, "--addr", "0.0.0.0:0")
	if s.ControlURL != "" || !strings.HasPrefix(s.APIURL, "http://127.0.0.1:") {
		t.Errorf("ready line %s", s.line)
	}
	if status, body := call(t, "GET", s.APIURL+"/-/", "", ""); status != 403 {
		t.Errorf("without --control: %d %s", status, body)
	}
	if status, _ := call(t, "GET", s.APIURL+sessions, "demo-admin", ""); status != 200 {
		t.Errorf("the REST API answers %d", status)
	}
	for name, with := range map[string]*served{
		"--control":            start(t, nil, "--addr", "0.0.0.0:0", "--control"),
		"MOCKPLATFORM_CONTROL": start(t, map[string]string{"MOCKPLATFORM_CONTROL": "true"}, "--addr", "0.0.0.0:0"),
	} {
		if status, _ := call(t, "GET", with.APIURL+"/-/", "", ""); status != 200 || with.ControlURL == "" {
			t.Errorf("%s: %d, control_url %q", name, status, with.ControlURL)
		}
	}
}

func TestATakenPortIsCouldNotServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var out, errs bytes.Buffer
	code := serve.Run(t.Context(), []string{"serve", "--addr", l.Addr().String()}, lookup(nil), nil, &out, &errs)
	if code != serve.ExitFailed || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "address already in use") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}

func TestAStdoutThatIsClosedEndsServing(t *testing.T) {
	r, w := io.Pipe()
	_ = r.Close()
	var errs bytes.Buffer
	if code := serve.Run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0"}, lookup(nil), nil, w, &errs); code != serve.ExitFailed {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}

func TestTenantsAreMadeThroughTheControlURL(t *testing.T) {
	s := start(t, nil, "--seed", "demo")
	c := &control.Client{BaseURL: s.APIURL, HTTP: client}
	made, err := c.CreateTenant(context.WithoutCancel(t.Context()), control.TenantSpec{Seed: "demo"})
	if err != nil {
		t.Fatal(err)
	}
	if made.Tokens["demo-admin"] == "demo-admin" || made.Tokens["demo-admin"] == "" {
		t.Errorf("tokens of a second demo: %v", made.Tokens)
	}
	if status, _ := call(t, "GET", s.APIURL+sessions, made.Tokens["demo-viewer"], ""); status != 200 {
		t.Errorf("its viewer is answered %d", status)
	}
}
