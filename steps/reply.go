// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// answer is what a tool call was answered.
type answer struct {
	tool    string
	client  *client
	message wire.Message
}

// toolResult is the result of tools/call.
type toolResult struct {
	IsError           bool              `json:"isError"`
	Content           []json.RawMessage `json:"content"`
	StructuredContent json.RawMessage   `json:"structuredContent"`
}

// errorBody is the JSON of a failed call.
type errorBody struct {
	Code, Reason, OperationID string
	// whole is the body as it came.
	whole map[string]any
}

func newAnswer(tool string, c *client, m wire.Message) *answer {
	return &answer{tool: tool, client: c, message: m}
}

var errNoAnswer = errors.New("no tool was called yet")

// result returns the tool result and its one text.
func (a *answer) result() (toolResult, string, error) {
	var r toolResult
	if a == nil {
		return r, "", errNoAnswer
	}
	if a.message.Error != nil {
		return r, "", fmt.Errorf("%s was answered with a JSON-RPC error: %w", a.tool, a.message.Error)
	}
	if err := json.Unmarshal(a.message.Result, &r); err != nil {
		return r, "", fmt.Errorf("%s was answered with something that is no tool result: %s", a.tool, a.message.Raw)
	}
	if len(r.Content) != 1 {
		return r, "", fmt.Errorf("expected exactly one content item, got %d: %s", len(r.Content), a.message.Result)
	}
	item, err := object(string(r.Content[0]))
	if err != nil {
		return r, "", fmt.Errorf("content item: %w", err)
	}
	text, ok := item["text"].(string)
	if item["type"] != "text" || !ok {
		return r, "", fmt.Errorf("expected a text item, got %s", r.Content[0])
	}
	return r, text, nil
}

// document returns the JSON document of a call that succeeded.
func (a *answer) document() (map[string]any, error) {
	r, text, err := a.result()
	if err != nil {
		return nil, err
	}
	if r.IsError {
		return nil, fmt.Errorf("expected %s to succeed, it failed: %s", a.tool, text)
	}
	doc, err := object(text)
	if err != nil {
		return nil, fmt.Errorf("answer of %s: %w", a.tool, err)
	}
	if r.StructuredContent != nil {
		structured, err := object(string(r.StructuredContent))
		if err != nil {
			return nil, fmt.Errorf("structured content of %s: %w", a.tool, err)
		}
		if err := same(doc, structured); err != nil {
			return nil, fmt.Errorf("text and structured content of %s differ: %w", a.tool, err)
		}
	}
	return doc, nil
}

// failure returns the error body of a call that failed, once everything that
// holds for every error has been checked.
func (a *answer) failure() (errorBody, error) {
	r, text, err := a.result()
	if err != nil {
		return errorBody{}, err
	}
	if !r.IsError {
		return errorBody{}, fmt.Errorf("expected %s to fail, it succeeded: %s", a.tool, text)
	}
	whole, err := object(text)
	if err != nil {
		return errorBody{}, fmt.Errorf("error of %s: %w", a.tool, err)
	}
	for key, value := range whole {
		_, isText := value.(string)
		_, isObject := value.(map[string]any)
		switch {
		case (key == "code" || key == "reason" || key == "operation_id") && isText:
		case key == "details" && isObject:
		default:
			return errorBody{}, fmt.Errorf("an error of the platform has no %q of that kind: %s", key, text)
		}
	}
	body := errorBody{whole: whole}
	body.Code, _ = whole["code"].(string)
	body.Reason, _ = whole["reason"].(string)
	body.OperationID, _ = whole["operation_id"].(string)
	if body.OperationID != a.tool {
		return body, fmt.Errorf("expected operation_id %q, got %q", a.tool, body.OperationID)
	}
	return body, reasonIsPresentable(body.Reason)
}

// mostOfReason bounds the reason of an error, in bytes.
const mostOfReason = 1024

// reasonIsPresentable checks that a reason is one bounded line and gives away
// nothing of what lies behind the server.
func reasonIsPresentable(reason string) error {
	switch {
	case strings.TrimSpace(reason) == "":
		return errors.New("the error has no reason")
	case len(reason) > mostOfReason:
		return fmt.Errorf("the reason has %d bytes", len(reason))
	case strings.ContainsFunc(reason, unicode.IsControl):
		return fmt.Errorf("the reason is not one line of text: %q", reason)
	}
	for _, inner := range []string{"ambient-api-server", "http://", "https://", "/api/ambient", "Bearer", "goroutine", "panic"} {
		if strings.Contains(reason, inner) {
			return fmt.Errorf("the reason gives away %q: %q", inner, reason)
		}
	}
	return nil
}
