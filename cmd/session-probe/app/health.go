// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"net"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

const (
	// addrVariable is the environment twin of --addr, of serve and of healthcheck.
	addrVariable = "SESSION_PROBE_ADDR"
	defaultAddr  = "127.0.0.1:8099"
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
			if err := program.Healthy(cmd.Context(), "http://"+addr+"/readyz"); err != nil {
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

// checkURL checks what serve is to wait for.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return errors.New("want an http or https URL")
	}
	return nil
}
