// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// ErrorBody is the platform's answer to a request it refuses.
type ErrorBody struct {
	Code        string `json:"code"`
	Href        string `json:"href"`
	ID          string `json:"id"`
	Kind        string `json:"kind"`
	OperationID string `json:"operation_id"`
	Reason      string `json:"reason"`
}

// failure is a refusal on its way to the caller.
type failure struct {
	status int
	id     int
	reason string
}

func (f *failure) Error() string { return f.reason }

// The error ids of the platform, with the status each goes with.
var (
	unauthenticated = template{http.StatusUnauthorized, 15}
	forbidden       = template{http.StatusForbidden, 4}
	notFound        = template{http.StatusNotFound, 7}
	wrongMethod     = template{http.StatusMethodNotAllowed, 10}
	conflict        = template{http.StatusConflict, 6}
	tooLarge        = template{http.StatusRequestEntityTooLarge, 8}
	invalid         = template{http.StatusBadRequest, 8}
	malformed       = template{http.StatusBadRequest, 17}
	badQuery        = template{http.StatusBadRequest, 21}
	internal        = template{http.StatusInternalServerError, 9}
)

// template is what all failures of one kind share.
type template struct{ status, id int }

func (t template) because(format string, args ...any) *failure {
	return &failure{t.status, t.id, fmt.Sprintf(format, args...)}
}

// NewErrorBody is the body that goes with a status when nothing more is known, as for an injected fault.
func NewErrorBody(status int, operationID string) ErrorBody {
	id := internal.id
	if status < http.StatusInternalServerError {
		id = invalid.id
	}
	for _, t := range []template{unauthenticated, forbidden, notFound, wrongMethod, conflict} {
		if t.status == status {
			id = t.id
		}
	}
	reason := strings.ToLower(http.StatusText(status))
	if reason == "" {
		reason = fmt.Sprintf("status %d", status)
	}
	return (&failure{status, id, reason}).body(operationID)
}

func (f *failure) body(operationID string) ErrorBody {
	return ErrorBody{
		Code:        fmt.Sprintf("ambient-api-server-%d", f.id),
		Href:        fmt.Sprintf("%s/errors/%d", Base, f.id),
		ID:          fmt.Sprint(f.id),
		Kind:        "Error",
		OperationID: operationID,
		Reason:      f.reason,
	}
}

// failureOf says how the API answers an error of the layers below.
func failureOf(err error) *failure {
	var (
		own          *failure
		missing      *store.NotFoundError
		clash        *store.ConflictError
		value        *store.InvalidError
		query        *store.QueryError
		parse        *search.ParseError
		searchColumn *search.ColumnError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &missing):
		return notFound.because("%s", missing)
	case errors.As(err, &clash):
		return conflict.because("%s", clash)
	case errors.As(err, &value):
		return invalid.because("%s", value)
	case errors.As(err, &query):
		return badQuery.because("%s", query)
	case errors.As(err, &parse):
		return badQuery.because("Failed to parse search query: %s", parse)
	case errors.As(err, &searchColumn):
		return badQuery.because("%s", searchColumn)
	}
	return internal.because("Unspecified error")
}
