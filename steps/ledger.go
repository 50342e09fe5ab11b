// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// account is what the ledger of the scenario is made of. It stays empty unless
// somebody calls [World.BeginStep].
type account struct {
	steps []ledger.Step
	conns []*booked
	// servers are the base URLs at which the scenario reached servers.
	servers []string
}

// BeginStep begins the entry of a step in the ledger.
func (w *World) BeginStep(text string) {
	w.book()
	a := &w.account
	a.steps = append(a.steps, ledger.Step{Text: text})
	for _, b := range a.conns {
		b.marks[len(a.steps)-1] = b.sent()
	}
}

// Ledger is what the scenario was answered so far; nil when no step was begun.
func (w *World) Ledger() *ledger.Ledger {
	if len(w.account.steps) == 0 {
		return nil
	}
	w.book()
	raw := ledger.Ledger{}
	for _, s := range w.account.steps {
		raw.Steps = append(raw.Steps, ledger.Step{Text: s.Text, AtOnce: s.AtOnce})
	}
	for _, b := range w.account.conns {
		unasked := b.answers(raw.Steps)
		raw.Streams = append(raw.Streams, w.streams(b, unasked)...)
	}
	for i, s := range w.account.steps { // what was no message comes after what was
		raw.Steps[i].Answers = append(raw.Steps[i].Answers, s.Answers...)
	}
	return ledger.Normalise(raw, ledger.Names{
		Tokens: w.access.tokens, Platform: []string{w.env.PlatformURL()}, Server: w.account.servers,
		Tenant: w.env.Platform().Name(),
	})
}

// book finds the connections that were made since the last step began.
func (w *World) book() {
	for _, c := range w.clients {
		w.bookConn("client "+c.name, c.Conn())
	}
}

func (w *World) bookConn(of string, conn *wire.Conn) *booked {
	for _, b := range w.account.conns {
		if b.conn == conn {
			return b
		}
	}
	b := &booked{of: of, conn: conn, first: len(w.account.steps) - 1, marks: map[int]int{}}
	w.account.conns = append(w.account.conns, b)
	return b
}

// bookPost notes a request that was posted beside the connection.
func (w *World) bookPost(conn *wire.Conn, message []byte) {
	if conn == nil || len(w.account.steps) == 0 {
		return
	}
	b := w.bookConn("session", conn)
	for _, id := range expects(string(message)) {
		b.posted = append(b.posted, asked{id, len(w.account.steps) - 1})
	}
}

// bookSessionPost notes in the ledger what is posted to the open session.
func (w *World) bookSessionPost(body io.Reader) (io.Reader, error) {
	if body == nil {
		return nil, nil
	}
	message, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	w.bookPost(w.door.session, message)
	return bytes.NewReader(message), nil
}

// bookServer notes where a server is reached.
func (w *World) bookServer(url string) { w.account.servers = append(w.account.servers, url) }

// bookAtOnce says that the requests of the step are in flight together and change the same thing.
func (w *World) bookAtOnce() {
	if n := len(w.account.steps); n > 0 {
		w.account.steps[n-1].AtOnce = true
	}
}

// bookAnswer adds an answer that is no message to the step.
func (w *World) bookAnswer(from, format string, args ...any) {
	if n := len(w.account.steps); n > 0 {
		step := &w.account.steps[n-1]
		step.Answers = append(step.Answers, ledger.Answer{From: from, Text: fmt.Sprintf(format, args...)})
	}
}

// bookRefusal adds the HTTP answer with which something was refused.
func (w *World) bookRefusal(from string, err error) {
	var refused *wire.StatusError
	if errors.As(err, &refused) {
		w.bookAnswer(from, "status %d\n%s", refused.Status, refused.Body)
	}
}

// bookResult adds how a program ended.
func (w *World) bookResult(program string, r target.Result) {
	w.bookAnswer("program "+program, "exit code %d\nstandard output:\n%s\nstandard error:\n%s", r.ExitCode, r.Stdout, r.Stderr)
}
