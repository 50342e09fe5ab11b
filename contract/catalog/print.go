// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Outputs are the formats of [Coverage.Write].
var Outputs = []string{"text", "json", "md"}

// Write writes the coverage in one of [Outputs].
func (c *Coverage) Write(w io.Writer, output string) error {
	switch output {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(c)
	case "md":
		return c.markdown(w)
	case "text":
		return c.text(w)
	default:
		return fmt.Errorf("unknown output %q; valid are %s", output, strings.Join(Outputs, ", "))
	}
}

func (c *Coverage) text(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "area\tscenarios\tids")
	for _, a := range c.Areas {
		fmt.Fprintf(tab, "%s\t%d\t%d\n", a.Name, a.Scenarios, a.Requirements)
	}
	tab.Flush()
	if codes, rows := c.table(); len(rows) > 0 {
		fmt.Fprintln(w, "\ntool × error: scenarios by cell (blank: not an error of that tool)")
		head := "\t"
		for i := range codes {
			head += fmt.Sprintf("%d\t", i+1)
		}
		fmt.Fprintln(tab, head)
		for _, r := range rows {
			fmt.Fprintln(tab, strings.Join(r, "\t")+"\t")
		}
		tab.Flush()
		for i, code := range codes {
			fmt.Fprintf(w, "  %2d %s\n", i+1, code)
		}
	}
	if len(c.Deferred) > 0 {
		fmt.Fprintln(w, "\ndeferred, not counted:")
		for _, d := range c.Deferred {
			fmt.Fprintf(w, "  %s: %s (%s)\n", d.ID, d.Text, d.Reason)
		}
	}
	if len(c.Problems) > 0 {
		fmt.Fprintln(w, "\nproblems:")
		for _, p := range c.Problems {
			fmt.Fprintf(w, "  %s\n", p)
		}
	}
	_, err := fmt.Fprintf(w, "\n%d of %d requirements covered (%s) by %d scenarios, %d deferred, %d problems\n",
		c.Covered, c.Requirements, c.percent(), c.Scenarios, len(c.Deferred), len(c.Problems))
	return err
}

func (c *Coverage) markdown(w io.Writer) error {
	fmt.Fprintf(w, "## Coverage: %s\n\n%d of %d requirements, %d scenarios, %d deferred\n\n", c.percent(), c.Covered, c.Requirements, c.Scenarios, len(c.Deferred))
	fmt.Fprintf(w, "| area | scenarios | ids |\n|---|--:|--:|\n")
	for _, a := range c.Areas {
		fmt.Fprintf(w, "| %s | %d | %d |\n", a.Name, a.Scenarios, a.Requirements)
	}
	if codes, rows := c.table(); len(rows) > 0 {
		fmt.Fprintf(w, "\n| tool | %s |\n|---%s|\n", strings.Join(codes, " | "), strings.Repeat("|:-:", len(codes)))
		for _, r := range rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(r, " | "))
		}
	}
	for _, p := range c.Problems {
		fmt.Fprintf(w, "\n- %s", p)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// table returns the codes and, per tool, its name and a count under each code.
func (c *Coverage) table() (codes []string, rows [][]string) {
	for _, cell := range c.Matrix {
		if !slices.Contains(codes, cell.Code) {
			codes = append(codes, cell.Code)
		}
	}
	for _, cell := range c.Matrix {
		i := slices.IndexFunc(rows, func(r []string) bool { return r[0] == cell.Tool })
		if i < 0 {
			rows = append(rows, append([]string{cell.Tool}, make([]string, len(codes))...))
			i = len(rows) - 1
		}
		rows[i][1+slices.Index(codes, cell.Code)] = fmt.Sprint(cell.Scenarios)
	}
	return codes, rows
}

func (c *Coverage) percent() string {
	if c.Requirements == 0 {
		return "100 %"
	}
	// Rounded down: 100 % is said only of all.
	return fmt.Sprintf("%d %%", 100*c.Covered/c.Requirements)
}
