// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// dying is the variable that makes this executable a run that ends without a
// word: one for each id, of which those that begin with "kept" are to stay.
const dying = "CONTAINER_TEST_DYING"

// echoing is the variable that makes this executable a program that says what it reads.
const echoing = "CONTAINER_TEST_ECHOING"

func TestMain(m *testing.M) {
	if os.Getenv(echoing) != "" {
		said, _ := io.ReadAll(os.Stdin)
		fmt.Fprint(os.Stderr, "log\n")
		fmt.Print(strings.ToUpper(string(said)))
		os.Exit(3)
	}
	if ids := os.Getenv(dying); ids != "" {
		for _, id := range strings.Fields(ids) {
			l, err := lease.Hold(id)
			if err == nil && strings.HasPrefix(id, "kept") {
				err = l.Keep()
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// died lets another process hold the leases of these runs and end.
func died(t *testing.T, ids ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), dying+"="+strings.Join(ids, " "))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestLacks(t *testing.T) {
	has := map[target.Transport][]target.Capability{
		target.Stdio: {target.NeedsStdio, target.ServerEnv, target.Programs, target.Address, target.Signals, target.Image},
		target.SSE:   {target.NeedsSSE, target.ServerEnv, target.Programs, target.Address, target.Signals, target.Image},
	}
	for tr, these := range has {
		tg := New(Options{Transport: tr})
		there := map[target.Capability]bool{}
		for _, c := range these {
			there[c] = true
		}
		for _, c := range target.Capabilities {
			if reason := tg.Lacks(c); (reason == "") != there[c] {
				t.Errorf("%s: @needs:%s: %q", tr, c, reason)
			}
		}
	}
}

// TestWithoutAnEngine is the verdict on a machine that cannot judge.
func TestWithoutAnEngine(t *testing.T) {
	t.Setenv("DOCKER_HOST", "unix:///nowhere/engine.sock")
	r, err := contract.Execute(t.Context(), contract.Options{
		Targets: []target.Target{New(Options{Transport: target.Stdio, Bin: staticPrograms(t)})},
	})
	if err != nil {
		t.Fatal(err)
	}
	if code := r.ExitCode(); code != 2 || r.Passes[0].Unjudged == "" || len(r.Passes[0].Scenarios) > 0 {
		t.Errorf("exit code %d, %+v", code, r.Passes[0])
	}
}
