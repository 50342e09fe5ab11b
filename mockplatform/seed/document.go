// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package seed reads seed documents: what a tenant of the in-memory platform
// holds before anybody calls it. A document is YAML, or JSON as the subset of
// YAML that it is. Reading is strict: a document is taken whole or refused
// with the line that is wrong, so a misspelt key never means a missing thing.
package seed

import "time"

// DefaultOwner owns the agents and sessions for which a document names no owner.
const DefaultOwner = "system"

// Document is a seed document that has been checked: references resolve,
// names and ids are well-formed, defaults that need no platform are filled in.
type Document struct {
	Tokens   []Token
	Projects []Project
	Agents   []Agent
	// Sessions come after the sessions that they name as their parent.
	Sessions []Session
}

// Token is a bearer token.
type Token struct {
	// Label stands for the bearer in journals; unique in the document.
	Label string
	// Token is the bearer itself, or empty: the platform then makes one up.
	Token string
	// User owns what the bearer creates; the label when the document names none.
	User string
	// Permissions are names such as "sessions:list"; "*" grants all.
	Permissions []string
	// Projects limits the bearer to these projects; nil means every project.
	Projects []string
	// ExpiresAt is nil for a bearer that never expires. "expired: true" is the Unix epoch.
	ExpiresAt *time.Time
}

// Project is a project; its id is its name.
type Project struct {
	Name        string
	Description string
	// Labels and Annotations are the text to store, nil when absent.
	Labels, Annotations *string
}

// Agent is an agent definition.
type Agent struct {
	// ID is a UUID, or empty: the platform then makes one up.
	ID   string
	Name string
	// Owner is a user name.
	Owner string
	// Project is a project name, or empty.
	Project  string
	Prompt   string
	LLMModel string
	// Labels and Annotations are the text to store, nil when absent.
	Labels, Annotations *string
	// Versions is how many versions the agent has, at least 1; the prompt is that of the newest.
	Versions int
}

// Session is a session.
type Session struct {
	// ID is a 27-character KSUID, or empty: the platform then makes one up.
	ID   string
	Name string
	// Project is a project name.
	Project string
	// Agent is the id or name of an agent that exists exactly once, or empty.
	Agent string
	// Prompt, when not empty, is also the session's first message, before Messages.
	Prompt string
	// Phase is empty for a session that was never started.
	Phase string
	// Parent is the id or name of an earlier session that exists exactly once, or empty.
	Parent string
	// Owner is a user name.
	Owner string
	// Labels and Annotations are the text to store, nil when absent.
	Labels, Annotations *string
	// CreatedAt is nil for the time at which the document is applied.
	CreatedAt *time.Time
	Messages  []Message
}

// Message is a message of a session.
type Message struct {
	EventType string
	Payload   string
}

// Known tells what a tenant already holds, for a document that adds to it.
// Each function answers how many things the reference means; a nil function
// means none.
type Known struct {
	// Project is asked for a project id.
	Project func(id string) int
	// Agent is asked for an agent's id or name.
	Agent func(ref string) int
	// Session is asked for a session's id or name.
	Session func(ref string) int
}
