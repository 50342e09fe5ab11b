// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package acpctl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

func newCallCommand(e *env) *cobra.Command {
	var at endpoint
	var input string
	output := jsonOutput
	cmd := &cobra.Command{
		Use:   "call TOOL --input JSON",
		Short: "Call one MCP tool and print its result as JSON",
		Long: `Call one MCP tool and print its result as JSON.

The input is a JSON object, checked before anything is started. Without --url a
server is started on stdio: the ambient-mcp program beside acpctl, or the one on PATH.
The error of a tool is printed as JSON too, with one line on stderr.

Exit codes: 0 success, 1 the tool returned an error (also: no connection, bad
input), 2 no token or one that is refused (UNAUTHORIZED), 3 no tool of that name.`,
		Example: `  acpctl mcp call list_sessions --input '{"phase":"Running"}'
  acpctl mcp call push_message --input '{"session_id":"…","text":"@code-review check auth.go"}'
  acpctl mcp call list_agents --input '{}' -o table --url http://localhost:8090`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fail(ExitFailed, "give exactly one tool name; see '%s --help'", cmd.CommandPath())
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, t := range tools.Registry() {
				names = append(names, t.Name+"\t"+t.Summary)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("input") {
				return fail(ExitFailed, `--input is required: a JSON object, '{}' for a tool without input`)
			}
			arguments, err := parseInput(input)
			if err != nil {
				return err
			}
			done := progress(e, "waiting for "+args[0])
			defer done()
			s, err := e.dial(cmd.Context(), e, at)
			if err != nil {
				return err
			}
			defer s.Close()
			result, err := call(cmd.Context(), s, args[0], arguments)
			if err != nil {
				return err
			}
			done()
			return printResult(e, args[0], result, output)
		},
	}
	cmd.Flags().StringVar(&input, "input", "", "JSON-encoded tool input (required)")
	addURLFlag(cmd, &at)
	addOutputFlag(cmd, &output)
	return cmd
}

// parseInput accepts one JSON object and nothing else. It is sent as it was
// written, for the server to judge: decoding would round great numbers and
// replace text that is none.
func parseInput(input string) (json.RawMessage, error) {
	d := json.NewDecoder(strings.NewReader(input))
	var v any
	var syntax *json.SyntaxError
	switch err := d.Decode(&v); {
	case errors.Is(err, io.EOF):
		return nil, fail(ExitFailed, "--input is empty: give a JSON object, '{}' for a tool without input")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fail(ExitFailed, "--input is not JSON: it ends too early")
	case errors.As(err, &syntax):
		return nil, fail(ExitFailed, "--input is not JSON: byte %d does not belong there", syntax.Offset)
	case err != nil:
		return nil, fail(ExitFailed, "--input holds a number that is too great")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fail(ExitFailed, "--input holds more than one JSON value")
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, fail(ExitFailed, "--input must be a JSON object, not %s", jsonKind(v))
	}
	return json.RawMessage(input), nil
}

func jsonKind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "an array"
	default:
		return "a number"
	}
}

func call(ctx context.Context, s session, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	r := mcp.CallToolRequest{}
	r.Params.Name = tool
	r.Params.Arguments = arguments
	result, err := s.CallTool(ctx, r)
	if err == nil {
		return result, nil
	}
	if isInvalidParams(err) {
		list, listErr := listTools(ctx, s)
		if listErr == nil && !slices.ContainsFunc(list, func(t mcp.Tool) bool { return t.Name == tool }) {
			return nil, fail(ExitNoTool, "the server has no tool %q; 'acpctl mcp tools' lists them", tool)
		}
	}
	return nil, fail(ExitFailed, "call %s: %w", tool, err)
}

// toolError is the error body of the specification's "Error Format".
type toolError struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

func printResult(e *env, tool string, result *mcp.CallToolResult, output outputFormat) error {
	text, err := resultText(result)
	if err != nil {
		return fail(ExitFailed, "read the answer of %s: %w", tool, err)
	}
	if !result.IsError {
		return printDocument(e.stdout, text, output)
	}
	if err := printDocument(e.stdout, text, jsonOutput); err != nil {
		return err
	}
	var body toolError
	_ = json.Unmarshal(text, &body)
	code := ExitFailed
	if body.Code == "UNAUTHORIZED" {
		code = ExitAuth
	}
	if body.Code == "" {
		return fail(code, "%s failed", tool)
	}
	return fail(code, "%s failed: %s: %s", tool, body.Code, body.Reason)
}

// resultText is the document of a result: its text if that is JSON, else the text as a JSON string.
func resultText(result *mcp.CallToolResult) ([]byte, error) {
	for _, c := range result.Content {
		if t, ok := mcp.AsTextContent(c); ok {
			if b := bytes.TrimSpace([]byte(t.Text)); json.Valid(b) {
				return b, nil
			}
			return json.Marshal(t.Text)
		}
	}
	return nil, errors.New("it holds no text")
}
