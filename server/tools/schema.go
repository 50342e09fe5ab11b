// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

// schemaFiles are the input schemas, one file per tool in the specification's
// own bytes, and the shapes of the answers, one file per thing.
//
//go:embed schema/input/*.json schema/output/*.json
var schemaFiles embed.FS

// readSchema returns an embedded schema. A missing file is a defect of the build, hence the panic.
func readSchema(path string) json.RawMessage {
	b, err := schemaFiles.ReadFile("schema/" + path + ".json")
	if err != nil {
		panic(fmt.Sprintf("tools: no schema %s", path))
	}
	return bytes.TrimSpace(b)
}

func input(tool string) json.RawMessage   { return readSchema("input/" + tool) }
func output(thing string) json.RawMessage { return readSchema("output/" + thing) }

// outputList is the list envelope around the schema of one thing.
func outputList(thing string) json.RawMessage {
	return fmt.Appendf(nil, `{
  "type": "object",
  "description": "One page of a list.",
  "required": ["kind", "page", "size", "total", "items"],
  "properties": {
    "kind": {"type": "string"},
    "page": {"type": "integer"},
    "size": {"type": "integer"},
    "total": {"type": "integer", "description": "All that match, on every page."},
    "items": {"type": "array", "items": %s}
  }
}`, output(thing))
}

// outputPush is what push_message answers with.
func outputPush() json.RawMessage {
	session := output("session")
	return fmt.Appendf(nil, `{
  "type": "object",
  "required": ["message", "delegated_session", "delegated_sessions"],
  "properties": {
    "message": %s,
    "delegated_session": {"description": "The child session of the first mention, or null.", "anyOf": [{"type": "null"}, %s]},
    "delegated_sessions": {"type": "array", "description": "All child sessions, in the order of their mentions.", "items": %s}
  }
}`, output("message"), session, session)
}

// registry is built once; what it holds is never written to.
var registry = sync.OnceValue(func() []Tool {
	return []Tool{
		listSessionsTool(), getSessionTool(), createSessionTool(), pushMessageTool(), patchSessionLabelsTool(),
		watchTool(), unwatchTool(),
		listAgentsTool(), getAgentTool(), createAgentTool(), updateAgentTool(),
		patchSessionAnnotationsTool(), patchAgentAnnotationsTool(), patchProjectAnnotationsTool(),
		listProjectsTool(), getProjectTool(),
	}
})
