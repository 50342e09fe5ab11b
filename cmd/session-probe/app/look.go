// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

func newLook(e *env) *cobra.Command {
	var o probe.LookOptions
	var health string
	cmd := &cobra.Command{
		Use:   "look",
		Short: "Look into the container from within, and print what is found as JSON",
		Long: `Look into the container from within, as the user that runs this, and print as
JSON what the kernel says of the server's process, where that user can make a
file, whether shells and a Kubernetes token are there, the names of the server's
variables, and the exit code of the health check.`,
		Example: `  session-probe look --pid 1 --health 'ambient-mcp healthcheck'`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.PID < 1 {
				return fmt.Errorf("--pid=%d is no process", o.PID)
			}
			if o.Health = strings.Fields(health); len(o.Health) == 0 {
				return errors.New("--health is required: the command of the image's health check")
			}
			found, err := probe.Look(cmd.Context(), o)
			if err != nil {
				return failed(err)
			}
			j := json.NewEncoder(e.stdout)
			j.SetIndent("", "  ")
			return failed(j.Encode(found))
		},
	}
	cmd.Flags().IntVar(&o.PID, "pid", 1, "id of the server's process")
	cmd.Flags().StringVar(&health, "health", "", "`COMMAND` of the image's health check with its arguments, separated by spaces")
	return cmd
}
