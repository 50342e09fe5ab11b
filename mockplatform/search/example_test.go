// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search_test

import (
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

func ExampleParse() {
	e, err := search.Parse("name LIKE 'fix%' AND phase IS NULL")
	fmt.Println(e, err)
	fmt.Println(e.Match(func(column string) (search.Value, bool) {
		return search.Text("fix the build"), column == "name"
	}))

	_, err = search.Parse("name = fix")
	fmt.Println(err)
	// Output:
	// name like 'fix%' and phase is null <nil>
	// true
	// search query at byte 7: unexpected fix
}
