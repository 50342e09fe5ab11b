// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// repair replaces the params of a tools/call that has others than such a call
// has by those of a tool without a name, so that it is answered with invalid
// params (-32602). The SDK would answer invalid request, and with words of its own source.
func repair(message []byte) []byte {
	var m struct {
		Version json.RawMessage `json:"jsonrpc,omitempty"`
		ID      json.RawMessage `json:"id,omitempty"`
		Method  string          `json:"method"`
		Params  json.RawMessage `json:"params"`
	}
	if json.Unmarshal(message, &m) != nil || m.Method != string(mcp.MethodToolsCall) || len(m.Params) == 0 {
		return message
	}
	if json.Unmarshal(m.Params, &mcp.CallToolParams{}) == nil {
		return message
	}
	m.Params = json.RawMessage(`{"name":""}`)
	repaired, err := json.Marshal(m)
	if err != nil {
		return message
	}
	return repaired
}

// parseError answers what is no message at all.
func parseError(message string) mcp.JSONRPCError {
	return mcp.JSONRPCError{
		JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(nil),
		Error: mcp.NewJSONRPCErrorDetails(mcp.PARSE_ERROR, message, nil),
	}
}
