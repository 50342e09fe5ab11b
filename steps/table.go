// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"fmt"

	"github.com/cucumber/godog"
)

// eachRow calls do with each row below the header, as cells by column.
func eachRow(t *godog.Table, do func(row map[string]string) error) error {
	rows, err := tableRows(t)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := do(row); err != nil {
			return err
		}
	}
	return nil
}

// tableRows returns the rows below the header, as cells by column.
func tableRows(t *godog.Table) ([]map[string]string, error) {
	if t == nil || len(t.Rows) == 0 {
		return nil, fmt.Errorf("the table has no header")
	}
	header := t.Rows[0].Cells
	rows := make([]map[string]string, 0, len(t.Rows)-1)
	for _, r := range t.Rows[1:] {
		row := make(map[string]string, len(header))
		for i, cell := range r.Cells {
			row[header[i].Value] = cell.Value
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// columns returns the header of the table, in order.
func columns(t *godog.Table) []string {
	if t == nil || len(t.Rows) == 0 {
		return nil
	}
	var out []string
	for _, cell := range t.Rows[0].Cells {
		out = append(out, cell.Value)
	}
	return out
}
