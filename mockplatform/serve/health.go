// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"
)

// healthTimeout bounds a health check, so that a prober is never kept waiting.
const healthTimeout = 3 * time.Second

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
	target := base.JoinPath("healthcheck").String()
	req, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, target, nil)
	if err != nil {
		return fail(ExitUsage, "%w", err)
	}
	client := &http.Client{
		Timeout:       healthTimeout,
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return fail(ExitFailed, "not healthy: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fail(ExitFailed, "not healthy: %s answers %d", target, resp.StatusCode)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), "ok")
	return err
}
