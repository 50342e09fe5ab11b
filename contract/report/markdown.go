// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"io"
	"strings"
)

// Markdown is a summary for the page of a CI run.
type Markdown struct{}

// Name is "md".
func (Markdown) Name() string { return "md" }

// Write writes counts, failures with their wire logs, skips by reason and the matrix.
func (Markdown) Write(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## Contract: %s\n\n", r.Verdict)
	fmt.Fprintf(&b, "%s in %.1f s%s\n\n", r.Totals.Line(), r.Seconds, r.how())
	b.WriteString("| target | transport | passed | failed | skipped | undefined | not judged | seconds |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, p := range r.Passes {
		c := p.Totals
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %d | %.1f |\n", p.Target, p.Transport, c.Passed, c.Failed, c.Skipped, c.Undefined, c.Unjudged, p.Seconds)
	}
	r.markdownProblems(&b)
	if header, rows := table(r.Matrix); len(rows) > 0 {
		b.WriteString("\n### Tool × error\n\n| " + strings.Join(header, " | ") + " |\n|---" + strings.Repeat("|:-:", len(header)-1) + "|\n")
		for _, row := range rows {
			b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		}
	}
	if skips := r.skips(); len(skips) > 0 {
		b.WriteString("\n### Skipped\n\n| target | reason | scenarios |\n|---|---|--:|\n")
		for _, s := range skips {
			fmt.Fprintf(&b, "| %s | %s | %d |\n", s.pass, cell(s.reason), s.count)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write markdown: %w", err)
	}
	return nil
}

// how says, as the rest of a line, in which order and which part of the scenarios was run.
func (r *Report) how() string {
	var how string
	if r.Seed != 0 {
		how += fmt.Sprintf(", order seed %d", r.Seed)
	}
	if r.Shard != nil {
		how += ", shard " + r.Shard.String()
	}
	return how
}

func (r *Report) markdownProblems(b *strings.Builder) {
	if r.Unjudged != "" {
		fmt.Fprintf(b, "\n**Could not be judged:** %s\n", cell(r.Unjudged))
	}
	for _, p := range r.Passes {
		title := p.Title(r.repeated())
		if p.Broken != "" {
			fmt.Fprintf(b, "\n**%s breaks the contract:** %s\n", title, cell(p.Broken))
		}
		if p.Unjudged != "" {
			fmt.Fprintf(b, "\n**%s could not be judged:** %s\n", title, cell(p.Unjudged))
		}
		for _, a := range p.Attachments {
			details(b, title+" · "+a.Name, plain(a.Text))
		}
		for _, s := range p.Scenarios {
			if s.Status == Passed || s.Status == Skipped {
				continue
			}
			text := plain(s.Message)
			if s.Step != "" {
				text = "step: " + s.Step + "\n" + text
			}
			if s.Reason != "" {
				text = s.Reason + "\n" + text
			}
			if len(s.Wire) > 0 {
				text = strings.TrimRight(text, "\n") + "\n\nwire:\n" + plain(strings.Join(s.Wire, "\n"))
			}
			if len(s.Log) > 0 {
				text = strings.TrimRight(text, "\n") + "\n\nserver log:\n" + plain(strings.Join(s.Log, "\n"))
			}
			details(b, fmt.Sprintf("%s · %s · %s (%s:%d)", s.Status, title, s.Name, s.URI, s.Line), text)
		}
	}
}

// details is a text that is folded until somebody wants to read it.
func details(b *strings.Builder, summary, text string) {
	fmt.Fprintf(b, "\n<details><summary>%s</summary>\n\n%s\n</details>\n", html(summary), fenced(text))
}

// fenced puts text into a code block whose fence is longer than any in the text.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

func cell(s string) string {
	return html(strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`))
}

func html(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
