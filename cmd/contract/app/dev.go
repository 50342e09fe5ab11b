// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/dev"
)

func newDev() *cobra.Command {
	var o dev.Options
	cmd := &cobra.Command{
		Use:   "dev",
		Short: "Run platform and server for local work until interrupted",
		Long: `dev starts the in-memory platform and the MCP server over SSE, prints their
addresses, the tokens and a ready .mcp.json, and stops both when interrupted.

Exit codes: 0 interrupted, 2 a program does not start or ends by itself, 3 usage.`,
		Example: `  contract dev
  contract dev --bin ./bin --api-addr 127.0.0.1:0 --seed my-seed.yaml`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			start := &startup{to: cmd.ErrOrStderr()}
			o.Stdout, o.Stderr = announced{cmd.OutOrStdout(), start}, start
			err := dev.Run(cmd.Context(), o)
			if err == nil {
				start.release()
				return nil
			}
			text := err.Error()
			if reason := start.reason(); reason != "" {
				text = reason
			}
			return &verdictError{code: ExitCouldNotJudge, text: text}
		},
	}
	cmd.Flags().StringVar(&o.Bin, "bin", "bin", "directory of the programs")
	cmd.Flags().StringVar(&o.APIAddr, "api-addr", "127.0.0.1:8000", "address of the platform")
	cmd.Flags().StringVar(&o.MCPAddr, "mcp-addr", "127.0.0.1:8090", "address of the MCP server")
	cmd.Flags().StringVar(&o.Seed, "seed", "demo", "what the platform holds: demo, empty or a file")
	return cmd
}
