// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
)

type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  any             `json:"params,omitempty"`
}

// Call sends a request with an id of its own and returns the answer, which may
// be a JSON-RPC error: only a message that cannot be sent or is never answered
// is an error here.
func (c *Conn) Call(ctx context.Context, method string, params any) (Message, error) {
	c.mu.Lock()
	from := len(c.messages)
	c.mu.Unlock()
	id, err := c.SendRequest(ctx, method, params)
	if err != nil {
		return Message{}, err
	}
	m, err := c.awaitFrom(ctx, from, answers(id))
	if err != nil {
		return Message{}, fmt.Errorf("%s (id %s): %w", method, id, err)
	}
	return m, nil
}

// SendRequest sends a request with an id of its own, which it returns, and does not wait for the answer.
func (c *Conn) SendRequest(ctx context.Context, method string, params any) (json.RawMessage, error) {
	c.mu.Lock()
	c.nextID++
	id := json.RawMessage(strconv.FormatInt(c.nextID, 10))
	c.mu.Unlock()
	return id, c.sendMessage(ctx, request{JSONRPC: "2.0", ID: id, Method: method, Params: params})
}

// AwaitAnswer returns the answer to the request with that id.
func (c *Conn) AwaitAnswer(ctx context.Context, id json.RawMessage) (Message, error) {
	return c.Await(ctx, answers(id))
}

// Notify sends a notification.
func (c *Conn) Notify(ctx context.Context, method string, params any) error {
	return c.sendMessage(ctx, request{JSONRPC: "2.0", Method: method, Params: params})
}

// CallTool calls a tool. Args is anything that marshals to JSON, a
// json.RawMessage included; nil sends no arguments at all.
func (c *Conn) CallTool(ctx context.Context, name string, args any) (Message, error) {
	params := map[string]any{"name": name}
	if args != nil {
		params["arguments"] = args
	}
	return c.Call(ctx, "tools/call", params)
}

// Initialize asks for the protocol revision and, when that is answered without
// an error, says notifications/initialized. It returns the answer to initialize.
func (c *Conn) Initialize(ctx context.Context, revision string) (Message, error) {
	answer, err := c.Call(ctx, "initialize", map[string]any{
		"protocolVersion": revision,
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]any{"name": "contract", "version": "1.0.0"},
	})
	if err != nil || answer.Error != nil {
		return answer, err
	}
	return answer, c.Notify(ctx, "notifications/initialized", nil)
}

func (c *Conn) sendMessage(ctx context.Context, r request) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("%s: encode: %w", r.Method, err)
	}
	if err := c.Send(ctx, raw); err != nil {
		return fmt.Errorf("%s: %w", r.Method, err)
	}
	return nil
}

func answers(id json.RawMessage) func(Message) bool {
	return func(m Message) bool { return m.Method == "" && string(m.ID) == string(id) }
}
