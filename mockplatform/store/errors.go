// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import "fmt"

// The kinds of things, as errors name them.
const (
	KindProject = "Project"
	KindAgent   = "Agent"
	KindSession = "Session"
	// KindAgentVersion has ids of the form agent/version.
	KindAgentVersion = "AgentVersion"
)

// NotFoundError says that a thing does not exist.
type NotFoundError struct{ Kind, ID string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("%s with id='%s' not found", e.Kind, e.ID)
}

// ConflictError says that a request does not go with the state of a thing.
type ConflictError struct {
	Kind, ID string
	// Reason is a whole sentence without a full stop.
	Reason string
}

func (e *ConflictError) Error() string { return e.Reason }

func conflict(kind, id, reason string) error {
	return &ConflictError{Kind: kind, ID: id, Reason: reason}
}

// InvalidError says that a value given for a thing is not allowed.
type InvalidError struct {
	// Field is the JSON name of what was given.
	Field string
	// Reason is a whole sentence without a full stop.
	Reason string
}

func (e *InvalidError) Error() string { return e.Reason }

// QueryError says that the condition or the order of a query does not fit the list.
type QueryError struct{ Reason string }

func (e *QueryError) Error() string { return e.Reason }
