// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"strings"
)

// Title names the pass; the repetition is part of it when there are several.
func (p Pass) Title(repeated bool) string {
	if repeated {
		return fmt.Sprintf("%s/%s#%d", p.Target, p.Transport, p.Repetition)
	}
	return p.Target + "/" + p.Transport
}

// Title names the scenario among all.
func (s Scenario) Title() string { return s.URI + ": " + s.Name }

// Summary is one line that says why the scenario did not pass.
func (s Scenario) Summary() string {
	switch {
	case s.Reason != "":
		return s.Reason
	case s.Step != "":
		return "step: " + s.Step
	default:
		first, _, _ := strings.Cut(s.Message, "\n")
		return first
	}
}

func (r *Report) repeated() bool {
	for _, p := range r.Passes {
		if p.Repetition > 1 {
			return true
		}
	}
	return false
}
