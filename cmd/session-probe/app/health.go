// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"
)

const (
	// addrVariable is the environment twin of --addr, of serve and of healthcheck.
	addrVariable = "SESSION_PROBE_ADDR"
	defaultAddr  = "127.0.0.1:8099"
	// askBound bounds one question, so that a prober is never kept waiting.
	askBound = 3 * time.Second
)

func newHealthcheck(e *env) *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:     "healthcheck",
		Short:   "Ask whether the probe serves and what it waits for has come",
		Example: "  session-probe healthcheck",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := fromEnvironment(cmd, e, &addr); err != nil {
				return err
			}
			if err := ask(cmd.Context(), "http://"+addr+"/readyz"); err != nil {
				return &exitError{ExitUnhealthy, fmt.Errorf("not healthy: %w", err)}
			}
			fmt.Fprintln(e.stdout, "ok")
			return nil
		},
	}
	cmd.Flags().StringVar(&addr, "addr", defaultAddr, "`HOST:PORT` of the probe; "+addrVariable+" in the environment")
	return cmd
}

// fromEnvironment takes the address from the environment where no flag gives it, and checks it.
func fromEnvironment(cmd *cobra.Command, e *env, addr *string) error {
	source := "--addr"
	if value, ok := e.lookup(addrVariable); ok && value != "" && !cmd.Flags().Changed("addr") {
		*addr, source = value, addrVariable
	}
	if host, port, err := net.SplitHostPort(*addr); err != nil || host == "" || port == "" {
		return fmt.Errorf("%s=%q: want HOST:PORT, e.g. %s", source, *addr, defaultAddr)
	}
	return nil
}

// ask asks a URL, which is fine when it answers 200. Neither a proxy nor a redirect may answer for it.
func ask(ctx context.Context, target string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return err
	}
	client := &http.Client{
		Timeout:       askBound,
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d", target, resp.StatusCode)
	}
	return nil
}

// checkURL checks what serve is to wait for.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return errors.New("want an http or https URL")
	}
	return nil
}
