// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
)

func newMux(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "mux",
		Short: "Serve processes and connections over standard input and output",
		Long: `Serve processes and connections over standard input and output, for a harness
that executes this in the container. With the input everything ends that was
started through it.`,
		Example: "  kubectl exec -i POD -c ambient-mcp -- /instruments/session-probe mux",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rw, err := standardStreams(e.stdin, e.stdout.W)
			if err != nil {
				return failed(err)
			}
			// A harness that is gone must not end this with the signal of a broken pipe before it has cleaned up.
			broken := make(chan os.Signal, 1)
			signal.Notify(broken, syscall.SIGPIPE)
			defer signal.Stop(broken)
			return failed(probe.ServeMux(cmd.Context(), rw, slog.New(slog.NewJSONHandler(e.stderr, nil))))
		},
	}
}

// streams are the standard input and output, which a Close interrupts.
type streams struct {
	in, out *os.File
}

func (s streams) Read(p []byte) (int, error)  { return s.in.Read(p) }
func (s streams) Write(p []byte) (int, error) { return s.out.Write(p) }
func (s streams) Close() error                { return errors.Join(s.in.Close(), s.out.Close()) }

func standardStreams(stdin io.Reader, stdout io.Writer) (streams, error) {
	in, ok := stdin.(*os.File)
	out, also := stdout.(*os.File)
	if !ok || !also {
		return streams{}, errors.New("the mux speaks on files only")
	}
	r, err := interruptible(in)
	if err != nil {
		return streams{}, err
	}
	w, err := interruptible(out)
	if err != nil {
		r.Close()
		return streams{}, err
	}
	return streams{in: r, out: w}, nil
}

// interruptible is a file on the same pipe or socket whose Close ends a Read
// and a Write that wait. One that was inherited blocks its thread instead.
func interruptible(f *os.File) (*os.File, error) {
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return nil, fmt.Errorf("take over %s: %w", f.Name(), err)
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd)
		return nil, fmt.Errorf("take over %s: %w", f.Name(), err)
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}
