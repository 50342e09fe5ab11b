// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"fmt"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

func newHealthcheck(e *env) *cobra.Command {
	var base string
	cmd := &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask a platform whether it serves",
		Long: `Ask a platform whether it serves: exit code 0 when it does, 1 when it does not.
For images without a shell and an HTTP client.`,
		Example: `  mockplatform healthcheck --url http://127.0.0.1:8000`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fail(ExitUsage, "healthcheck takes no arguments, got %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := fromEnvironment(cmd.Flags(), e.lookup); err != nil {
				return err
			}
			u, err := url.Parse(base)
			if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
				return fail(ExitUsage, "%s=%q: want an http or https URL", source(cmd.Flags(), e.lookup)("url"), base)
			}
			return healthy(cmd, u)
		},
	}
	cmd.Flags().StringVar(&base, "url", "http://127.0.0.1:8000", "`URL` of the platform; "+twin("url")+" in the environment")
	return cmd
}

func healthy(cmd *cobra.Command, base *url.URL) error {
	if err := program.Healthy(cmd.Context(), base.JoinPath("healthcheck").String()); err != nil {
		return fail(ExitFailed, "not healthy: %w", err)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), "ok")
	return err
}
