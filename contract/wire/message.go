// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ErrProtocol is in the chain of errors that say the server broke the framing.
var ErrProtocol = errors.New("protocol violation")

// IsNotification tells whether the message has a method and no id.
func (m Message) IsNotification() bool { return m.Method != "" && m.ID == nil }

// IsAnswer tells whether the message answers a request, by a result or an error.
func (m Message) IsAnswer() bool { return m.Method == "" && (m.Result != nil || m.Error != nil) }

// Error makes a JSON-RPC error usable as a Go error.
func (e *Error) Error() string { return fmt.Sprintf("json-rpc error %d: %s", e.Code, e.Message) }

// parse reads one frame. The problem is empty when it is a JSON-RPC 2.0
// message; the message has no Raw when it is not even a JSON object.
func parse(raw []byte) (m Message, problem string) {
	var version struct {
		JSONRPC *string `json:"jsonrpc"`
	}
	if !json.Valid(raw) {
		return Message{}, "not JSON"
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return Message{}, "not a JSON-RPC message"
	}
	m.Raw = raw
	_ = json.Unmarshal(raw, &version) // an object: m was read from it
	switch {
	case version.JSONRPC == nil || *version.JSONRPC != "2.0":
		return m, `no "jsonrpc":"2.0"`
	case m.Result != nil && m.Error != nil:
		return m, "both a result and an error"
	case m.Method == "" && !m.IsAnswer():
		return m, "neither a method nor a result nor an error"
	case m.IsAnswer() && m.ID == nil:
		return m, "an answer without an id"
	}
	return m, ""
}

// Tokens returns a scrub function that puts "[token]" in the place of each of the secrets.
func Tokens(secrets ...string) func(string) string {
	var pairs []string
	for _, s := range secrets {
		if s != "" {
			pairs = append(pairs, s, "[token]")
		}
	}
	return strings.NewReplacer(pairs...).Replace
}
