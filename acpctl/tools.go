// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package acpctl

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

func newToolsCommand(e *env) *cobra.Command {
	var at endpoint
	output := tableOutput
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "List the tools registered on the MCP server",
		Long: `List the tools registered on the MCP server.

Without --url a server is started on stdio: the ambient-mcp program beside
acpctl, or the one on PATH.

Exit codes: 0 success, 1 connection failed, 2 no token or one that the server
refuses. A server asks the platform nothing for a list, so that it lists under a
token that only the platform would refuse.`,
		Example: `  acpctl mcp tools
  acpctl mcp tools --url http://localhost:8090
  acpctl mcp tools -o json | jq -r '.[].name'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			done := progress(e, "waiting for the MCP server")
			defer done()
			s, err := e.dial(cmd.Context(), e, at)
			if err != nil {
				return err
			}
			defer s.Close()
			list, err := listTools(cmd.Context(), s)
			if err != nil {
				return fail(ExitFailed, "list the tools: %w", err)
			}
			done()
			return printTools(e, list, output)
		},
	}
	addURLFlag(cmd, &at)
	addOutputFlag(cmd, &output)
	return cmd
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fail(ExitFailed, "unexpected argument %q; see '%s --help'", args[0], cmd.CommandPath())
	}
	return nil
}

// listTools asks for every tool and puts those of the registry first, in the specification's order.
func listTools(ctx context.Context, s session) ([]mcp.Tool, error) {
	result, err := s.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return nil, err
	}
	rank := map[string]int{}
	for i, t := range tools.Registry() {
		rank[t.Name] = i - len(tools.Registry())
	}
	list := slices.Clone(result.Tools)
	slices.SortStableFunc(list, func(a, b mcp.Tool) int { return rank[a.Name] - rank[b.Name] })
	return list, nil
}

func printTools(e *env, list []mcp.Tool, output outputFormat) error {
	if output == jsonOutput {
		b, err := json.MarshalIndent(list, "", "  ")
		if err != nil {
			return fail(ExitFailed, "print the tools: %w", err)
		}
		fmt.Fprintf(e.stdout, "%s\n", b)
		return nil
	}
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TOOL\tDESCRIPTION")
	for _, t := range list {
		summary, _, _ := strings.Cut(t.Description, "\n")
		fmt.Fprintf(w, "%s\t%s\n", printable(t.Name), printable(summary))
	}
	return w.Flush()
}
