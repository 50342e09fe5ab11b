// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package toolerr

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
)

// MaxReasonRunes bounds a reason, in runes.
const MaxReasonRunes = 300

// Error is a failed tool call. Its JSON form is the text of the tool's answer
// (spec: Error Format).
type Error struct {
	Code Code `json:"code"`
	// Reason is one bounded line without control characters.
	Reason string `json:"reason"`
	// OperationID is the name of the tool.
	OperationID string `json:"operation_id"`
	// Details says what a half-done call has left behind, when it has.
	Details map[string]any `json:"details,omitempty"`
}

// New returns an error with a sanitised reason. The tool's name is filled in
// by whoever answers the call, see [Error.For].
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Reason: guard.Line(fmt.Sprintf(format, args...), MaxReasonRunes)}
}

// Error tells code and reason.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Reason }

// For returns a copy that names the tool.
func (e *Error) For(operation string) *Error {
	c := *e
	c.OperationID = operation
	return &c
}

// With returns a copy that carries one more detail.
func (e *Error) With(key string, value any) *Error {
	c := *e
	c.Details = maps.Clone(e.Details)
	if c.Details == nil {
		c.Details = make(map[string]any, 1)
	}
	c.Details[key] = value
	return &c
}

// JSON is the text of the tool's answer.
func (e *Error) JSON() string {
	text, err := json.Marshal(e)
	if err != nil { // Only details can fail to encode; the rest of the answer still stands.
		c := *e
		c.Details = nil
		text, _ = json.Marshal(&c)
	}
	return string(text)
}

// From finds the tool error in err, or makes an INTERNAL one that tells nothing of err.
func From(err error) *Error {
	var e *Error
	if errors.As(err, &e) && e != nil {
		return e
	}
	return New(Internal, "the server could not finish the call")
}
