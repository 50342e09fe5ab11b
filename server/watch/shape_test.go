// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package watch

import (
	"encoding/json"
	"testing"
)

func TestShapesOfNotifications(t *testing.T) {
	message := Event{
		SubscriptionID: "sub_a", SessionID: "s", Count: 3,
		Message: &Message{Seq: 42, EventType: "user", Raw: json.RawMessage(`{"id":"m","seq":42,"payload":"<b>"}`)},
	}
	ended := Event{SubscriptionID: "sub_a", SessionID: "s", Count: 4, Phase: "Completed"}
	unknown := Event{SubscriptionID: "sub_a", SessionID: "s", Count: 4, Phase: PhaseUnknown, Reason: "gone"}
	const payload = `{"id":"m","seq":42,"payload":"\u003cb\u003e"}`
	tests := []struct {
		name   string
		shape  Shape
		event  Event
		method string
		params string
	}{
		{"spec message", Spec, message, "notifications/progress",
			`{"progress":{"session_id":"s","message":` + payload + `},"progressToken":"sub_a"}`},
		{"spec end", Spec, ended, "notifications/progress",
			`{"progress":{"session_id":"s","terminal":true,"phase":"Completed"},"progressToken":"sub_a"}`},
		{"spec end with a reason", Spec, unknown, "notifications/progress",
			`{"progress":{"session_id":"s","terminal":true,"phase":"Unknown","reason":"gone"},"progressToken":"sub_a"}`},
		{"strict message", Strict, message, "notifications/progress",
			`{"_meta":{"ambient-code.io/session-event":{"session_id":"s","message":` + payload + `}},"message":"user #42","progress":3,"progressToken":"sub_a"}`},
		{"strict end", Strict, ended, "notifications/progress",
			`{"_meta":{"ambient-code.io/session-event":{"session_id":"s","terminal":true,"phase":"Completed"}},"message":"terminal: Completed","progress":4,"progressToken":"sub_a"}`},
		{"strict end with a reason", Strict, unknown, "notifications/progress",
			`{"_meta":{"ambient-code.io/session-event":{"session_id":"s","terminal":true,"phase":"Unknown","reason":"gone"}},"message":"terminal: Unknown (gone)","progress":4,"progressToken":"sub_a"}`},
		{"log message", Log, message, "notifications/message",
			`{"data":{"subscription_id":"sub_a","session_id":"s","message":` + payload + `},"level":"info","logger":"ambient.watch"}`},
		{"log end", Log, ended, "notifications/message",
			`{"data":{"subscription_id":"sub_a","session_id":"s","terminal":true,"phase":"Completed"},"level":"info","logger":"ambient.watch"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			method, params := tt.shape.Notification(tt.event)
			got, err := json.Marshal(params)
			if err != nil {
				t.Fatal(err)
			}
			if method != tt.method || string(got) != tt.params {
				t.Errorf("got  %s %s\nwant %s %s", method, got, tt.method, tt.params)
			}
		})
	}
}
