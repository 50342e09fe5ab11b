// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"encoding/json"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// booked is one connection and which step sent what over it.
type booked struct {
	of   string
	conn *wire.Conn
	// marks are how many messages had been sent when a step began, by step; first is the step that connected.
	marks map[int]int
	first int
	// posted are requests that went past the connection, to be answered over it.
	posted []asked
}

// asked is a request and the step that sent it.
type asked struct {
	id   string
	step int
}

func (b *booked) sent() int {
	n := 0
	for _, r := range b.conn.Log() {
		if r.Direction == wire.Sent {
			n++
		}
	}
	return n
}

// requests returns what was asked over the connection, in order.
func (b *booked) requests() []asked {
	var out []asked
	n, step := 0, max(0, b.first)
	for _, r := range b.conn.Log() {
		if r.Direction != wire.Sent {
			continue
		}
		for { // steps that sent nothing have the same mark
			mark, begun := b.marks[step+1]
			if !begun || mark > n {
				break
			}
			step++
		}
		for _, id := range expects(r.Text) {
			out = append(out, asked{id, step})
		}
		n++
	}
	return append(out, b.posted...)
}

// expects returns the ids under which a message will be answered: those of its
// requests, and null when nobody can tell what it is.
func expects(text string) []string {
	var batch []wire.Message
	if json.Unmarshal([]byte(text), &batch) != nil {
		var m wire.Message
		if json.Unmarshal([]byte(text), &m) != nil {
			return []string{"null"}
		}
		batch = []wire.Message{m}
	}
	var ids []string
	for _, m := range batch {
		switch {
		case m.ID != nil:
			ids = append(ids, string(m.ID))
		case m.Method == "":
			ids = append(ids, "null")
		}
	}
	return ids
}

// answers gives every step the answers to what it asked and returns the messages that answer nothing.
func (b *booked) answers(steps []ledger.Step) []wire.Message {
	var unasked []wire.Message
	came := map[string][]wire.Message{}
	for _, m := range b.conn.Messages() {
		if m.Method == "" {
			came[string(m.ID)] = append(came[string(m.ID)], m)
		} else {
			unasked = append(unasked, m)
		}
	}
	for _, q := range b.requests() {
		a := ledger.Answer{From: b.of, Pending: len(came[q.id]) == 0}
		if !a.Pending {
			a.Text = withoutID(came[q.id][0])
			came[q.id] = came[q.id][1:]
		}
		steps[q.step].Answers = append(steps[q.step].Answers, a)
	}
	for _, m := range b.conn.Messages() {
		if left := came[string(m.ID)]; m.Method == "" && len(left) > 0 {
			unasked, came[string(m.ID)] = append(unasked, left...), nil
		}
	}
	return unasked
}

// withoutID is the message without its id, which the client chose.
func withoutID(m wire.Message) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(m.Raw, &members) != nil {
		return string(m.Raw)
	}
	delete(members, "id")
	text, err := json.Marshal(members)
	if err != nil {
		return string(m.Raw)
	}
	return string(text)
}
