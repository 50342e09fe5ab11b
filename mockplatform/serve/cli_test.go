// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/serve"
)

func TestEveryBadInputIsOneLineAndChangesNothing(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.yaml")
	if err := os.WriteFile(bad, []byte("projects:\n  - name: Demo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(dir, "state.json")
	for _, tc := range []struct {
		name string
		env  map[string]string
		args []string
		code int
		want string
	}{
		{"unknown command", nil, []string{"run"}, 2, `unknown command "run"; see 'mockplatform --help'`},
		{"unknown subcommand", nil, []string{"seed", "chek"}, 2, `unknown command "chek"; see 'mockplatform seed --help'`},
		{"unknown flag", nil, []string{"serve", "--port", "1"}, 2, "unknown flag: --port; see 'mockplatform serve --help'"},
		{"flag of a later milestone", nil, []string{"serve", "--grpc-addr", "127.0.0.1:9000"}, 2, "unknown flag: --grpc-addr"},
		{"flag without its value", nil, []string{"serve", "--seed"}, 2, "flag needs an argument: --seed"},
		{"argument of serve", nil, []string{"serve", "demo"}, 2, `serve takes no arguments, got "demo"`},
		{"address without a port", nil, []string{"serve", "--addr", "localhost"}, 2, `--addr="localhost": want HOST:PORT`},
		{"port out of range", nil, []string{"serve", "--addr", "127.0.0.1:70000"}, 2, `--addr="127.0.0.1:70000": port "70000" is not a number from 0 to 65535`},
		{"address in the environment", map[string]string{"MOCKPLATFORM_ADDR": "x"}, []string{"serve"}, 2, `MOCKPLATFORM_ADDR="x": want HOST:PORT`},
		{"host that is not this machine's", nil, []string{"serve", "--addr", "192.0.2.1:0"}, 1, "cannot serve: listen tcp 192.0.2.1:0"},
		{"profile", nil, []string{"serve", "--profile", "upstream"}, 2, `--profile="upstream": there is only spec`},
		{"profile in the environment", map[string]string{"MOCKPLATFORM_PROFILE": "upstream"}, []string{"serve"}, 2, `MOCKPLATFORM_PROFILE="upstream": there is only spec`},
		{"auth", nil, []string{"serve", "--auth", "jwt"}, 2, `--auth="jwt": must be one of tokens, off`},
		{"auth in the environment", map[string]string{"MOCKPLATFORM_AUTH": "jwt"}, []string{"serve"}, 2, `MOCKPLATFORM_AUTH="jwt": must be one of tokens, off`},
		{"control", nil, []string{"serve", "--control=perhaps"}, 2, `--control="perhaps": want true or false; see 'mockplatform serve --help'`},
		{"control in the environment", map[string]string{"MOCKPLATFORM_CONTROL": "perhaps"}, []string{"serve"}, 2, `MOCKPLATFORM_CONTROL="perhaps": want true or false`},
		{"seed that does not exist", nil, []string{"serve", "--seed", filepath.Join(dir, "no.yaml")}, 2, "neither a built-in seed (demo, empty) nor a file: no such file or directory"},
		{"seed that is a directory", nil, []string{"serve", "--seed", dir}, 2, "is a directory"},
		{"no seed", nil, []string{"serve", "--seed", ""}, 2, `--seed="": neither a built-in seed (demo, empty) nor a file: the name is empty`},
		{"seed that is wrong", nil, []string{"serve", "--seed", bad}, 2, `--seed="` + bad + `": line 2: projects[0].name: "Demo" must be`},
		{"seed in the environment", map[string]string{"MOCKPLATFORM_SEED": bad}, []string{"serve"}, 2, `MOCKPLATFORM_SEED="` + bad + `": line 2: `},
		{"state below no directory", nil, []string{"serve", "--state", filepath.Join(dir, "no", "state.json")}, 2, "/no is not a directory"},
		{"state where no file can be made", nil, []string{"serve", "--state", "/proc/state.json"}, 2, "/proc"},
		{"state that is a device", nil, []string{"serve", "--state", "/dev/zero"}, 2, "is not a regular file"},
		{"state that is a directory", nil, []string{"serve", "--state", dir}, 2, `--state="` + dir + `": is a directory`},
		{"wrong seed beside a state", nil, []string{"serve", "--seed", bad, "--state", state}, 2, "line 2: "},
		{"wrong profile beside a state", nil, []string{"serve", "--profile", "x", "--state", state}, 2, "there is only spec"},
		{"taken host beside a state", nil, []string{"serve", "--addr", "192.0.2.1:0", "--state", state}, 1, "cannot serve"},
		{"check of a wrong seed", nil, []string{"seed", "check", bad}, 2, "seed " + bad + ": line 2: "},
		{"check of nothing", nil, []string{"seed", "check"}, 2, "seed check takes one FILE, got 0 arguments"},
		{"check of no file", nil, []string{"seed", "check", "dmo"}, 2, "seed dmo: neither a built-in seed (demo, empty) nor a file: no such file"},
		{"health of what is no URL", nil, []string{"healthcheck", "--url", "localhost:8000"}, 2, `--url="localhost:8000": want an http or https URL`},
		{"health of what is no URL in the environment", map[string]string{"MOCKPLATFORM_URL": "x"}, []string{"healthcheck"}, 2, `MOCKPLATFORM_URL="x": want an http or https URL`},
		{"argument of healthcheck", nil, []string{"healthcheck", "x"}, 2, "healthcheck takes no arguments"},
		{"argument of version", nil, []string{"version", "x"}, 2, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if len(tc.args) > 0 && tc.args[0] == "serve" && !strings.Contains(strings.Join(tc.args, " "), "--addr") && tc.env["MOCKPLATFORM_ADDR"] == "" {
				tc.args = append(tc.args, "--addr=127.0.0.1:0")
			}
			if tc.name == "flag without its value" {
				tc.args = []string{"serve", "--addr=127.0.0.1:0", "--seed"}
			}
			code, stdout, stderr := run(t, tc.env, "", tc.args...)
			if code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
			if stdout != "" {
				t.Errorf("stdout: %q", stdout)
			}
			if !strings.HasPrefix(stderr, "mockplatform: ") || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, tc.want) {
				t.Errorf("stderr %q, want one line with %q", stderr, tc.want)
			}
			if _, err := os.Stat(state); err == nil {
				t.Error("a state file was written")
			}
		})
	}
}

