// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract_test

import (
	"context"
	"fmt"
	"os"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// A run of feature files of one's own. A target that is given, here one that
// does nothing, and step definitions are all that is needed.
func ExampleExecute() {
	report, err := contract.Execute(context.Background(), contract.Options{
		Targets:  []target.Target{&fake{}},
		Features: os.DirFS("testdata/selftest/passing"),
		Steps:    fakeSteps,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict, report.ExitCode(), report.Totals.Line())
	// Output: passed 0 1 passed, 0 failed, 0 skipped
}
