// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package docpage

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

// writeWatching shows what a watching client is notified of, in every shape.
func writeWatching(b *bytes.Buffer) {
	b.WriteString("\n## Notifications of a watched session\n\n" +
		"`watch_session_messages` answers first; then come notifications, in the order of `seq`, each message once, and one terminal notification after which nothing comes.\n" +
		"A deleted session ends with phase `Deleted`. A platform that stays away for two minutes, or that no longer accepts the bearer, ends it with phase `Unknown` and a `reason`.\n" +
		"`MCP_WATCH_NOTIFICATIONS` chooses the shape:\n\n" +
		"| Value | Who understands it |\n|---|---|\n" +
		"| `spec` (default) | mcp-go clients; TypeScript clients with a handler of their own. Others drop it or report an error and stay connected, since MCP wants a number under `progress`. |\n" +
		"| `strict` | Go clients (go-sdk, mcp-go). TypeScript clients report an unknown progress token and stay connected. |\n" +
		"| `log` | TypeScript SDK, Claude Code, go-sdk and mcp-go. |\n")
	message := watch.Message{Seq: 42, EventType: "TEXT_MESSAGE_CONTENT", Raw: json.RawMessage(
		`{"id":"msg_xyz","session_id":"3BEaN6kqawvTNUIXoSMcgOQvUDj","seq":42,"event_type":"TEXT_MESSAGE_CONTENT","payload":"Hello","created_at":"2026-03-21T10:01:00Z"}`)}
	event := watch.Event{SubscriptionID: "sub_abc123", SessionID: "3BEaN6kqawvTNUIXoSMcgOQvUDj", Count: 1, Message: &message}
	end := watch.Event{SubscriptionID: "sub_abc123", SessionID: "3BEaN6kqawvTNUIXoSMcgOQvUDj", Count: 2, Phase: "Completed"}
	for _, shape := range watch.Shapes() {
		fmt.Fprintf(b, "\n`%s`, a message and the end:\n\n```json\n%s\n%s\n```\n", shape, example(shape, event), example(shape, end))
	}
}

func example(shape watch.Shape, e watch.Event) []byte {
	method, params := shape.Notification(e)
	text, err := json.MarshalIndent(struct {
		Method string         `json:"method"`
		Params map[string]any `json:"params"`
	}{method, params}, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("docpage: an example does not encode: %v", err))
	}
	return text
}
