// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package tools holds the sixteen tools of the platform: their registry as
// data, and what each does with a call.
package tools

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

//go:generate go run ./gendocs

// The groups of tools, by which an operator may restrict them.
const (
	GroupRead     = "read"
	GroupWatch    = "watch"
	GroupSessions = "sessions"
	GroupAnnotate = "annotate"
	GroupAgents   = "agents"
)

// Tool is one row of the registry: everything about a tool but what it does.
type Tool struct {
	Name string
	// Summary is one line, as `acpctl mcp tools` prints it.
	Summary string
	// Description is the summary, the specification's paragraph and the
	// permission needed; it is what clients get from tools/list.
	Description string
	// InputSchema is the specification's, byte for byte, plus optional
	// properties of decision D4.
	InputSchema json.RawMessage
	// OutputSchema describes the JSON document of a successful call.
	OutputSchema json.RawMessage
	// RBAC is the platform permission that the bearer needs; "" when none.
	RBAC string
	// Further are permissions beyond RBAC that some calls of the tool need.
	Further []Grant
	// Backing lists the platform calls the tool makes, in order.
	Backing []string
	Errors  []ErrorCase
	Annotations
	Group string
}

// Grant is a permission that the bearer needs for a part of what a tool does.
type Grant struct {
	Permission string
	// When says for which calls, to follow the permission.
	When string
}

// ErrorCase is one way a tool fails.
type ErrorCase struct {
	Code      toolerr.Code
	Condition string
	// General marks a case that the tool's own table in the specification
	// does not have: a rule for all tools, or a decision, brings it.
	General bool
}

// Annotations are the four behaviour hints of MCP. All of them are always sent.
type Annotations struct {
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	OpenWorld   bool
}

// Registry returns the tools in the specification's order. The slice is the
// caller's own; what the rows point to is shared and must not be changed.
func Registry() []Tool { return slices.Clone(registry()) }

// Lookup returns the tool of that name.
func Lookup(name string) (Tool, bool) {
	for _, t := range registry() {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

// Own returns the error cases of the tool's own table.
func (t Tool) Own() []ErrorCase {
	return slices.DeleteFunc(slices.Clone(t.Errors), func(e ErrorCase) bool { return e.General })
}

// describe builds a tool's description from its summary and paragraphs.
func describe(t Tool, paragraphs ...string) Tool {
	parts := append([]string{t.Summary}, paragraphs...)
	if t.RBAC != "" {
		parts = append(parts, "RBAC required: "+t.RBAC)
	}
	t.Description = strings.Join(parts, "\n\n")
	return t
}

// own and general make the rows of a tool's error cases.
func own(code toolerr.Code, condition string) ErrorCase {
	return ErrorCase{Code: code, Condition: condition}
}

func general(code toolerr.Code, condition string) ErrorCase {
	return ErrorCase{Code: code, Condition: condition, General: true}
}

// errorsOf completes a tool's own cases by those that any tool with a platform
// call behind it has.
func errorsOf(cases ...ErrorCase) []ErrorCase {
	for _, rule := range []ErrorCase{
		general(toolerr.InvalidRequest, "An argument is unknown, missing, of the wrong type or refused by the platform"),
		general(toolerr.Unauthorized, "Token missing, invalid or expired"),
		general(toolerr.Internal, "The platform failed, was not reached, or gave an answer that makes no sense"),
	} {
		if !slices.ContainsFunc(cases, func(e ErrorCase) bool { return e.Code == rule.Code }) {
			cases = append(cases, rule)
		}
	}
	return cases
}
