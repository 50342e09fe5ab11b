// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

// StatusError is an answer of the platform outside 2xx. It tells nothing of the
// answer's body, which may hold what a caller must not see.
type StatusError struct {
	Status int
	// Operation is the method and the route, without ids.
	Operation string
}

// Error tells operation and status.
func (e *StatusError) Error() string {
	return fmt.Sprintf("%s: the platform answered %d", e.Operation, e.Status)
}

// TransportError is a request that got no whole answer.
type TransportError struct {
	Operation string
	err       error
}

// Error tells the operation and the cause, without the URL.
func (e *TransportError) Error() string { return e.Operation + ": " + e.err.Error() }

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.err }

// MalformedError is a 2xx answer that is not what the operation answers.
type MalformedError struct {
	Operation string
	Problem   string
}

// Error tells the operation and the problem.
func (e *MalformedError) Error() string {
	return e.Operation + ": the platform's answer is malformed: " + e.Problem
}

func transportError(operation string, err error) error {
	var u *url.Error
	if errors.As(err, &u) { // Its text would hold the URL.
		err = u.Err
	}
	return &TransportError{Operation: operation, err: err}
}

// IsNotFound tells whether err is a 404 of the platform.
func IsNotFound(err error) bool {
	var s *StatusError
	return errors.As(err, &s) && s.Status == http.StatusNotFound
}

// Explain turns an error of this package into a tool error with a reason of
// our own words. An error that already is a tool error is handed on.
func Explain(err error, c toolerr.Context) *toolerr.Error {
	var (
		tool      *toolerr.Error
		status    *StatusError
		malformed *MalformedError
	)
	action := c.Action
	if action == "" {
		action = "call the platform"
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &tool):
		return tool
	case errors.As(err, &status):
		return toolerr.FromStatus(status.Status, c)
	case errors.As(err, &malformed):
		return toolerr.New(toolerr.Internal, "the platform's answer could not be understood when asked to %s", action)
	case errors.Is(err, context.DeadlineExceeded):
		return toolerr.New(toolerr.Internal, "the platform did not answer in time when asked to %s", action)
	case errors.Is(err, context.Canceled):
		return toolerr.New(toolerr.Internal, "the call was cancelled before the platform could %s", action)
	default:
		return toolerr.New(toolerr.Internal, "the platform could not be reached to %s", action)
	}
}
