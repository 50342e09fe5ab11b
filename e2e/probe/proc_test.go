// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

const status = "Name:\tambient-mcp\nUid:\t0\t1001\t1001\t1001\nGid:\t7\t8\t9\t10\nCapEff:\t00000000a80425fb\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n"

func TestTheStateOfAProcess(t *testing.T) {
	var c target.Container
	if err := readStatus([]byte(status), &c); err != nil {
		t.Fatal(err)
	}
	want := target.Container{UID: 1001, GID: 8, EffectiveCapabilities: "00000000a80425fb", NoNewPrivileges: true, Seccomp: 2}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	for _, line := range []string{"Uid:", "Gid:", "CapEff:", "NoNewPrivs:", "Seccomp:"} {
		without := strings.Replace(status, line, "X"+line, 1)
		if err := readStatus([]byte(without), &c); err == nil || !strings.Contains(err.Error(), "no line "+strings.TrimSuffix(line, ":")) {
			t.Errorf("without %s: %v", line, err)
		}
	}
	for _, wrong := range []string{strings.Replace(status, "1001", "x", 1), strings.Replace(status, "00000000a80425fb", "zz", 1)} {
		if err := readStatus([]byte(wrong), &c); err == nil {
			t.Errorf("accepted %q", wrong)
		}
	}
}

func TestTheEnvironmentIsToldByName(t *testing.T) {
	got := names([]byte("TOKEN=s3cret\x00B=1=2\x00A=\x00no pair\x00=x\x00B=again\x00"))
	if diff := cmp.Diff([]string{"A", "B", "TOKEN"}, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzProc: what the kernel tells is read or refused, and a value never becomes a name.
func FuzzProc(f *testing.F) {
	f.Add([]byte(status), []byte("A=1\x00B=2"))
	f.Fuzz(func(t *testing.T, status, environment []byte) {
		var c target.Container
		_ = readStatus(status, &c)
		for _, name := range names(environment) {
			if strings.ContainsAny(name, "=\x00") {
				t.Errorf("%q is no name", name)
			}
		}
	})
}
