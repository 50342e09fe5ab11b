// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package acpctl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
	"unicode"

	"golang.org/x/term"
)

// printDocument prints a JSON document with its keys in the order they came.
func printDocument(w io.Writer, document []byte, output outputFormat) error {
	if output == tableOutput {
		if ok := printTable(w, document); ok {
			return nil
		}
	}
	var b bytes.Buffer
	if err := json.Indent(&b, document, "", "  "); err != nil {
		return fail(ExitFailed, "print the answer: %w", err)
	}
	_, err := fmt.Fprintf(w, "%s\n", b.Bytes())
	return err
}

// listColumns are the columns of a list, where its items have them.
var listColumns = []string{"id", "name", "phase", "project_id", "version", "seq", "event_type", "created_at"}

// printTable prints a list as rows and an object as field and value; it
// reports false for a document that is neither.
func printTable(w io.Writer, document []byte) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal(document, &object) != nil || object == nil {
		return false
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer tw.Flush()
	var items []map[string]json.RawMessage
	if raw, ok := object["items"]; ok && json.Unmarshal(raw, &items) == nil {
		columns := slices.DeleteFunc(slices.Clone(listColumns), func(c string) bool {
			return len(items) > 0 && !slices.ContainsFunc(items, func(i map[string]json.RawMessage) bool { return i[c] != nil })
		})
		fmt.Fprintln(tw, strings.ToUpper(strings.Join(columns, "\t")))
		for _, item := range items {
			cells := make([]string, len(columns))
			for i, c := range columns {
				cells[i] = cell(item[c])
			}
			fmt.Fprintln(tw, strings.Join(cells, "\t"))
		}
		return true
	}
	fields := make([]string, 0, len(object))
	for name := range object {
		fields = append(fields, name)
	}
	slices.Sort(fields)
	fmt.Fprintln(tw, "FIELD\tVALUE")
	for _, name := range fields {
		fmt.Fprintf(tw, "%s\t%s\n", printable(name), cell(object[name]))
	}
	return true
}

// cell shows a string without its quotes and anything else as JSON.
func cell(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return printable(s)
	}
	return printable(string(raw))
}

// printable keeps what other people wrote from moving a terminal's cursor or breaking a table.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, s)
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(printable(s)), " ")
}

// progressAfter is how long a person waits before being told what for.
const progressAfter = 2 * time.Second

// progress tells a person at a terminal what takes long; the returned function ends it.
func progress(e *env, what string) func() {
	f, ok := e.stderr.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	timer := time.AfterFunc(progressAfter, func() { fmt.Fprintf(e.stderr, "%s …\n", what) })
	return func() { timer.Stop() }
}

// tail keeps the last bytes written to it.
type tail struct {
	mu  sync.Mutex
	max int
	b   []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if over := len(t.b) - t.max; over > 0 {
		t.b = append(t.b[:0], t.b[over:]...)
	}
	return len(p), nil
}

func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.b)), "\n")
	return lines[len(lines)-1]
}
