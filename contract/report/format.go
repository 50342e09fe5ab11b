// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
)

// Format writes reports in one format.
type Format interface {
	// Name is how the format is asked for.
	Name() string
	// Write writes the whole report.
	Write(w io.Writer, r *Report) error
}

// Formats are the file formats.
func Formats() []Format { return []Format{JUnit{}, JSON{}, Markdown{}} }

// File is a report file that was asked for.
type File struct {
	Format Format
	// Path is "-" for standard output, on which the report then stands alone.
	Path string
}

// Standard tells whether the report goes to standard output.
func (f File) Standard() bool { return f.Path == "-" }

// ParseFiles reads "junit=FILE,json=FILE,md=FILE"; - for a file is standard output. It refuses what could not be
// written later: an unknown format, a path twice, a directory that is not there
// or not writable.
func ParseFiles(text string) ([]File, error) {
	var files []File
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, path, ok := strings.Cut(part, "=")
		i := slices.IndexFunc(Formats(), func(f Format) bool { return f.Name() == name })
		switch {
		case !ok || path == "":
			return nil, fmt.Errorf("report %q: write FORMAT=FILE with FORMAT one of %s", part, names())
		case i < 0:
			return nil, fmt.Errorf("report %q: unknown format %q; valid are %s", part, name, names())
		case slices.ContainsFunc(files, func(f File) bool { return filepath.Clean(f.Path) == filepath.Clean(path) }):
			return nil, fmt.Errorf("report %q: the file is asked for twice", part)
		}
		if path == "-" {
			files = append(files, File{Format: Formats()[i], Path: path})
			continue
		}
		if err := writable(path); err != nil {
			return nil, fmt.Errorf("report %q: %w", part, err)
		}
		files = append(files, File{Format: Formats()[i], Path: path})
	}
	return files, nil
}

// Write writes the report into the file, whole or not at all, or to stdout.
func (f File) Write(r *Report, stdout io.Writer) error {
	var b bytes.Buffer
	if err := f.Format.Write(&b, r); err != nil {
		return fmt.Errorf("report %s: %w", f.Path, err)
	}
	if f.Standard() {
		_, err := stdout.Write(b.Bytes())
		return err
	}
	if err := renameio.WriteFile(f.Path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("report %s: %w", f.Path, err)
	}
	return nil
}

// writable tries the directory with a file of its own and leaves the named file as it is.
func writable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".contract-report-*")
	if err != nil {
		return fmt.Errorf("cannot write into %s: %w", filepath.Dir(path), err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

func names() string {
	var out []string
	for _, f := range Formats() {
		out = append(out, f.Name())
	}
	return strings.Join(out, ", ")
}
