// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/contract"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/report"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind"
	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

// maxRepeat bounds how often a run is repeated: its report holds every scenario of each.
const maxRepeat = 1000

// runFlags are the flags of contract run.
type runFlags struct {
	targets, transports []string
	tags, reports       string
	features, bin       string
	shard               string
	concurrency, repeat int
	seed                int64
	timeout             time.Duration
	verbose             bool

	serverImage, platformImage, probeImage string
	kubeconfig, context, namespace         string
	keep, inCluster, deployed              bool
	// session is what the passes in a cluster share.
	session *kind.Session
}

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
  contract run --shard 2/5 --report json=shard2.json
  contract run --features ./my-scenarios --target process --bin ./bin
  contract run --target container,kind --server-image example/ambient-mcp:candidate
  contract run --target kind --kubeconfig ~/.kube/config --transport sse`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.session = f.newSession(cmd.ErrOrStderr())
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.targets, "target", []string{"inprocess"}, "what runs: "+strings.Join(targetNames, ", "))
	flags.StringSliceVar(&f.transports, "transport", transportNames, "how clients speak to the server: "+strings.Join(transportNames, ", "))
	flags.StringVar(&f.tags, "tags", "", "which scenarios: '@a && ~@b, @c' is what has @a and not @b, and what has @c")
	flags.StringVar(&f.shard, "shard", "", "run the second of five parts: 2/5; in a pod of a Kubernetes Indexed Job its own: job/5")
	flags.StringVar(&f.reports, "report", "", "files to write: junit=FILE,json=FILE,md=FILE; - is standard output, and nothing else is printed")
	flags.IntVar(&f.concurrency, "concurrency", contract.DefaultConcurrency, fmt.Sprintf("how many scenarios run at a time, up to %d", contract.MaxConcurrency))
	flags.Int64Var(&f.seed, "seed", 0, "order of the scenarios, to reproduce a run; 0 picks one and prints it")
	flags.IntVar(&f.repeat, "repeat", 1, "how often everything is run")
	flags.DurationVar(&f.timeout, "timeout", contract.DefaultTimeout, "how long one scenario may take")
	flags.StringVar(&f.features, "features", "", "run the feature files below this directory instead of the built-in ones")
	flags.StringVar(&f.bin, "bin", "", "directory of the programs for the targets process and container (default: beside this program, then ./bin)")
	f.addImages(flags)
	f.addCluster(flags)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print a line per scenario")
	complete(cmd, "target", targetNames)
	complete(cmd, "transport", transportNames)
	return cmd
}

func (f runFlags) run(cmd *cobra.Command) error {
	o, err := f.options(cmd.Flags().Changed("shard"))
	if err != nil {
		return err
	}
	files, err := report.ParseFiles(f.reports)
	if err != nil {
		return err
	}
	o.Ledger = slices.ContainsFunc(files, func(f report.File) bool { return f.Format == report.JSON{} })
	printer := newPrinter(cmd, files, f.verbose)
	o.Progress = printer
	r, err := contract.Execute(cmd.Context(), o)
	if err != nil {
		return err
	}
	printer.Summary(r)
	return conclude(r, files, cmd.OutOrStdout())
}

// options are the flags as a run of the contract has them.
func (f runFlags) options(sharded bool) (contract.Options, error) {
	var o contract.Options
	if err := f.cluster(); err != nil {
		return o, err
	}
	targets, err := f.makeTargets()
	if err != nil {
		return o, err
	}
	if err := f.bounds(); err != nil {
		return o, err
	}
	o = contract.Options{
		Targets: targets, Tags: f.tags, Concurrency: f.concurrency, Seed: f.seed, Repeat: f.repeat, Timeout: f.timeout,
	}
	if sharded {
		if o.Shard, err = scenario.ParseShard(f.shard, os.LookupEnv); err != nil {
			return o, fmt.Errorf("--shard %w", err)
		}
	}
	if o.Features, o.Prefix, err = featureDir(f.features); err != nil {
		return o, err
	}
	o.Skips, err = contract.BuiltinSkips()
	return o, err
}

// bounds refuses numbers with which a run would not end, or not begin.
func (f runFlags) bounds() error {
	for _, n := range []struct {
		name         string
		value, least int64
		most         int64
	}{
		{"concurrency", int64(f.concurrency), 1, contract.MaxConcurrency},
		{"repeat", int64(f.repeat), 1, maxRepeat},
		{"seed", f.seed, 0, math.MaxInt64},
	} {
		if n.value < n.least {
			return fmt.Errorf("--%s %d is too small; the least is %d", n.name, n.value, n.least)
		}
		if n.value > n.most {
			return fmt.Errorf("--%s %d is too great; the most is %d", n.name, n.value, n.most)
		}
	}
	if f.timeout <= 0 {
		return fmt.Errorf("--timeout %s is too small; it must be above 0", f.timeout)
	}
	return nil
}

// conclude writes the reports and turns the verdict into the exit code.
func conclude(r *report.Report, files []report.File, stdout io.Writer) error {
	for _, file := range files {
		if err := file.Write(r, stdout); err != nil {
			return &verdictError{code: ExitCouldNotJudge, text: err.Error()}
		}
	}
	if code := r.ExitCode(); code != ExitPass {
		return &verdictError{code: code}
	}
	return nil
}

// newPrinter tells people how it goes, unless a report takes standard output for itself.
func newPrinter(cmd *cobra.Command, files []report.File, verbose bool) *report.Printer {
	if slices.ContainsFunc(files, report.File.Standard) {
		return &report.Printer{Out: io.Discard}
	}
	out := cmd.OutOrStdout()
	given := out
	if o, ok := out.(*program.Output); ok { // whether it is a terminal is asked of what is behind it
		given = o.W
	}
	return &report.Printer{Out: out, Verbose: verbose, Color: report.Colors(given, os.LookupEnv)}
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
