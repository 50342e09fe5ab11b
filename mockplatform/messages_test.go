// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

func TestPushMessage(t *testing.T) {
	p := platform(t)
	c := client{t, p, "editor"}
	id := c.session("s")
	m := c.must(201, "POST", "/sessions/"+id+"/messages", `{"payload":"a < b"}`).object(t)
	if m["event_type"] != "user" || m["payload"] != "a < b" || m["session_id"] != id || len(m) != 6 {
		t.Errorf("stored message is %v", m)
	}
	c.must(201, "POST", "/sessions/"+id+"/messages", `{"event_type":"user","payload":""}`)
	for body, want := range map[string]struct{ id, reason string }{
		`{}`:                         {"17", "payload"},
		`{"payload":null}`:           {"17", "payload"},
		`{"payload":1}`:              {"17", "payload"},
		`{"payload":"x","colour":1}`: {"17", "colour"},
		`{"payload":"x","seq":1}`:    {"17", "read-only"},
		`{"payload":"x","event_type":"Assistant"}`: {"8", "event_type"},
		`{"payload":"x","event_type":""}`:          {"8", "event_type"},
	} {
		c.do("POST", "/sessions/"+id+"/messages", body).refused(t, 400, want.id, want.reason)
	}
	for _, phase := range []string{"Completed", "Failed", "Stopped"} {
		if err := p.Default().SetPhase(id, phase); err != nil {
			t.Fatal(err)
		}
		c.do("POST", "/sessions/"+id+"/messages", `{"payload":"late"}`).refused(t, 409, "6", phase)
	}
	if n := len(p.Default().State().Messages); n != 2 {
		t.Errorf("%d messages stored, want 2", n)
	}
}

func TestMessagesAreAnArrayUnlessAStreamIsAskedForExactly(t *testing.T) {
	c := client{t, platform(t), "admin"}
	id := c.session("s")
	if got := c.must(200, "GET", "/sessions/"+id+"/messages", "").text; got != "[]\n" {
		t.Errorf("no messages are answered as %q", got)
	}
	var seqs []int64
	for _, text := range []string{"one", "two", "three"} {
		a := c.must(201, "POST", "/sessions/"+id+"/messages", `{"payload":"`+text+`"}`)
		seqs = append(seqs, int64(a.object(t)["seq"].(float64)))
	}
	for _, accept := range []string{"", "application/json", "text/event-stream, application/json", "text/event-stream;q=1", "*/*"} {
		a := c.do("GET", fmt.Sprintf("/sessions/%s/messages?after_seq=%d", id, seqs[0]), "", func(r *http.Request) { r.Header.Set("Accept", accept) })
		var messages []control.Message
		if err := json.Unmarshal([]byte(a.text), &messages); err != nil || len(messages) != 2 || messages[0].Payload != "two" {
			t.Errorf("Accept %q: answer %q", accept, a.text)
		}
	}
	for _, bad := range []string{"x", "-1", "1.5", "9223372036854775808"} {
		c.do("GET", "/sessions/"+id+"/messages?after_seq="+bad, "").refused(t, 400, "21", "after_seq")
	}
	c.do("GET", "/sessions/nope/messages", "", func(r *http.Request) { r.Header.Set("Accept", rest.StreamType) }).refused(t, 404, "7", "nope")
}

func TestSeqIsOneCounterForTheWholeTenant(t *testing.T) {
	p := platform(t)
	c := client{t, p, "admin"}
	a, b := c.session("a"), c.session("b")
	var last int64
	for _, id := range []string{a, b, a} {
		stored, err := p.Default().Append(id, control.NewMessage{EventType: "assistant", Payload: "x"})
		if err != nil || len(stored) != 1 || stored[0].Seq != last+1 {
			t.Fatalf("stored %+v, %v; want seq %d", stored, err, last+1)
		}
		last = stored[0].Seq
	}
}
