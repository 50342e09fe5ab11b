// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package ledger is what a server answered to a scenario, step by step, in a
// form that two runs of the same scenario share: what differs from run to run,
// such as ids, times and addresses, is replaced by names. What then still
// differs between two targets is a difference of behaviour.
package ledger

// Ledger is what one scenario was answered. It is kept raw while the scenario
// runs and made comparable by [Normalise].
type Ledger struct {
	// Steps are those that were begun, in order.
	Steps []Step `json:"steps,omitempty"`
	// Streams are what the server sent without being asked. How far each had got
	// when the scenario ended is a matter of time.
	Streams []Stream `json:"streams,omitempty"`
}

// Step is one step and the answers to what it sent, also those that came later.
type Step struct {
	// Text is the step as the feature file has it.
	Text string `json:"text"`
	// Answers are in the order in which they were asked for.
	Answers []Answer `json:"answers,omitempty"`
	// AtOnce: the step had several requests in flight that change the same thing. Which
	// of them came first is not fixed, so that their answers are kept as one: the
	// facts that they state, each once.
	AtOnce bool `json:"at_once,omitempty"`
}

// Answer is one answer: to a JSON-RPC request, of the HTTP door, or of a program.
type Answer struct {
	// From says who was asked: "client editor", "door", "program acpctl". Empty in a [Stream].
	From string `json:"from,omitempty"`
	// Text is the answer, or the beginning of it when Bytes is not 0.
	Text string `json:"text,omitempty"`
	// Bytes and SHA256 are those of the whole text when it is kept in part.
	Bytes  int    `json:"bytes,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	// Pending: no answer had come when the scenario ended.
	Pending bool `json:"pending,omitempty"`
}

// Stream is the messages of one client that belong together, in order of arrival.
type Stream struct {
	// Of is "client editor" or "client editor, watch parent".
	Of       string   `json:"of"`
	Messages []Answer `json:"messages,omitempty"`
}
