// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"bytes"
	"encoding/json"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
)

// pendingPhase is what a session that was never started is shown with (decision D13).
const pendingPhase = "Pending"

// encode makes the JSON document of an answer, in one line.
func encode(answer any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// showSession is the document of a session as a caller sees it.
func showSession(s *platform.Session) json.RawMessage {
	if s.Phase != "" {
		return s.Raw
	}
	return withPhase(s.Raw)
}

// withPhase adds the phase Pending to a document that has none. Everything
// else stays as the platform sent it, in its order.
func withPhase(document json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(document, &fields); err != nil {
		return document
	}
	if _, present := fields["phase"]; present { // null or "": replaced.
		fields["phase"] = json.RawMessage(`"` + pendingPhase + `"`)
		if out, err := json.Marshal(fields); err == nil {
			return out
		}
		return document
	}
	end := bytes.LastIndexByte(document, '}')
	out := append(json.RawMessage(nil), document[:end]...)
	if len(fields) > 0 {
		out = append(out, ',')
	}
	return append(out, `"phase":"`+pendingPhase+`"}`...)
}

// showSessions is the document of a list of sessions.
func showSessions(l *platform.List[platform.Session]) json.RawMessage {
	for _, s := range l.Items {
		s.Raw = showSession(s)
	}
	return l.Raw()
}
