// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package parity

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
)

const (
	// mostLines bounds a difference, and wide each of its lines: the reports have everything.
	mostLines = 8
	wide      = 240
	// around is how much is shown of a text before the place where it differs.
	around = 60
)

// diffAnswers is how two unequal answers differ: in the facts that they state or,
// when these are the same, in how they are written.
func diffAnswers(a, b ledger.Answer) []string {
	switch {
	case a.Text == b.Text: // the difference is in the part that was not kept
		return []string{
			fmt.Sprintf("- %d bytes, sha256 %s", a.Bytes, a.SHA256),
			fmt.Sprintf("+ %d bytes, sha256 %s", b.Bytes, b.SHA256),
		}
	case a.Bytes > 0 || b.Bytes > 0: // the beginning of a JSON text states nothing
		return firstPlace(a.Text, b.Text)
	}
	if lines := diff(ledger.Facts(a.Text), ledger.Facts(b.Text)); len(lines) > 0 {
		return lines
	}
	return firstPlace(a.Text, b.Text)
}

// diff are the lines that only one of the two has, in the order of each.
func diff(a, b []string) []string {
	var out []string
	only := func(mark string, these, those []string) {
		left := map[string]int{}
		for _, line := range those {
			left[line]++
		}
		for _, line := range these {
			if left[line]--; left[line] < 0 {
				out = append(out, mark+clip(line))
			}
		}
	}
	only("- ", a, b)
	removed := len(out)
	only("+ ", b, a)
	return shortened(out, removed)
}

// shortened keeps the beginning of both halves.
func shortened(lines []string, removed int) []string {
	if len(lines) <= mostLines {
		return lines
	}
	var out []string
	for _, half := range [][]string{lines[:removed], lines[removed:]} {
		if left := len(half) - mostLines/2; left > 0 {
			half = append(half[:mostLines/2:mostLines/2], fmt.Sprintf("… %d more", left))
		}
		out = append(out, half...)
	}
	return out
}

// firstPlace shows both texts from a little before the place where they part.
func firstPlace(a, b string) []string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-around)
	for from > 0 && !utf8.RuneStart(a[from]) {
		from--
	}
	return []string{"- " + clip("…"+a[from:]), "+ " + clip("…"+b[from:])}
}

// clip makes one line of bounded width.
func clip(s string) string {
	s = strings.ReplaceAll(s, "\n", "⏎")
	if r := []rune(s); len(r) > wide {
		return string(r[:wide]) + "…"
	}
	return s
}
