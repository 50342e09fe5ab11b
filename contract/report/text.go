// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Printer tells a person how a run goes. Its methods may be called concurrently.
type Printer struct {
	// Out takes the text.
	Out io.Writer
	// Verbose prints a line per scenario rather than a mark.
	Verbose bool
	// Color marks outcomes by colour; see [Colors].
	Color bool

	mu     sync.Mutex
	column int
}

// Colors tells whether w is a terminal that wants colours: NO_COLOR is unset, empty or w is a file.
func Colors(w io.Writer, lookup func(string) (string, bool)) bool {
	if v, ok := lookup("NO_COLOR"); ok && v != "" {
		return false
	}
	if v, _ := lookup("TERM"); v == "dumb" {
		return false
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

const (
	perLine  = 80 // marks on a line
	logLines = 20 // of a server's log after a failure; reports have more
)

// marks and colours by outcome.
var marks = map[Status]struct{ mark, word, color string }{
	Passed:    {".", "ok  ", "32"},
	Failed:    {"F", "FAIL", "31"},
	Skipped:   {"s", "skip", "33"},
	Undefined: {"U", "UNDEF", "31"},
	Unjudged:  {"?", "????", "35"},
}

// Starting says what begins.
func (p *Printer) Starting(title string, scenarios int, seed int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.Out, "%s: %d scenarios, order seed %d\n", title, scenarios, seed)
	p.column = 0
}

// Scenario tells of one outcome at once, and of a problem in full.
func (p *Printer) Scenario(title string, s Scenario) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := marks[s.Status]
	if p.Verbose {
		fmt.Fprintf(p.Out, "%s %s:%d %s (%.3f s)\n", p.paint(m.color, m.word), s.URI, s.Line, s.Name, s.Seconds)
		if s.Status == Skipped {
			fmt.Fprintf(p.Out, "     %s\n", s.Reason)
		}
	} else {
		fmt.Fprint(p.Out, p.paint(m.color, m.mark))
		if p.column++; p.column%perLine == 0 {
			fmt.Fprintln(p.Out)
		}
	}
	p.problem(title, s)
}

// Retell tells of the problems in a report of runs that are over.
func (p *Printer) Retell(r *Report) {
	for _, pass := range r.Passes {
		for _, s := range pass.Scenarios {
			p.mu.Lock()
			p.problem(pass.Title(r.repeated()), s)
			p.mu.Unlock()
		}
		p.Ended(pass)
	}
}

// problem tells of a scenario that did not pass; p.mu is held.
func (p *Printer) problem(title string, s Scenario) {
	if s.Status == Passed || s.Status == Skipped {
		return
	}
	p.newline()
	m := marks[s.Status]
	fmt.Fprintf(p.Out, "%s %s · %s · %s (%s:%d)\n", p.paint(m.color, m.word), title, s.Feature, s.Name, s.URI, s.Line)
	if s.Reason != "" {
		fmt.Fprintf(p.Out, "     %s\n", s.Reason)
	}
	if s.Step != "" {
		fmt.Fprintf(p.Out, "     step: %s\n", s.Step)
	}
	if s.Message != "" {
		fmt.Fprintln(p.Out, indent(s.Message))
	}
	if len(s.Wire) > 0 {
		fmt.Fprintf(p.Out, "     wire:\n%s\n", indent(strings.Join(s.Wire, "\n")))
	}
	if len(s.Log) > 0 {
		fmt.Fprintf(p.Out, "     server log:\n%s\n", indent(strings.Join(s.Log[max(0, len(s.Log)-logLines):], "\n")))
	}
}

// Ended ends the line of marks.
func (p *Printer) Ended(pass Pass) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.newline()
	if pass.Broken != "" {
		fmt.Fprintf(p.Out, "%s %s\n", p.paint(marks[Failed].color, "contract broken:"), plain(pass.Broken))
	}
	if pass.Unjudged != "" {
		fmt.Fprintf(p.Out, "%s %s\n", p.paint(marks[Unjudged].color, "could not judge:"), plain(pass.Unjudged))
	}
	for _, a := range pass.Attachments {
		fmt.Fprintf(p.Out, "attached to the reports: %s (%d bytes)\n", plain(a.Name), len(a.Text))
	}
}

// Summary prints skips by reason, the matrix, the counts of each pass, the verdict and the last line.
func (p *Printer) Summary(r *Report) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintln(p.Out)
	for _, s := range r.skips() {
		fmt.Fprintf(p.Out, "skipped on %s: %d scenarios: %s\n", s.pass, s.count, s.reason)
	}
	fmt.Fprint(p.Out, textMatrix(r.Matrix))
	for _, pass := range r.Passes {
		whole := ""
		switch {
		case pass.Broken != "":
			whole = ", " + string(Broken)
		case pass.Unjudged != "":
			whole = ", " + string(CouldNotJudge)
		}
		fmt.Fprintf(p.Out, "%-24s %s in %.1f s%s\n", pass.Title(r.repeated()), pass.Totals.Line(), pass.Seconds, whole)
	}
	if r.Unjudged != "" {
		fmt.Fprintf(p.Out, "%s %s\n", p.paint(marks[Unjudged].color, "could not judge:"), plain(r.Unjudged))
	}
	color := "32"
	if r.Verdict != Met {
		color = "31"
	}
	fmt.Fprintf(p.Out, "verdict: %s", p.paint(color, string(r.Verdict)))
	if r.Totals.Undefined > 0 {
		fmt.Fprintf(p.Out, " (%d of the failed are undefined)", r.Totals.Undefined)
	}
	if r.Totals.Unjudged > 0 {
		fmt.Fprintf(p.Out, " (%d not judged)", r.Totals.Unjudged)
	}
	fmt.Fprintf(p.Out, "\n%d passed, %d failed, %d skipped\n", r.Totals.Passed, r.Totals.Broken(), r.Totals.Skipped)
}

func (p *Printer) newline() {
	if p.column%perLine != 0 {
		fmt.Fprintln(p.Out)
	}
	p.column = 0
}

func (p *Printer) paint(color, text string) string {
	if !p.Color {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func indent(text string) string {
	return "       " + strings.ReplaceAll(strings.TrimRight(plain(text), "\n"), "\n", "\n       ")
}

// plain keeps what a server under test has sent from steering the terminal, and
// the text valid UTF-8.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return utf8.RuneError
		}
		return r
	}, text)
}
