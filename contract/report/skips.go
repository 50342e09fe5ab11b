// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import "fmt"

type skip struct {
	pass, reason string
	count        int
}

// skips groups the skipped scenarios by pass and reason, in order of appearance.
func (r *Report) skips() []skip {
	var out []skip
	index := map[string]int{}
	for _, p := range r.Passes {
		for _, s := range p.Scenarios {
			if s.Status != Skipped {
				continue
			}
			key := p.Title(false) + "\x00" + s.Reason
			i, ok := index[key]
			if !ok {
				i = len(out)
				index[key] = i
				out = append(out, skip{pass: p.Title(false), reason: s.Reason})
			}
			out[i].count++
		}
	}
	return out
}

// Line is "N passed, N failed, N skipped"; what is undefined counts as failed
// and what was not judged is named when there is any.
func (c Counts) Line() string {
	line := fmt.Sprintf("%d passed, %d failed, %d skipped", c.Passed, c.Broken(), c.Skipped)
	if c.Unjudged > 0 {
		line += fmt.Sprintf(", %d not judged", c.Unjudged)
	}
	return line
}
