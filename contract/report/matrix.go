// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"slices"
	"strings"
)

// symbol is how a cell of the matrix is drawn, with the number of scenarios behind it.
func (c Counts) symbol() string {
	switch {
	case c.Broken() > 0:
		return fmt.Sprintf("✗%d", c.Broken())
	case c.Passed > 0:
		return fmt.Sprintf("✓%d", c.Passed)
	case c.Unjudged > 0:
		return "?"
	case c.Skipped > 0:
		return "s"
	default:
		return "-"
	}
}

// table lays the cells out as rows of tools and columns of codes, both in the order of the cells.
func table(cells []Cell) (header []string, rows [][]string) {
	var tools, codes []string
	at := map[string]Counts{}
	for _, c := range cells {
		if !slices.Contains(tools, c.Tool) {
			tools = append(tools, c.Tool)
		}
		if !slices.Contains(codes, c.Code) {
			codes = append(codes, c.Code)
		}
		at[c.Tool+" "+c.Code] = c.Counts
	}
	header = append([]string{"tool"}, codes...)
	for _, tool := range tools {
		row := []string{tool}
		for _, code := range codes {
			counts, asked := at[tool+" "+code]
			switch {
			case !asked:
				row = append(row, "")
			case counts.Total() == 0:
				row = append(row, "-")
			default:
				row = append(row, counts.symbol())
			}
		}
		rows = append(rows, row)
	}
	return header, rows
}

// textMatrix draws the matrix for a terminal: the codes are numbered columns, named below.
func textMatrix(cells []Cell) string {
	header, rows := table(cells)
	if len(rows) == 0 {
		return ""
	}
	wide := 0
	for _, r := range rows {
		wide = max(wide, len(r[0]))
	}
	var b strings.Builder
	b.WriteString("tool × error (✓ proved, ✗ broken, s skipped, ? not judged, - not run; blank: not an error of that tool)\n")
	fmt.Fprintf(&b, "  %-*s", wide, "")
	for i := range header[1:] {
		fmt.Fprintf(&b, " %4d", i+1)
	}
	b.WriteByte('\n')
	for _, r := range rows {
		line := fmt.Sprintf("  %-*s", wide, r[0])
		for _, cell := range r[1:] {
			line += fmt.Sprintf(" %4s", cell)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for i, code := range header[1:] {
		fmt.Fprintf(&b, "  %2d %s\n", i+1, code)
	}
	return b.String()
}
