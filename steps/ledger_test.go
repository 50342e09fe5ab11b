// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// surroundings are an Env of which only the names are asked.
type surroundings struct{ target.Env }

func (surroundings) Platform() *control.TenantClient { return (&control.Client{}).Tenant("tenant-3") }
func (surroundings) PlatformURL() string             { return "http://10.0.0.1:8000" }

// scripted is a stream that says what the test hands to it.
type scripted struct{ says chan string }

func (s *scripted) Send(context.Context, []byte) error { return nil }
func (s *scripted) Close() error                       { return nil }
func (s *scripted) Receive(ctx context.Context) ([]byte, error) {
	select {
	case text := <-s.says:
		return []byte(text), nil
	case <-ctx.Done():
		return nil, io.EOF
	}
}

// talk is a world with one client whose server the test plays.
type talk struct {
	*World
	t      *testing.T
	server *scripted
	conn   *wire.Conn
}

type talker struct {
	target.Client
	conn *wire.Conn
	log  string
}

func (c talker) Conn() *wire.Conn { return c.conn }
func (c talker) Stderr() string   { return c.log }

func newTalk(t *testing.T) *talk {
	server := &scripted{says: make(chan string)}
	out := &talk{World: NewWorld(surroundings{}, target.Stdio), t: t, server: server}
	out.access.tokens["editor"] = "secret-bearer"
	return out
}

// connect is what a step does that needs a client.
func (k *talk) connect() {
	k.conn = wire.NewConn(k.server, wire.Options{})
	k.t.Cleanup(func() { _ = k.conn.Close() })
	k.clients = append(k.clients, &client{Client: talker{conn: k.conn}, name: "editor"})
}

func (k *talk) send(text string) {
	k.t.Helper()
	if err := k.conn.Send(k.t.Context(), []byte(text)); err != nil {
		k.t.Fatal(err)
	}
}

// say plays the server and waits until the client has it.
func (k *talk) say(text string) {
	k.t.Helper()
	k.server.says <- text
	var want wire.Message
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		k.t.Fatal(err)
	}
	if _, err := k.conn.Await(k.t.Context(), func(m wire.Message) bool { return string(m.Raw) == text }); err != nil {
		k.t.Fatal(err)
	}
}

// ledgerLines is the ledger as lines.
func ledgerLines(l *ledger.Ledger) []string {
	var out []string
	answer := func(a ledger.Answer) {
		line := "  " + a.From + ": " + a.Text
		if a.Pending {
			line = "  " + a.From + " waits"
		}
		out = append(out, line)
	}
	for _, s := range l.Steps {
		out = append(out, s.Text)
		for _, a := range s.Answers {
			answer(a)
		}
	}
	for _, s := range l.Streams {
		out = append(out, "stream "+s.Of)
		for _, m := range s.Messages {
			out = append(out, "  "+m.Text)
		}
	}
	return out
}

func TestAnAnswerBelongsToTheStepThatAsked(t *testing.T) {
	k := newTalk(t)
	k.BeginStep("a project")
	k.BeginStep("connects")
	k.connect()
	k.send(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`)
	k.say(`{"jsonrpc":"2.0","id":1,"result":{"b":1,"a":"tenant-3"}}`)
	k.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	k.BeginStep("asks twice")
	k.send(`{"jsonrpc":"2.0","id":2,"method":"x"}`)
	k.send(`{"jsonrpc":"2.0","id":"three","method":"x"}`)
	k.BeginStep("sends nothing")
	k.BeginStep("sends what is not JSON")
	k.send(`{nonsense`)
	k.say(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"at 10.0.0.1:8000"}}`)
	k.BeginStep("asks at the end")
	k.say(`{"jsonrpc":"2.0","id":"three","result":{}}`)
	k.say(`{"jsonrpc":"2.0","id":2,"result":{"x":"secret-bearer"}}`)
	k.send(`{"jsonrpc":"2.0","id":4,"method":"x"}`)
	k.say(`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`)
	k.say(`{"jsonrpc":"2.0","id":9,"result":"nobody asked"}`)
	want := []string{
		"a project",
		"connects",
		`  client editor: {"jsonrpc":"2.0","result":{"a":"<tenant>","b":1}}`,
		"asks twice",
		`  client editor: {"jsonrpc":"2.0","result":{"x":"<token:editor>"}}`,
		`  client editor: {"jsonrpc":"2.0","result":{}}`,
		"sends nothing",
		"sends what is not JSON",
		`  client editor: {"error":{"code":-32700,"message":"at <platform>"},"jsonrpc":"2.0"}`,
		"asks at the end",
		"  client editor waits",
		"stream client editor",
		`  {"jsonrpc":"2.0","method":"notifications/message","params":{}}`,
		`  {"id":9,"jsonrpc":"2.0","result":"nobody asked"}`,
	}
	if diff := cmp.Diff(want, ledgerLines(k.Ledger())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNotificationsAreGroupedBySubscription(t *testing.T) {
	k := newTalk(t)
	k.BeginStep("watches")
	k.connect()
	for i, id := range []string{"sub_aaaaaaaaaaaaaaaaaaaaaaaa", "sub_bbbbbbbbbbbbbbbbbbbbbbbb"} {
		k.watching.subs = append(k.watching.subs, &subscription{id: id, name: []string{"work", "other"}[i], client: k.clients[0]})
	}
	for i, id := range []string{"b", "a", "b"} {
		k.say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"m%d","params":"sub_%s"}`, i, strings.Repeat(id, 24)))
	}
	want := []string{
		"watches",
		"stream client editor, watch 1: work", `  {"jsonrpc":"2.0","method":"m1","params":"<id-1.1>"}`,
		"stream client editor, watch 2: other", `  {"jsonrpc":"2.0","method":"m0","params":"<id-2.1>"}`, `  {"jsonrpc":"2.0","method":"m2","params":"<id-2.1>"}`,
	}
	if diff := cmp.Diff(want, ledgerLines(k.Ledger())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOtherAnswersFollowMessages(t *testing.T) {
	k := newTalk(t)
	if k.bookAnswer("door", "before any step"); k.Ledger() != nil {
		t.Error("there is a ledger without steps")
	}
	k.BeginStep("runs")
	k.bookServer("http://mcp.example:8090")
	k.bookResult("acpctl", target.Result{ExitCode: 2, Stdout: "to http://mcp.example:8090/sse\n", Stderr: "no\n"})
	k.bookRefusal("client editor", &wire.StatusError{Post: wire.Post{Status: 401, Body: "who?"}})
	k.bookRefusal("client editor", io.EOF)
	want := []string{
		"runs",
		"  program acpctl: exit code 2\nstandard output:\nto <server>/sse\n\nstandard error:\nno\n",
		"  client editor: status 401\nwho?",
	}
	if diff := cmp.Diff(want, ledgerLines(k.Ledger())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheLogOfASharedServerIsToldOnce(t *testing.T) {
	w := NewWorld(surroundings{}, target.SSE)
	w.access.tokens["editor"] = "secret-bearer"
	for name, log := range map[string]string{"editor": "one\ntwo secret-bearer\n", "viewer": "two secret-bearer\n", "admin": "one\ntwo secret-bearer\n", "other": "three\n", "mute": ""} {
		w.clients = append(w.clients, &client{Client: talker{log: log}, name: name})
	}
	var got []string
	for _, line := range w.ServerLog() {
		_, text, _ := strings.Cut(line, ": ")
		got = append(got, text)
	}
	joined := strings.Join(got, "|")
	if joined != "one|two [editor]|three" && joined != "three|one|two [editor]" {
		t.Error(joined)
	}
}
