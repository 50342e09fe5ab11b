// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package acpctl

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// outputFormat is the value of -o.
type outputFormat string

const (
	tableOutput outputFormat = "table"
	jsonOutput  outputFormat = "json"
)

// String, Set and Type make outputFormat a flag value that refuses anything else.
func (f *outputFormat) String() string { return string(*f) }

func (f *outputFormat) Set(s string) error {
	if v := outputFormat(s); v == tableOutput || v == jsonOutput {
		*f = v
		return nil
	}
	return fmt.Errorf("%q must be table or json", s)
}

func (f *outputFormat) Type() string { return "table|json" }

func addOutputFlag(cmd *cobra.Command, f *outputFormat) {
	cmd.Flags().VarP(f, "output", "o", "output format")
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"table", "json"}, cobra.ShellCompDirectiveNoFileComp))
}

// endpoint is the value of --url: the URL of a server's event stream, or
// nothing when the flag is not given.
type endpoint string

// String, Set and Type make endpoint a flag value. An empty one is refused and
// not taken for an absent one: a script whose variable is empty would call
// another server than it means to.
func (e *endpoint) String() string { return string(*e) }

func (e *endpoint) Set(s string) error {
	at, err := sseEndpoint(s)
	if err == nil {
		*e = endpoint(at)
	}
	return err
}

func (e *endpoint) Type() string { return "URL" }

func addURLFlag(cmd *cobra.Command, at *endpoint) {
	cmd.Flags().Var(at, "url", "URL of a running MCP server that speaks SSE; without it a server is started on stdio")
}

// sseEndpoint accepts a server's base URL or the URL of its event stream. Its
// errors follow the name of the flag, and do not repeat a URL that may hold a secret.
func sseEndpoint(raw string) (string, error) {
	if strings.TrimSpace(raw) == "" {
		return "", errors.New("is empty: give the URL of an MCP server, e.g. http://localhost:8090, or leave the flag out to start one")
	}
	u, err := url.Parse(raw)
	if err == nil && (u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		return "", errors.New("must not hold user information, a query or a fragment; the token comes from AMBIENT_TOKEN")
	}
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", fmt.Errorf("%q is not an http or https URL of an MCP server, e.g. http://localhost:8090", raw)
	}
	if !strings.HasSuffix(u.Path, "/sse") {
		u = u.JoinPath("sse")
	}
	return u.String(), nil
}

// flagError says what is wrong with a flag, in the flag's own words where it has any.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		return fail(ExitFailed, "--%s %w; see '%s --help'", value.GetFlag().Name, value.Unwrap(), cmd.CommandPath())
	}
	return fail(ExitFailed, "%w; see '%s --help'", err, cmd.CommandPath())
}
