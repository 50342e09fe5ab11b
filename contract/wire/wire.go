// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package wire exchanges raw JSON-RPC messages with an MCP server. It is not an
// SDK on purpose: an SDK client hides malformed answers, drops notifications it
// does not know and repairs what a contract must see.
package wire

import (
	"context"
	"encoding/json"
	"time"
)

// Direction tells who sent a message.
type Direction string

// The directions.
const (
	Sent     Direction = ">"
	Received Direction = "<"
)

// Record is one message of the wire log.
type Record struct {
	At        time.Time
	Direction Direction
	Text      string
}

// Message is a JSON-RPC message as received. Raw keeps its bytes.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
	Raw    json.RawMessage `json:"-"`
}

// Error is a JSON-RPC error object.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// Stream carries raw messages both ways: newline-framed on stdio, POST and event stream over SSE.
type Stream interface {
	// Send writes one message, exactly these bytes.
	Send(ctx context.Context, raw []byte) error
	// Receive returns the next raw message; io.EOF when the server ended the stream.
	Receive(ctx context.Context) ([]byte, error)
	Close() error
}
