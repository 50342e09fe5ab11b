// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package toolerr is the error catalogue of the tools: every code a tool may
// answer with, as data, and the error that carries one.
package toolerr

import "net/http"

// Code is one code of the catalogue.
type Code string

// The sixteen codes (spec: Error Catalog).
const (
	Unauthorized            Code = "UNAUTHORIZED"
	Forbidden               Code = "FORBIDDEN"
	SessionNotFound         Code = "SESSION_NOT_FOUND"
	SessionNotRunning       Code = "SESSION_NOT_RUNNING"
	AgentNotFound           Code = "AGENT_NOT_FOUND"
	AmbiguousAgentName      Code = "AMBIGUOUS_AGENT_NAME"
	ProjectNotFound         Code = "PROJECT_NOT_FOUND"
	MentionNotResolved      Code = "MENTION_NOT_RESOLVED"
	InvalidRequest          Code = "INVALID_REQUEST"
	InvalidLabelKey         Code = "INVALID_LABEL_KEY"
	InvalidLabelValue       Code = "INVALID_LABEL_VALUE"
	AgentNameConflict       Code = "AGENT_NAME_CONFLICT"
	SubscriptionNotFound    Code = "SUBSCRIPTION_NOT_FOUND"
	TransportNotSupported   Code = "TRANSPORT_NOT_SUPPORTED"
	AnnotationValueTooLarge Code = "ANNOTATION_VALUE_TOO_LARGE"
	Internal                Code = "INTERNAL"
)

// Entry is one row of the catalogue.
type Entry struct {
	Code Code
	// HTTP is the status the code corresponds to.
	HTTP        int
	Description string
}

// Catalog returns the error catalogue in the specification's order.
func Catalog() []Entry {
	return []Entry{
		{Unauthorized, http.StatusUnauthorized, "Token missing, invalid, or expired"},
		{Forbidden, http.StatusForbidden, "Token valid but lacks required RBAC permission"},
		{SessionNotFound, http.StatusNotFound, "No session with the given ID"},
		{SessionNotRunning, http.StatusConflict, "Operation requires session in Running phase"},
		{AgentNotFound, http.StatusNotFound, "No agent matches the given ID or name"},
		{AmbiguousAgentName, http.StatusConflict, "Name search matched more than one agent"},
		{ProjectNotFound, http.StatusNotFound, "No project matches the given ID or name"},
		{MentionNotResolved, http.StatusUnprocessableEntity, "@mention token could not be matched to any agent"},
		{InvalidRequest, http.StatusBadRequest, "Missing required field or malformed input"},
		{InvalidLabelKey, http.StatusBadRequest, "Label key contains = or whitespace"},
		{InvalidLabelValue, http.StatusBadRequest, "Label value is empty"},
		{AgentNameConflict, http.StatusConflict, "Agent name already exists for this owner"},
		{SubscriptionNotFound, http.StatusNotFound, "No active subscription with the given ID"},
		{TransportNotSupported, http.StatusBadRequest, "Operation requires SSE transport; caller is on stdio"},
		{AnnotationValueTooLarge, http.StatusBadRequest, "Annotation value exceeds 4096 bytes"},
		{Internal, http.StatusInternalServerError, "Backend returned an unexpected error"},
	}
}
