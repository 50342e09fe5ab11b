// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"context"
	"fmt"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// conclude judges the pass as a whole when every scenario was run, lets the
// target tell what surrounds a pass that did not pass, and releases the target:
// also one that did not start may hold something.
func (p *pass) conclude(ctx context.Context, out *report.Pass, ran bool) {
	if ran {
		out.Broken = strings.Join(p.atLarge(ctx, *out), "; ")
	}
	if d, ok := p.target.(target.Diagnoser); ok && !out.Met() {
		telling, cancel := context.WithTimeout(context.WithoutCancel(ctx), targetPatience)
		out.Attachments = d.Diagnose(telling)
		cancel()
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), targetPatience)
	defer cancel()
	if err := p.target.Stop(stopping); err != nil && out.Unjudged == "" {
		out.Unjudged = fmt.Sprintf("target %s did not stop: %v", p.title, err)
	}
}

// atLarge says what is wrong with no scenario but with all of them together.
func (p *pass) atLarge(ctx context.Context, out report.Pass) []string {
	var problems []string
	if a, ok := p.target.(target.Auditor); ok {
		auditing, cancel := context.WithTimeout(ctx, targetPatience)
		defer cancel()
		if err := a.Audit(auditing); err != nil {
			problems = append(problems, fmt.Sprintf("audit of target %s: %v", p.title, err))
		}
	}
	if p.o.whole && p.o.Shard.Count == 0 && p.o.Skips != nil {
		if problem := p.o.Skips.Check(out); problem != "" {
			problems = append(problems, problem)
		}
	}
	return problems
}
