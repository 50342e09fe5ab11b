// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"math"
	"net/http"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// userEvent is the only event type that a client may push.
const userEvent = "user"

var messageCreate = shape{required: []string{"payload"}, readOnly: store.Message{}}

// newMessage is a message as a client pushes it.
type newMessage struct {
	EventType *string `json:"event_type"`
	Payload   string  `json:"payload"`
}

func pushMessage(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	var m newMessage
	if err := decode(c.Body, &m, messageCreate); err != nil {
		return 0, nil, err
	}
	if m.EventType != nil && *m.EventType != userEvent {
		return 0, nil, invalid.because(`event_type must be "user" on this endpoint, not %q`, *m.EventType)
	}
	stored, err := c.Store.PushMessage(s.ID, m.Payload)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, stored, nil
}

// readMessages answers the stored messages as an array, or, to the exact Accept
// header of an event stream, those and the ones to come.
func readMessages(c *call) (int, any, error) {
	s, err := c.session()
	if err != nil {
		return 0, nil, err
	}
	after, err := c.integer("after_seq", 0, 0, math.MaxInt64)
	if err != nil {
		return 0, nil, err
	}
	if WantsStream(c.r) {
		if last := c.r.Header.Get("Last-Event-ID"); last != "" {
			if after, err = parseInteger("header Last-Event-ID", last, 0, math.MaxInt64); err != nil {
				return 0, nil, err
			}
		}
		return c.stream(s.ID, after)
	}
	messages, err := c.Store.Messages(s.ID, after)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, messages, nil
}
