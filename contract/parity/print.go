// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package parity

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Outputs are the formats of [Result.Write].
var Outputs = []string{"text", "json", "md"}

// Write writes the result in one of the [Outputs].
func (r *Result) Write(w io.Writer, output string) error {
	var text string
	switch output {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r); err != nil {
			return fmt.Errorf("write parity: %w", err)
		}
		return nil
	case "md":
		text = r.markdown()
	default:
		text = r.text()
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("write parity: %w", err)
	}
	return nil
}

func (r *Result) text() string {
	var b strings.Builder
	for _, d := range r.Differences {
		fmt.Fprintf(&b, "%s and %s differ in %s\n", d.A, d.B, d.Scenario)
		if d.Step != "" {
			fmt.Fprintf(&b, "  step: %s\n", d.Step)
		}
		fmt.Fprintf(&b, "  %s (- %s, + %s)\n", d.What, d.A, d.B)
		for _, line := range d.Lines {
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	for _, e := range r.Stale {
		fmt.Fprintf(&b, "accepted, and there is no such difference: %s; take the entry out\n", e)
	}
	for _, a := range r.Accepted {
		fmt.Fprintf(&b, "accepted, %d times: %s: %s\n", a.Count, a.Entry, a.Entry.Reason)
	}
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "%s and %s: %d scenarios compared, %d not judged on both\n", p.A, p.B, p.Compared, p.NotCompared)
	}
	return b.String() + r.line() + "\n"
}

// line is the last line.
func (r *Result) line() string {
	accepted := 0
	for _, a := range r.Accepted {
		accepted += a.Count
	}
	return fmt.Sprintf("%d differences, %d accepted, %d stale entries", len(r.Differences), accepted, len(r.Stale))
}

func (r *Result) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Parity: %s\n\n| passes | scenarios compared | not judged on both |\n|---|--:|--:|\n", r.line())
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "| %s, %s | %d | %d |\n", p.A, p.B, p.Compared, p.NotCompared)
	}
	for _, d := range r.Differences {
		text := d.What + "\n" + strings.Join(d.Lines, "\n")
		if d.Step != "" {
			text = "step: " + d.Step + "\n" + text
		}
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		fmt.Fprintf(&b, "\n<details><summary>%s and %s: %s</summary>\n\n%sdiff\n%s\n%s\n</details>\n", d.A, d.B, html(d.Scenario), fence, text, fence)
	}
	for _, e := range r.Stale {
		fmt.Fprintf(&b, "\n**Accepted, and there is no such difference:** %s\n", html(e.String()))
	}
	for _, a := range r.Accepted {
		fmt.Fprintf(&b, "\nAccepted, %d times: %s: %s\n", a.Count, html(a.Entry.String()), html(a.Entry.Reason))
	}
	return b.String()
}

func html(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
