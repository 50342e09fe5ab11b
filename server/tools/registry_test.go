// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing them")

func TestRegistryIsInTheOrderOfTheSpecification(t *testing.T) {
	want := []string{
		"list_sessions", "get_session", "create_session", "push_message", "patch_session_labels",
		"watch_session_messages", "unwatch_session_messages",
		"list_agents", "get_agent", "create_agent", "update_agent",
		"patch_session_annotations", "patch_agent_annotations", "patch_project_annotations",
		"list_projects", "get_project",
	}
	var got []string
	for _, tool := range Registry() {
		got = append(got, tool.Name)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The golden holds what tools/list sends of each tool: a change of it is a
// change of the contract and wants a look.
func TestWhatClientsSeeOfTheToolsIsStable(t *testing.T) {
	var got bytes.Buffer
	for _, tool := range Registry() {
		row := struct {
			Name, Description string
			InputSchema       json.RawMessage
			OutputSchema      json.RawMessage
			Annotations       Annotations
		}{tool.Name, tool.Description, tool.InputSchema, tool.OutputSchema, tool.Annotations}
		text, err := json.MarshalIndent(row, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got.Write(text)
		got.WriteByte('\n')
	}
	const golden = "testdata/tools.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("%s (-want +got):\n%s", golden, d)
	}
}

func compile(t *testing.T, name string, schema json.RawMessage) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(name, document); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	compiled, err := c.Compile(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return compiled
}

func TestEverySchemaCompiles(t *testing.T) {
	for _, tool := range Registry() {
		compile(t, tool.Name+".input", tool.InputSchema)
		compile(t, tool.Name+".output", tool.OutputSchema)
	}
}

func TestEveryToolIsComplete(t *testing.T) {
	groups := []string{GroupRead, GroupWatch, GroupSessions, GroupAnnotate, GroupAgents}
	var codes []toolerr.Code
	for _, e := range toolerr.Catalog() {
		codes = append(codes, e.Code)
	}
	for _, tool := range Registry() {
		t.Run(tool.Name, func(t *testing.T) {
			if !strings.HasPrefix(tool.Description, tool.Summary+"\n\n") {
				t.Error("the description does not begin with the summary")
			}
			if handlers[tool.Name] == nil {
				t.Error("nothing handles it")
			}
			if !slices.Contains(groups, tool.Group) {
				t.Errorf("group %q", tool.Group)
			}
			if tool.ReadOnly && tool.Destructive {
				t.Error("it is read-only and destructive")
			}
			if (tool.RBAC == "") != (len(tool.Backing) == 0) {
				t.Error("a permission without a platform call, or the reverse")
			}
			seen := map[toolerr.Code]bool{}
			for _, e := range tool.Errors {
				if !slices.Contains(codes, e.Code) || e.Condition == "" || seen[e.Code] {
					t.Errorf("error case %+v", e)
				}
				seen[e.Code] = true
			}
			if len(tool.Own()) == 0 || !seen[toolerr.InvalidRequest] {
				t.Error("error cases are missing")
			}
		})
	}
	if len(handlers) != len(Registry()) {
		t.Errorf("%d handlers for %d tools", len(handlers), len(Registry()))
	}
}

func TestEveryCodeOfTheCatalogueBelongsToATool(t *testing.T) {
	for _, e := range toolerr.Catalog() {
		if !slices.ContainsFunc(Registry(), func(tool Tool) bool {
			return slices.ContainsFunc(tool.Errors, func(c ErrorCase) bool { return c.Code == e.Code })
		}) {
			t.Errorf("no tool fails with %s", e.Code)
		}
	}
}

func TestOwnErrorTablesAreThoseOfTheSpecification(t *testing.T) {
	want := map[string]string{
		"list_sessions":             "UNAUTHORIZED FORBIDDEN INTERNAL",
		"get_session":               "SESSION_NOT_FOUND UNAUTHORIZED FORBIDDEN",
		"create_session":            "INVALID_REQUEST AGENT_NOT_FOUND FORBIDDEN INTERNAL",
		"push_message":              "SESSION_NOT_FOUND SESSION_NOT_RUNNING MENTION_NOT_RESOLVED FORBIDDEN",
		"patch_session_labels":      "SESSION_NOT_FOUND INVALID_LABEL_KEY INVALID_LABEL_VALUE FORBIDDEN",
		"watch_session_messages":    "SESSION_NOT_FOUND FORBIDDEN TRANSPORT_NOT_SUPPORTED",
		"unwatch_session_messages":  "SUBSCRIPTION_NOT_FOUND",
		"list_agents":               "UNAUTHORIZED FORBIDDEN",
		"get_agent":                 "AGENT_NOT_FOUND AMBIGUOUS_AGENT_NAME FORBIDDEN",
		"create_agent":              "AGENT_NAME_CONFLICT INVALID_REQUEST FORBIDDEN",
		"update_agent":              "AGENT_NOT_FOUND FORBIDDEN",
		"patch_session_annotations": "SESSION_NOT_FOUND ANNOTATION_VALUE_TOO_LARGE FORBIDDEN",
		"patch_agent_annotations":   "AGENT_NOT_FOUND ANNOTATION_VALUE_TOO_LARGE FORBIDDEN",
		"patch_project_annotations": "PROJECT_NOT_FOUND ANNOTATION_VALUE_TOO_LARGE FORBIDDEN",
		"list_projects":             "UNAUTHORIZED FORBIDDEN INTERNAL",
		"get_project":               "PROJECT_NOT_FOUND FORBIDDEN",
	}
	for _, tool := range Registry() {
		var got []string
		for _, e := range tool.Own() {
			got = append(got, string(e.Code))
		}
		if strings.Join(got, " ") != want[tool.Name] {
			t.Errorf("%s: %v", tool.Name, got)
		}
	}
}

func TestLookupFindsByNameOnly(t *testing.T) {
	if tool, ok := Lookup("get_agent"); !ok || tool.Name != "get_agent" {
		t.Error("get_agent is not found")
	}
	if _, ok := Lookup("get_agents"); ok {
		t.Error("get_agents is found")
	}
}
