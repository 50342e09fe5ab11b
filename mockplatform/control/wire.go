// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package control is the test-side API of the in-memory platform: the wire
// types, the HTTP handler under [Prefix] and a client for it. A test arranges
// a tenant through it, observes what the tenant received, and breaks what
// should break.
package control

import (
	"encoding/json"
	"net/http"
	"time"
)

// Prefix is the path below which the control API is served.
const Prefix = "/-/"

// TenantSpec asks for a tenant: a platform of its own with its own state,
// tokens, clock, journal and faults, selected by the bearer of a request.
type TenantSpec struct {
	// Name is chosen by the platform when empty.
	Name string `json:"name,omitempty"`
	// Seed is "demo", "empty" (also when absent), or a whole seed document in YAML or JSON.
	Seed string `json:"seed,omitempty"`
}

// Tenant is a tenant as made: its name and the bearers that select it, by label.
type Tenant struct {
	Name   string            `json:"name"`
	Tokens map[string]string `json:"tokens"`
}

// TokenSpec asks for a bearer token of a tenant.
type TokenSpec struct {
	// Label stands for the token in the journal.
	Label string `json:"label"`
	// Token is the bearer itself; made up when empty. It must not be in use.
	Token string `json:"token,omitempty"`
	// User owns what the bearer creates. The label when empty.
	User string `json:"user,omitempty"`
	// Permissions are named as in the MCP specification ("sessions:list"); "*" grants all.
	Permissions []string `json:"permissions"`
	// Projects limits the bearer to these project ids; nil means every project.
	Projects []string `json:"projects,omitempty"`
	// ExpiresAt is read against the tenant's clock; nil means never.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
}

// ClockState is a tenant's clock.
type ClockState struct {
	// Mode is "real" or "frozen".
	Mode string    `json:"mode"`
	Now  time.Time `json:"now"`
}

// Message is a session message as stored.
type Message struct {
	ID        string    `json:"id"`
	SessionID string    `json:"session_id"`
	Seq       int64     `json:"seq"`
	EventType string    `json:"event_type"`
	Payload   string    `json:"payload"`
	CreatedAt time.Time `json:"created_at"`
}

// NewMessage is a message to append directly, with any event type, past every rule of the REST API.
type NewMessage struct {
	EventType string `json:"event_type"`
	Payload   string `json:"payload"`
}

// Request is one request as the journal kept it.
type Request struct {
	// N counts the tenant's requests from 1.
	N      int64  `json:"n"`
	Method string `json:"method"`
	// Path is the raw (escaped) path.
	Path  string `json:"path"`
	Query string `json:"query"`
	// Header has the bearer replaced by its label.
	Header http.Header `json:"header"`
	// TokenLabel is the label of the bearer.
	TokenLabel string `json:"token_label"`
	Body       string `json:"body"`
	// Status is 0 while the request is being served or when the connection was closed without an answer.
	Status    int       `json:"status"`
	StartedAt time.Time `json:"started_at"`
	// EndedAt is zero while the request is being served.
	EndedAt time.Time `json:"ended_at,omitzero"`
	// Fault names the fault kind that answered, if one did.
	Fault string `json:"fault,omitempty"`
}

// Journal is an extract of a tenant's journal.
type Journal struct {
	// Mark is the number of the newest request; pass it as "since" for what comes after.
	Mark     int64     `json:"mark"`
	Requests []Request `json:"requests"`
}

// FaultKind says how a fault answers.
type FaultKind string

// The fault kinds.
const (
	// FaultStatus answers Status and Body (an Error body of the platform when Body is empty).
	FaultStatus FaultKind = "status"
	// FaultDelay waits Delay by real time, then serves the request normally.
	FaultDelay FaultKind = "delay"
	// FaultCloseBeforeHeaders closes the connection without a byte.
	FaultCloseBeforeHeaders FaultKind = "close-before-headers"
	// FaultCloseAfterHeaders sends the headers of a 200, then closes.
	FaultCloseAfterHeaders FaultKind = "close-after-headers"
	// FaultCloseMidStream serves normally, then cuts the connection: an event
	// stream in the middle of the frame after AfterFrames whole ones, a plain answer at half its length.
	FaultCloseMidStream FaultKind = "close-mid-stream"
	// FaultMalformedBody answers 200 with a body that is not JSON.
	FaultMalformedBody FaultKind = "malformed-body"
	// FaultWrongShape answers 200 with JSON of another shape than the operation's.
	FaultWrongShape FaultKind = "wrong-shape"
)

// Fault is a fault to inject into a tenant's REST API.
type Fault struct {
	ID string `json:"id,omitempty"`
	// Method is an HTTP method, or empty for any.
	Method string `json:"method,omitempty"`
	// Path is a route below /api/ambient/v1 in which a {} or {name} segment matches anything, e.g. "/sessions/{id}/start".
	Path string `json:"path"`
	// Skip lets so many matching requests pass first.
	Skip int `json:"skip,omitempty"`
	// Times is how many requests the fault answers; 0 means every one from then on.
	Times int       `json:"times,omitempty"`
	Kind  FaultKind `json:"kind"`
	// Status is for FaultStatus.
	Status int    `json:"status,omitempty"`
	Body   string `json:"body,omitempty"`
	// DelayMS is in milliseconds, for FaultDelay.
	DelayMS     int `json:"delay_ms,omitempty"`
	AfterFrames int `json:"after_frames,omitempty"`
}

// State is everything a tenant stores, as the platform keeps it: agents with
// their prompts and prior versions, labels and annotations as the stored text.
type State struct {
	Projects []json.RawMessage `json:"projects"`
	Agents   []AgentState      `json:"agents"`
	Sessions []json.RawMessage `json:"sessions"`
	Messages []Message         `json:"messages"`
	// OpenStreams is how many message streams are being served now.
	OpenStreams int `json:"open_streams"`
}

// AgentState is a stored agent: as REST answers it, plus what REST hides.
type AgentState struct {
	Agent    json.RawMessage `json:"agent"`
	Prompt   string          `json:"prompt"`
	Versions []AgentVersion  `json:"versions"`
}

// AgentVersion is one immutable version of an agent's prompt, the current one included.
type AgentVersion struct {
	Version   int       `json:"version"`
	Prompt    string    `json:"prompt"`
	CreatedAt time.Time `json:"created_at"`
}