func TestSeedCheck(t *testing.T) {
	code, stdout, stderr := run(t, nil, "", "seed", "check", "demo")
	if code != serve.ExitOK || stdout != "demo: ok: 4 tokens, 2 projects, 4 agents, 9 sessions, 10 messages\n" || stderr != "" {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
	code, stdout, stderr = run(t, nil, `{"projects":[{"name":"demo"}]}`, "seed", "check", "-")
	if code != serve.ExitOK || !strings.Contains(stdout, "1 projects") {
		t.Errorf("from stdin: %d %q %q", code, stdout, stderr)
	}
}

func TestHealthcheck(t *testing.T) {
	s := start(t, nil)
	check := func(url string) (int, string, string) {
		return runLive(t, map[string]string{"MOCKPLATFORM_URL": url}, "healthcheck")
	}
	if code, stdout, stderr := check(s.APIURL); code != serve.ExitOK || stdout != "ok\n" {
		t.Errorf("of a platform: %d %q %q", code, stdout, stderr)
	}
	s.stop()
	if code, _, stderr := check(s.APIURL); code != serve.ExitFailed || !strings.Contains(stderr, "not healthy: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("of a stopped one: %d %q", code, stderr)
	}
	ill := httptest.NewServer(http.RedirectHandler("/elsewhere", http.StatusFound))
	defer ill.Close()
	if code, _, stderr := check(ill.URL); code != serve.ExitFailed || !strings.Contains(stderr, "answers 302") {
		t.Errorf("of something else: %d %q", code, stderr)
	}
}

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWhatCannotBePrintedIsNoSuccess(t *testing.T) {
	s := start(t, nil)
	for _, args := range [][]string{
		{}, {"--help"}, {"serve", "--help"}, {"version"}, {"seed", "check", "demo"}, {"healthcheck", "--url", s.APIURL}, {"serve", "--addr", "127.0.0.1:0"},
	} {
		var stderr bytes.Buffer
		code := serve.Run(t.Context(), args, lookup(nil), strings.NewReader(""), full{}, &stderr)
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		if last := lines[len(lines)-1]; code != serve.ExitFailed || !strings.HasPrefix(last, "mockplatform: ") || !strings.HasSuffix(last, ": no space left on device") {
			t.Errorf("%v: %d %q", args, code, stderr.String())
		}
		if len(lines) > 1 && args[0] != "serve" { // whose log is on stderr too
			t.Errorf("%v: more than one line: %q", args, stderr.String())
		}
	}
}

func TestHelpAndVersion(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"serve", "--help"}, {"seed", "--help"}, {"seed", "check", "--help"}, {"healthcheck", "--help"}} {
		code, stdout, stderr := run(t, nil, "", args...)
		if code != serve.ExitOK || !strings.Contains(stdout, "Usage:") || stderr != "" {
			t.Errorf("%v: %d %q %q", args, code, stdout, stderr)
		}
	}
	if _, stdout, _ := run(t, nil, "", "serve", "--help"); !strings.Contains(stdout, "Examples:") || !strings.Contains(stdout, "MOCKPLATFORM_SEED") {
		t.Errorf("help of serve: %s", stdout)
	}
	if code, stdout, _ := run(t, nil, "", "version"); code != serve.ExitOK || !strings.HasPrefix(stdout, "mockplatform ") {
		t.Errorf("version: %d %q", code, stdout)
	}
}
