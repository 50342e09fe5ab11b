// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
)

// options are what a served platform is asked to be.
type options struct {
	addr    string
	seed    string
	profile string
	auth    string
	control bool
	state   string
}

// auths are the values of --auth.
var auths = []string{mockplatform.AuthTokens, mockplatform.AuthOff}

func newServe(e *env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve a platform until SIGINT, SIGTERM or SIGHUP",
		Long: `Serve a platform until SIGINT, SIGTERM or SIGHUP.

When it serves it prints one JSON line on stdout,
  {"event":"ready","api_url":…,"control_url":…,"tokens":{…}}
and nothing else; its log is JSON on stderr. Every flag has an environment
variable, which the flag overrides and which counts as absent when empty:
  ` + strings.Join(twins(), "\n  "),
		Example: `  # with demo data, for local work
  mockplatform serve --seed demo

  # on a free port, with data of your own, kept over restarts
  mockplatform serve --addr 127.0.0.1:0 --seed seed.yaml --state platform.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fail(ExitUsage, "serve takes no arguments, got %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := fromEnvironment(cmd.Flags(), e.lookup); err != nil {
				return err
			}
			p, k, err := o.platform(e, source(cmd.Flags(), e.lookup))
			if err != nil {
				return err
			}
			if k != nil {
				defer k.release()
			}
			return o.serve(cmd.Context(), e, p, k)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.addr, "addr", "127.0.0.1:8000", "`HOST:PORT` to listen on; port 0 picks a free one")
	f.StringVar(&o.seed, "seed", "demo", "what the platform holds at first: "+strings.Join(seed.Names(), ", ")+" or a `FILE`")
	f.StringVar(&o.profile, "profile", rest.Spec().Profile(), "dialect of the REST API: "+strings.Join(rest.Profiles(), ", "))
	f.StringVar(&o.auth, "auth", mockplatform.AuthTokens, "who may call: "+strings.Join(auths, ", ")+" (off: everyone, as dev-user, with every right)")
	f.BoolVar(&o.control, "control", false, "serve the control API on an address that is not a loopback one too")
	f.StringVar(&o.state, "state", "", "`FILE` that is loaded at the start, if it exists, instead of the seed, and saved at the end; one platform's at a time")
	return cmd
}

// prefix begins the environment twin of every flag.
const prefix = "MOCKPLATFORM_"

func twin(flag string) string { return prefix + strings.ToUpper(flag) }

func twins() []string {
	var out []string
	for _, flag := range []string{"addr", "seed", "profile", "auth", "control", "state"} {
		out = append(out, twin(flag))
	}
	return out
}

// fromEnvironment gives the flags that the command line leaves out the values of their twins.
func fromEnvironment(flags *pflag.FlagSet, lookup func(string) (string, bool)) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		value, ok := lookup(twin(f.Name))
		if !ok || value == "" || f.Changed || f.Name == "help" || err != nil {
			return
		}
		if e := f.Value.Set(value); e != nil {
			err = fail(ExitUsage, "%s=%q: want %s", twin(f.Name), value, wanted(f))
		}
	})
	return err
}

// flagError says what is wrong with a flag of the command line; a value that
// the flag cannot have in the words that its twin in the environment gets.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		return fail(ExitUsage, "--%s=%q: want %s; see '%s --help'", value.GetFlag().Name, value.GetValue(), wanted(value.GetFlag()), cmd.CommandPath())
	}
	return fail(ExitUsage, "%w; see '%s --help'", err, cmd.CommandPath())
}

func wanted(f *pflag.Flag) string {
	if f.Value.Type() == "bool" {
		return "true or false"
	}
	return "a " + f.Value.Type()
}

// source returns a function that names where the value of a flag comes from, for messages.
func source(flags *pflag.FlagSet, lookup func(string) (string, bool)) func(flag string) string {
	return func(flag string) string {
		if value, ok := lookup(twin(flag)); ok && value != "" && !flags.Changed(flag) {
			return twin(flag)
		}
		return "--" + flag
	}
}

// platform makes the platform that the options ask for. The keeper keeps its
// state, and is nil when none is kept. Nothing is changed when it fails.
func (o *options) platform(e *env, source func(string) string) (*mockplatform.Platform, *keeper, error) {
	if err := validAddr(o.addr); err != nil {
		return nil, nil, fail(ExitUsage, "%s=%q: %w", source("addr"), o.addr, err)
	}
	if !slices.Contains(rest.Profiles(), o.profile) {
		return nil, nil, fail(ExitUsage, "%s=%q: there is only %s", source("profile"), o.profile, strings.Join(rest.Profiles(), ", "))
	}
	if !slices.Contains(auths, o.auth) {
		return nil, nil, fail(ExitUsage, "%s=%q: must be one of %s", source("auth"), o.auth, strings.Join(auths, ", "))
	}
	// The seed is read even when a state file takes its place: a wrong one is said at once, not at the next start.
	document, _, err := readSeed(o.seed, e.stdin)
	if err != nil {
		return nil, nil, fail(ExitUsage, "%s=%q: %w", source("seed"), o.seed, err)
	}
	p := &mockplatform.Platform{Profile: o.profile, Auth: o.auth}
	var k *keeper
	if o.state != "" {
		var used *inUseError
		k, err = keep(p, o.state)
		switch {
		case errors.As(err, &used): // Nothing is wrong with the flag: it is as with an address that is taken.
			return nil, nil, fail(ExitFailed, "cannot serve: %s=%q: %w", source("state"), o.state, err)
		case err != nil:
			return nil, nil, fail(ExitUsage, "%s=%q: %w", source("state"), o.state, err)
		}
		p.SaveState = k.save
	}
	if k == nil || !k.loaded {
		if err := p.Default().Seed(document); err != nil {
			if k != nil {
				k.release()
			}
			return nil, nil, fail(ExitUsage, "%s=%q: %w", source("seed"), o.seed, err)
		}
	}
	return p, k, nil
}

func validAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("want HOST:PORT")
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("port %q is not a number from 0 to 65535", port)
	}
	return nil
}
