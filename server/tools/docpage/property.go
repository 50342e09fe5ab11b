// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package docpage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// property is one argument of a tool.
type property struct {
	Name, Kind, Description string
	Required                bool
}

// readProperties returns the properties of a schema in their order.
func readProperties(schema json.RawMessage) []property {
	var s struct {
		Required   []string        `json:"required"`
		Properties json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		panic(fmt.Sprintf("docpage: a schema of the registry is not JSON: %v", err))
	}
	var out []property
	dec := json.NewDecoder(bytes.NewReader(s.Properties))
	_, _ = dec.Token() // The opening brace.
	for dec.More() {
		name, _ := dec.Token()
		var p struct {
			Type        string   `json:"type"`
			Enum        []string `json:"enum"`
			Description string   `json:"description"`
		}
		if err := dec.Decode(&p); err != nil {
			panic(fmt.Sprintf("docpage: a property of the registry is not a schema: %v", err))
		}
		kind := p.Type
		if len(p.Enum) > 0 {
			kind = "one of " + code(p.Enum...)
		}
		key := name.(string)
		out = append(out, property{key, kind, p.Description, slices.Contains(s.Required, key)})
	}
	return out
}
