// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
)

// readSeed returns the checked document that a seed's name means: a built-in one, or a file.
func readSeed(name string, stdin io.Reader) ([]byte, *seed.Document, error) {
	document, ok := seed.Builtin(name)
	if !ok {
		var err error
		if document, err = readFile(name, stdin); err != nil {
			return nil, nil, fmt.Errorf("neither a built-in seed (%s) nor a file: %w", strings.Join(seed.Names(), ", "), err)
		}
	}
	doc, err := seed.Parse(document)
	return document, doc, err
}

// readFile reads a seed file, "-" being stdin. It stops where no seed can go on.
func readFile(name string, stdin io.Reader) ([]byte, error) {
	if name == "" {
		return nil, errors.New("the name is empty")
	}
	if name == "-" {
		return io.ReadAll(io.LimitReader(stdin, seed.MaxBytes+1))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, seed.MaxBytes+1))
	return text, reason(err)
}

// reason takes the path off a file error: messages name it already.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func newSeedCheck(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Check a seed document",
		Long: `Check a seed document, YAML or JSON; "-" reads it from stdin. A wrong one is
told with the line that is wrong, and the exit code is 2.`,
		Example: `  mockplatform seed check seed.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fail(ExitUsage, "seed check takes one FILE, got %d arguments", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			_, doc, err := readSeed(args[0], e.stdin)
			if err != nil {
				return fail(ExitUsage, "seed %s: %w", args[0], err)
			}
			messages := 0
			for _, s := range doc.Sessions {
				messages += len(s.Messages)
			}
			_, err = fmt.Fprintf(e.stdout, "%s: ok: %d tokens, %d projects, %d agents, %d sessions, %d messages\n",
				args[0], len(doc.Tokens), len(doc.Projects), len(doc.Agents), len(doc.Sessions), messages)
			return err
		},
	}
}
