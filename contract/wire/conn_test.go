// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is the other end of a connection over stdio.
type peer struct {
	in  *bufio.Reader
	out io.WriteCloser
}

func (p peer) read(t *testing.T) string {
	t.Helper()
	line, err := p.in.ReadString('\n')
	if err != nil {
		t.Fatalf("the peer reads: %v", err)
	}
	return strings.TrimSuffix(line, "\n")
}

func (p peer) write(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(p.out, text); err != nil {
		t.Errorf("the peer writes: %v", err)
	}
}

func dial(t *testing.T, o wire.Options) (*wire.Conn, peer) {
	t.Helper()
	toPeer, fromConn := io.Pipe()
	toConn, fromPeer := io.Pipe()
	c := wire.NewConn(wire.NewStdio(toConn, fromConn), o)
	t.Cleanup(func() { c.Close() })
	return c, peer{bufio.NewReader(toPeer), fromPeer}
}

func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestCallsAreAnsweredWhateverTheOrder(t *testing.T) {
	c, p := dial(t, wire.Options{})
	const calls = 20
	var wg sync.WaitGroup
	for i := range calls {
		wg.Go(func() {
			m, err := c.Call(soon(t), "echo", map[string]int{"n": i})
			if want := fmt.Sprintf(`{"n":%d}`, i); err != nil || string(m.Result) != want {
				t.Errorf("call %d: %s, %v; want %s", i, m.Result, err, want)
			}
		})
	}
	var answers []string
	for range calls {
		var r struct{ ID, Params json.RawMessage }
		if err := json.Unmarshal([]byte(p.read(t)), &r); err != nil {
			t.Fatal(err)
		}
		answers = append([]string{fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, r.Params)}, answers...)
	}
	p.write(t, strings.Join(answers, ""))
	wg.Wait()
	if v := c.Violations(); v != nil {
		t.Errorf("violations: %q", v)
	}
}

