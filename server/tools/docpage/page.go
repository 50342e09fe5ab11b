// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package docpage writes the reference page of the tools from their registry.
package docpage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// Path is where the page is, from the root of the module.
const Path = "docs/tools.md"

// Run writes the page below the module that dir is in; it is what `go generate` starts.
func Run(dir string, stderr io.Writer) int {
	root, err := moduleRoot(dir)
	if err == nil {
		err = os.WriteFile(filepath.Join(root, Path), Render(tools.Registry()), 0o644)
	}
	if err != nil {
		fmt.Fprintf(stderr, "gendocs: %v\n", err)
		return 1
	}
	return 0
}

func moduleRoot(dir string) (string, error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		up := filepath.Dir(at)
		if up == at {
			return "", fmt.Errorf("%s is in no module", dir)
		}
		at = up
	}
}

// Render is the page, in Markdown.
func Render(registry []tools.Tool) []byte {
	var b bytes.Buffer
	b.WriteString("# Tools\n\n<!-- Generated from server/tools by `go generate ./server/tools`. Do not edit. -->\n\n" +
		"Every tool answers with one JSON document, as text and, for MCP revisions from 2025-06-18 on, as `structuredContent` too.\n" +
		"A failed call answers with `isError: true` and the text `{\"code\", \"reason\", \"operation_id\"}`, sometimes with `details`.\n\n" +
		"| Tool | Group | Permission | |\n|---|---|---|---|\n")
	for _, t := range registry {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", code(t.Name), t.Name, t.Group, permission(t), cell(t.Summary))
	}
	for _, t := range registry {
		writeTool(&b, t)
	}
	writeCatalog(&b, registry)
	writeArguments(&b)
	writeMerging(&b)
	writeWatching(&b)
	return b.Bytes()
}

func writeTool(b *bytes.Buffer, t tools.Tool) {
	paragraphs := strings.Split(t.Description, "\n\n")[1:]
	paragraphs = slices.DeleteFunc(paragraphs, func(p string) bool { return strings.HasPrefix(p, "RBAC required:") })
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n%s\n\n", t.Name, t.Summary, strings.Join(paragraphs, "\n\n"))
	fmt.Fprintf(b, "- Permission: %s\n", permission(t))
	for _, g := range t.Further {
		fmt.Fprintf(b, "- Further permission: %s %s\n", code(g.Permission), g.When)
	}
	if len(t.Backing) > 0 {
		fmt.Fprintf(b, "- Platform calls: %s\n", code(t.Backing...))
	}
	fmt.Fprintf(b, "- Hints: %s\n\n", hints(t.Annotations))
	writeInput(b, t.InputSchema)
	b.WriteString("\n| Error | When |\n|---|---|\n")
	for _, e := range t.Errors {
		condition := cell(e.Condition)
		if e.General {
			condition = "*" + condition + "*"
		}
		fmt.Fprintf(b, "| %s | %s |\n", code(string(e.Code)), condition)
	}
}

func writeInput(b *bytes.Buffer, schema json.RawMessage) {
	properties := readProperties(schema)
	b.WriteString("| Argument | Type | Required | |\n|---|---|---|---|\n")
	for _, p := range properties {
		required := "no"
		if p.Required {
			required = "yes"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", code(p.Name), p.Kind, required, cell(p.Description))
	}
}

func writeCatalog(b *bytes.Buffer, registry []tools.Tool) {
	b.WriteString("\n## Errors\n\nConditions in italics follow from a rule for all tools or from a [decision](decisions.md), not from the tool's own table in the specification.\n\n" +
		"| Code | HTTP equivalent | | Tools |\n|---|---|---|---|\n")
	for _, e := range toolerr.Catalog() {
		var names []string
		for _, t := range registry {
			if slices.ContainsFunc(t.Errors, func(c tools.ErrorCase) bool { return c.Code == e.Code }) {
				names = append(names, t.Name)
			}
		}
		list := code(names...)
		switch len(registry) - len(names) {
		case 0:
			list = "all"
		case 1:
			list = "all but " + code(missing(registry, names))
		}
		fmt.Fprintf(b, "| %s | %d | %s | %s |\n", code(string(e.Code)), e.HTTP, cell(e.Description), list)
	}
}

func missing(registry []tools.Tool, names []string) string {
	for _, t := range registry {
		if !slices.Contains(names, t.Name) {
			return t.Name
		}
	}
	return ""
}

func permission(t tools.Tool) string {
	if t.RBAC == "" {
		return "none"
	}
	return code(t.RBAC)
}

func hints(a tools.Annotations) string {
	return fmt.Sprintf("read-only %t, destructive %t, idempotent %t, open world %t", a.ReadOnly, a.Destructive, a.Idempotent, a.OpenWorld)
}

func code(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	return strings.Join(quoted, ", ")
}

// cell makes text fit for a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(text)
}
