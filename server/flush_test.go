// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"strings"
	"testing"
)

func TestNoNotificationFollowsTheAnswerOfUnwatch(t *testing.T) {
	const each = 150 // More than the queues of the transport hold.
	p := connect(t, listen(t, newServer(t, watched(each), nil)), "theirs")
	p.post(initialize("2024-11-05"))
	p.next()
	for id := 1; id <= 20; id++ {
		p.post(toolCall(id, "watch_session_messages", `{"session_id":"s1"}`))
		got := p.next()
		at := strings.Index(got, "sub_")
		if at < 0 {
			t.Fatalf("got %s before the subscription", got)
		}
		sub := got[at : at+strings.IndexByte(got[at:], '\\')]
		// The notifications are not read before the cancellation is on its way.
		p.post(toolCall(1000+id, "unwatch_session_messages", `{"subscription_id":"`+sub+`"}`))
		for got = p.next(); strings.Contains(got, "notifications/progress"); got = p.next() {
		}
		if !strings.Contains(got, "cancelled") {
			t.Fatalf("got %s", got)
		}
		p.post(toolCall(2000+id, "get_session", `{"session_id":"s1"}`))
		if got := p.next(); strings.Contains(got, "notifications/progress") {
			t.Fatalf("after the answer of unwatch came %s", got)
		}
	}
}
