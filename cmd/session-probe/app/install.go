// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"
)

func newInstall(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "install DIR",
		Short: "Copy this program, and acpctl when it lies beside it, into a directory",
		Long: `Copy this program, and acpctl when it lies beside it, into a directory that is
there, such as a volume that another container mounts. A program is replaced at
once: whoever runs the old one keeps it.`,
		Example: "  session-probe install /instruments",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("install takes one directory, got %d arguments; see '%s --help'", len(args), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			self, err := os.Executable()
			if err != nil {
				return failed(fmt.Errorf("find this program: %w", err))
			}
			return failed(install(self, args[0], e.stdout))
		},
	}
}

// install copies the program self and its companion, and prints what it has made.
func install(self, dir string, stdout io.Writer) error {
	if info, err := os.Stat(dir); err != nil {
		return fmt.Errorf("install into %s: make the directory first: %w", dir, err)
	} else if !info.IsDir() {
		return fmt.Errorf("install into %s: it is no directory", dir)
	}
	for _, p := range []struct {
		from, name string
		optional   bool
	}{
		{self, "session-probe", false},
		{filepath.Join(filepath.Dir(self), "acpctl"), "acpctl", true},
	} {
		to := filepath.Join(dir, p.name)
		err := copyProgram(p.from, to)
		if p.optional && errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("install %s: %w", to, err)
		}
		fmt.Fprintln(stdout, to)
	}
	return nil
}

func copyProgram(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := renameio.NewPendingFile(to, renameio.WithTempDir(filepath.Dir(to)), renameio.WithStaticPermissions(0o755))
	if err != nil {
		return err
	}
	defer dst.Cleanup() //nolint:errcheck // It is gone already when all went well.
	if _, err := io.Copy(dst, src); err != nil {
		return err
	}
	return dst.CloseAtomicallyReplace()
}
