// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package program_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

// narrow takes a few bytes and fails from then on, each time with another error.
type narrow struct {
	left int
	errs []error
}

func (n *narrow) Write(p []byte) (int, error) {
	if n.left -= len(p); n.left >= 0 {
		return len(p), nil
	}
	err := n.errs[0]
	n.errs = n.errs[1:]
	return 0, err
}

func TestOutputRemembersTheFirstError(t *testing.T) {
	first := errors.New("no space left on device")
	o := program.Output{W: &narrow{left: 3, errs: []error{first, errors.New("closed")}}}
	for _, text := range []string{"abc", "d", "e"} {
		_, err := o.Write([]byte(text))
		if (err == nil) != (text == "abc") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if !errors.Is(o.Err(), first) {
		t.Errorf("got %v", o.Err())
	}
	var b strings.Builder
	whole := program.Output{W: &b}
	if _, err := whole.Write([]byte("x")); err != nil || whole.Err() != nil || b.String() != "x" {
		t.Errorf("%q, %v, %v", b.String(), err, whole.Err())
	}
}