func TestAnErrorAnswerIsNotAGoError(t *testing.T) {
	c, p := dial(t, wire.Options{})
	go p.write(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such tool"}}`+"\n")
	go func() { _, _ = p.in.ReadString('\n') }()
	m, err := c.CallTool(soon(t), "nope", nil)
	if err != nil || m.Error == nil || m.Error.Code != -32602 {
		t.Fatalf("got %s, %v", m.Raw, err)
	}
}

func TestInitializeSaysInitializedAfterTheAnswer(t *testing.T) {
	c, p := dial(t, wire.Options{})
	done := make(chan error, 1)
	go func() { _, err := c.Initialize(soon(t), "2024-11-05"); done <- err }()
	if got := p.read(t); !strings.Contains(got, `"protocolVersion":"2024-11-05"`) {
		t.Errorf("first message: %s", got)
	}
	p.write(t, `{"jsonrpc":"2.0","id":1,"result":{}}`+"\n")
	if got, want := p.read(t), `{"jsonrpc":"2.0","method":"notifications/initialized"}`; got != want {
		t.Errorf("second message: %s, want %s", got, want)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAwaitFindsPastAndFutureMessages(t *testing.T) {
	c, p := dial(t, wire.Options{})
	method := func(name string) func(wire.Message) bool {
		return func(m wire.Message) bool { return m.Method == name }
	}
	p.write(t, `{"jsonrpc":"2.0","method":"one"}`+"\n")
	for range 2 { // yet to come, then past
		if _, err := c.Await(soon(t), method("one")); err != nil {
			t.Fatal(err)
		}
	}
	p.write(t, `{"jsonrpc":"2.0","method":"two"}`+"\n")
	if _, err := c.Await(soon(t), method("two")); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range c.Notifications() {
		got = append(got, m.Method)
	}
	if strings.Join(got, " ") != "one two" {
		t.Errorf("notifications: %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Await(ctx, method("three")); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
	p.out.Close()
	if _, err := c.Await(soon(t), method("three")); !errors.Is(err, io.EOF) {
		t.Errorf("an ended stream: %v", err)
	}
	if err := c.WaitClosed(soon(t)); err != nil {
		t.Error(err)
	}
}

func TestWhatJSONRPCForbidsIsAViolation(t *testing.T) {
	for name, tc := range map[string]struct{ line, want string }{
		"text":                    {"starting up…", "not JSON: starting up…"},
		"half a message":          {`{"jsonrpc":"2.0","id":1,`, "not JSON"},
		"an array":                {`[1]`, "not a JSON-RPC message"},
		"another version":         {`{"jsonrpc":"1.0","method":"x"}`, `no "jsonrpc":"2.0"`},
		"result and error":        {`{"jsonrpc":"2.0","id":9,"result":{},"error":{"code":1,"message":"m"}}`, "both a result and an error"},
		"nothing":                 {`{"jsonrpc":"2.0"}`, "neither a method nor a result"},
		"an answer to nobody":     {`{"jsonrpc":"2.0","id":77,"result":{}}`, "never sent"},
		"an answer without id":    {`{"jsonrpc":"2.0","result":{}}`, "without an id"},
		"a second answer":         {`{"jsonrpc":"2.0","id":5,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":5,"result":{}}`, "once more"},
		"a secret in what is bad": {"token s3cret", "not JSON: token [token]"},
	} {
		t.Run(name, func(t *testing.T) {
			c, p := dial(t, wire.Options{Scrub: wire.Tokens("s3cret", "")})
			go func() { _, _ = p.in.ReadString('\n') }()
			if err := c.Send(soon(t), []byte(`{"jsonrpc":"2.0","id":5,"method":"x"}`)); err != nil {
				t.Fatal(err)
			}
			p.write(t, tc.line+"\n")
			p.out.Close()
			if err := c.WaitClosed(soon(t)); err != nil {
				t.Fatal(err)
			}
			if v := c.Violations(); len(v) != 1 || !strings.Contains(v[0], tc.want) {
				t.Errorf("violations %q, want one with %q", v, tc.want)
			}
		})
	}
}

func TestWhatJSONRPCAllowsIsNoViolation(t *testing.T) {
	for name, line := range map[string]string{
		"a notification":                  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":{}}}`,
		"a request of the server":         `{"jsonrpc":"2.0","id":"srv-1","method":"ping"}`,
		"an error for what had no id":     `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`,
		"blank lines and carriage return": "\n  \n" + `{"jsonrpc":"2.0","method":"x"}` + "\r",
	} {
		t.Run(name, func(t *testing.T) {
			c, p := dial(t, wire.Options{})
			p.write(t, line) // the last line may lack its end
			p.out.Close()
			if err := c.WaitClosed(soon(t)); err != nil {
				t.Fatal(err)
			}
			if v, n := c.Violations(), len(c.Messages()); v != nil || n != 1 {
				t.Errorf("violations %q, %d messages, want 1", v, n)
			}
		})
	}
}

func TestLongLinesArriveWhole(t *testing.T) {
	c, p := dial(t, wire.Options{})
	text := strings.Repeat("x", 5<<20)
	go p.write(t, `{"jsonrpc":"2.0","method":"`+text+`"}`+"\n")
	m, err := c.Await(soon(t), func(wire.Message) bool { return true })
	if err != nil || m.Method != text {
		t.Fatalf("%d bytes, %v", len(m.Method), err)
	}
}

func TestTheLogHasBothDirectionsScrubbed(t *testing.T) {
	c, p := dial(t, wire.Options{Scrub: wire.Tokens("s3cret")})
	go func() { _, _ = p.in.ReadString('\n') }()
	if err := c.Notify(soon(t), "hello", map[string]string{"token": "s3cret"}); err != nil {
		t.Fatal(err)
	}
	p.write(t, `{"jsonrpc":"2.0","method":"s3cret"}`+"\n")
	if _, err := c.Await(soon(t), func(m wire.Message) bool { return m.Method == "s3cret" }); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range c.Log() {
		got = append(got, string(r.Direction)+" "+r.Text)
	}
	want := `> {"jsonrpc":"2.0","method":"hello","params":{"token":"[token]"}}` + "\n" + `< {"jsonrpc":"2.0","method":"[token]"}`
	if strings.Join(got, "\n") != want {
		t.Errorf("log:\n%s\nwant:\n%s", strings.Join(got, "\n"), want)
	}
}

func TestASendThatNobodyReadsEndsWithItsContext(t *testing.T) {
	c, _ := dial(t, wire.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := c.Notify(ctx, "x", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
}
