// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// The methods that a notification of a watch may have.
const (
	progressMethod = "notifications/progress"
	logMethod      = "notifications/message"
)

// metaKey is where the shape "strict" puts the session event.
const metaKey = "ambient-code.io/session-event"

// notice is one notification of a subscription.
type notice struct {
	// raw is the whole JSON-RPC message, event the object of the specification in it.
	raw   map[string]any
	event map[string]any
}

// told is the notice as a scenario names it: a message by its payload, the end by its phase.
func (n notice) told() string {
	if n.event["terminal"] == true {
		return fmt.Sprintf("[the end in phase %v]", n.event["phase"])
	}
	payload, ok := at(n.event, "message.payload")
	if !ok {
		return "[neither a message nor an end: " + encode(n.raw) + "]"
	}
	return cellOf(payload, true)
}

// ends tells whether the notice is the end.
func (n notice) ends() bool {
	_, message := n.event["message"]
	return !message
}

func endIn(phase string) string { return fmt.Sprintf("[the end in phase %s]", phase) }

// noticeOf reads a received message as a notification of the subscription. Not
// one of it: false. A shape that nobody knows is told as such, not skipped.
func (s *subscription) noticeOf(m wire.Message) (notice, bool) {
	if !m.IsNotification() || (m.Method != progressMethod && m.Method != logMethod) || !bytes.Contains(m.Raw, []byte(s.id)) {
		return notice{}, false
	}
	raw, err := object(string(m.Raw))
	if err != nil {
		return notice{}, false
	}
	params, _ := raw["params"].(map[string]any)
	if m.Method == logMethod {
		event, _ := params["data"].(map[string]any)
		return notice{raw: raw, event: event}, event["subscription_id"] == s.id
	}
	if params["progressToken"] != s.id {
		return notice{}, false
	}
	if event, ok := params["progress"].(map[string]any); ok {
		return notice{raw: raw, event: event}, true
	}
	meta, _ := params["_meta"].(map[string]any)
	event, _ := meta[metaKey].(map[string]any)
	return notice{raw: raw, event: event}, true
}

// everything returns the subscription's notifications so far, in order of arrival, sentinels included.
func (s *subscription) everything() []notice {
	var out []notice
	for _, m := range s.client.Conn().Notifications() {
		if n, ok := s.noticeOf(m); ok {
			out = append(out, n)
		}
	}
	return out
}

// notices returns the subscription's notifications so far, in order of arrival, without sentinels.
func (s *subscription) notices() []notice {
	var out []notice
	for _, n := range s.everything() {
		if !strings.HasPrefix(n.told(), sentinel) {
			out = append(out, n)
		}
	}
	return out
}

// await waits until the subscription has brought a notification for which match holds.
func (s *subscription) await(ctx context.Context, what string, match func(notice) bool) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	_, err := s.client.Conn().Await(ctx, func(m wire.Message) bool {
		n, ok := s.noticeOf(m)
		return ok && match(n)
	})
	if err != nil {
		return fmt.Errorf("expected %s of the watch %q, it has brought %q: %w", what, s.name, tellAll(s.notices()), err)
	}
	return nil
}

// awaitSome waits until the subscription has brought n notifications, sentinels not counted.
func (s *subscription) awaitSome(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	count := 0
	return s.await(ctx, fmt.Sprintf("%d notifications", n), func(got notice) bool {
		if !strings.HasPrefix(got.told(), sentinel) {
			count++
		}
		return count == n
	})
}

// brings checks that the first notifications of the subscription are these. Exactly:
// it has brought no other so far.
func (s *subscription) brings(ctx context.Context, expected []string, exactly bool) error {
	s.expected = expected
	if err := s.awaitSome(ctx, len(expected)); err != nil {
		return err
	}
	told := tellAll(s.notices())
	if !exactly && len(told) > len(expected) {
		told = told[:len(expected)]
	}
	if err := sameStrings(expected, told); err != nil {
		return fmt.Errorf("notifications of the watch %q: %w", s.name, err)
	}
	return s.inOrder(s.everything())
}

// inOrder checks what holds for the notifications of every subscription: each
// is of its session, the seq of messages increases, and nothing comes after the end.
func (s *subscription) inOrder(got []notice) error {
	last := s.after
	for i, n := range got {
		if n.event["session_id"] != s.session {
			return fmt.Errorf("notification %d of the watch %q is of session %v, not of %s", i+1, s.name, n.event["session_id"], s.session)
		}
		if n.ends() {
			if i < len(got)-1 {
				return fmt.Errorf("the watch %q brings something after the end: %q", s.name, tellAll(got[i:]))
			}
			continue
		}
		v, _ := at(n.event, "message.seq")
		number, _ := v.(json.Number)
		seq, err := number.Int64()
		if err != nil || seq <= last {
			return fmt.Errorf("notification %d of the watch %q has the seq %v after %d", i+1, s.name, v, last)
		}
		last = seq
	}
	return nil
}

func tellAll(all []notice) []string {
	var out []string
	for _, n := range all {
		out = append(out, n.told())
	}
	return out
}

// sentinel begins the payload of messages that a step stores to learn that
// everything before them has arrived. Other steps do not see them.
const sentinel = "sentinel "

// nothingMore checks that the subscription, which goes on, brings these
// notifications and no other before the next message, which is stored now.
func (w *World) nothingMore(ctx context.Context, s *subscription, expected []string) error {
	if err := s.awaitSome(ctx, len(expected)); err != nil {
		return err
	}
	w.watching.sentinels++
	payload := fmt.Sprintf("%s%d", sentinel, w.watching.sentinels)
	if _, err := w.env.Platform().Append(ctx, s.session, control.NewMessage{EventType: "system", Payload: payload}); err != nil {
		return err
	}
	if err := s.await(ctx, "the next message", func(n notice) bool { return n.told() == payload }); err != nil {
		return err
	}
	return s.brings(ctx, expected, true)
}

// nothingAfter checks that a subscription that has ended brings nothing any
// more, although a message is stored and time passes. What was sent until then
// has arrived once a second watch of the same client, begun
// afterwards, has brought its message and its end.
func (w *World) nothingAfter(ctx context.Context, s *subscription) error {
	before := tellAll(s.notices())
	if w.holds(ctx, s.session) {
		if _, err := w.env.Platform().Append(ctx, s.session, control.NewMessage{EventType: "system", Payload: "too late"}); err != nil {
			return err
		}
	}
	if err := w.env.Platform().ClearFaults(ctx); err != nil {
		return err
	}
	if err := w.timePasses(ctx, s); err != nil {
		return err
	}
	second, err := w.aside(ctx, s, "barrier", "Completed")
	if err != nil {
		return err
	}
	if err := second.brings(ctx, []string{second.name, endIn("Completed")}, true); err != nil {
		return err
	}
	if err := sameStrings(before, tellAll(s.notices())); err != nil {
		return fmt.Errorf("the watch %q has ended and still brings something: %w", s.name, err)
	}
	return nil
}

// holds tells whether the platform stores the session.
func (w *World) holds(ctx context.Context, session string) bool {
	things, err := w.things(ctx, "session")
	if err != nil {
		return false
	}
	for _, thing := range things {
		if thing["id"] == session {
			return true
		}
	}
	return false
}
