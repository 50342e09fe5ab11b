// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/inprocess"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/process"
)

// runFlags are the flags of contract run.
type runFlags struct {
	targets, transports []string
	tags, reports       string
	features, bin       string
	concurrency, repeat int
	seed                int64
	timeout             time.Duration
	verbose             bool
}

// makers makes a target of each kind that is built.
var makers = map[string]func(tr target.Transport, f runFlags) target.Target{
	"inprocess": func(tr target.Transport, _ runFlags) target.Target { return inprocess.New(tr) },
	"process": func(tr target.Transport, f runFlags) target.Target {
		return process.New(process.Options{Transport: tr, Bin: f.bin})
	},
}

var (
	targetNames    = []string{"inprocess", "process"}
	transportNames = []string{string(target.Stdio), string(target.SSE)}
	// later are targets of the design that are not built yet.
	later = []string{"container", "kind", "live"}
)

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run the scenarios against targets over transports",
		Long: `run runs the scenarios once for every target and transport, in random order,
and prints failures as they happen, the tool × error matrix and the verdict.

Exit codes: 0 passed, 1 contract broken, 2 could not judge, 3 usage.`,
		Example: `  contract run
  contract run --target process --transport stdio,sse --report junit=junit.xml,md=summary.md
  contract run --tags '@watch && ~@slow' --seed 42 -v
  contract run --features ./my-scenarios --target process --bin ./bin`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.targets, "target", []string{"inprocess"}, "what runs: "+strings.Join(targetNames, ", "))
	flags.StringSliceVar(&f.transports, "transport", transportNames, "how clients speak to the server: "+strings.Join(transportNames, ", "))
	flags.StringVar(&f.tags, "tags", "", "which scenarios: '@a && ~@b, @c' is what has @a and not @b, and what has @c")
	flags.StringVar(&f.reports, "report", "", "files to write: junit=FILE,json=FILE,md=FILE")
	flags.IntVar(&f.concurrency, "concurrency", contract.DefaultConcurrency, "how many scenarios run at a time")
	flags.Int64Var(&f.seed, "seed", 0, "order of the scenarios, to reproduce a run; 0 picks one and prints it")
	flags.IntVar(&f.repeat, "repeat", 1, "how often everything is run")
	flags.DurationVar(&f.timeout, "timeout", contract.DefaultTimeout, "how long one scenario may take")
	flags.StringVar(&f.features, "features", "", "run the feature files below this directory instead of the built-in ones")
	flags.StringVar(&f.bin, "bin", "", "directory of the programs for target process (default: beside this program, then ./bin)")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print a line per scenario")
	complete(cmd, "target", targetNames)
	complete(cmd, "transport", transportNames)
	return cmd
}

func (f runFlags) run(cmd *cobra.Command) error {
	targets, err := f.makeTargets()
	if err != nil {
		return err
	}
	for name, ok := range map[string]bool{
		"concurrency": f.concurrency > 0, "repeat": f.repeat > 0, "timeout": f.timeout > 0, "seed": f.seed >= 0,
	} {
		if !ok {
			return fmt.Errorf("--%s %s is too small", name, cmd.Flag(name).Value)
		}
	}
	files, err := report.ParseFiles(f.reports)
	if err != nil {
		return err
	}
	o := contract.Options{
		Targets: targets, Tags: f.tags, Concurrency: f.concurrency, Seed: f.seed, Repeat: f.repeat, Timeout: f.timeout,
	}
	if o.Features, o.Prefix, err = featureDir(f.features); err != nil {
		return err
	}
	printer := &report.Printer{
		Out: cmd.OutOrStdout(), Verbose: f.verbose, Color: report.Colors(cmd.OutOrStdout(), os.LookupEnv),
	}
	o.Progress = printer
	r, err := contract.Execute(cmd.Context(), o)
	if err != nil {
		return err
	}
	printer.Summary(r)
	for _, file := range files {
		if err := file.Write(r); err != nil {
			return &verdictError{code: max(ExitCouldNotJudge, r.ExitCode()), text: err.Error()}
		}
	}
	if code := r.ExitCode(); code != ExitPass {
		return &verdictError{code: code}
	}
	return nil
}

// makeTargets makes one target for each pair of target and transport.
func (f runFlags) makeTargets() ([]target.Target, error) {
	var out []target.Target
	if len(f.targets) == 0 || len(f.transports) == 0 {
		return nil, fmt.Errorf("--target and --transport must not be empty")
	}
	for _, name := range unique(f.targets) {
		if slices.Contains(later, name) {
			return nil, fmt.Errorf("--target %s is not available yet; valid are %s", name, strings.Join(targetNames, ", "))
		}
		for _, tr := range unique(f.transports) {
			if !slices.Contains(transportNames, tr) {
				return nil, fmt.Errorf("--transport %q is unknown; valid are %s", tr, strings.Join(transportNames, ", "))
			}
			maker, ok := makers[name]
			if !ok {
				return nil, fmt.Errorf("--target %q is unknown; valid are %s", name, strings.Join(targetNames, ", "))
			}
			out = append(out, maker(target.Transport(tr), f))
		}
	}
	return out, nil
}

// featureDir opens a directory of feature files; nothing when there is none.
func featureDir(dir string) (fs.FS, string, error) {
	if dir == "" {
		return nil, "", nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, "", fmt.Errorf("--features: %w", err)
	}
	if !info.IsDir() {
		return nil, "", fmt.Errorf("--features: %s is not a directory", dir)
	}
	return os.DirFS(dir), filepath.ToSlash(filepath.Clean(dir)), nil
}

func unique(names []string) []string {
	var out []string
	for _, n := range names {
		if n = strings.TrimSpace(n); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func complete(cmd *cobra.Command, flag string, values []string) {
	// Only a flag that does not exist makes this fail.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
