// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package ledger_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
)

var names = ledger.Names{
	Tokens:   map[string]string{"editor": "tok-1", "admin": "tok-1-and-more"},
	Platform: []string{"http://127.0.0.1:8000/"},
	Server:   []string{"http://mcp.example:8090"},
	Tenant:   "tenant-7",
}

// one normalises a single answer.
func one(text string) ledger.Answer {
	l := ledger.Normalise(ledger.Ledger{Steps: []ledger.Step{{Answers: []ledger.Answer{{Text: text}}}}}, names)
	return l.Steps[0].Answers[0]
}

const (
	uuidA  = "0b2c7a3e-5c1d-4f6a-9b8e-7d6c5b4a3f2e"
	uuidB  = "1b2c7a3e-5c1d-4f6a-9b8e-7d6c5b4a3f2e"
	ksuidA = "2aWgEPTl1tmebfsQzFP4bxwgy80"
	subA   = "sub_abcdefghijklmnopqrstuvwxyz"
)

func TestWhatDiffersFromRunToRunIsNamed(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"ids by first appearance":      {ksuidA + " " + uuidA + " " + ksuidA + " " + subA, "<id-1> <id-2> <id-1> <id-3>"},
		"the session of a stream":      {"event: endpoint\ndata: /message?sessionId=" + uuidA, "event: endpoint\ndata: /message?sessionId=<id-1>"},
		"an id that is there already":  {"<id-4> " + uuidA, "<id-4> <id-5>"},
		"a time":                       {"at 2026-03-21T10:00:00Z and 2026-03-21T10:00:00.123+01:00", "at <time> and <time>"},
		"a date is none":               {"2024-11-05", "2024-11-05"},
		"bearers, the longer first":    {"tok-1-and-more tok-1", "<token:admin> <token:editor>"},
		"the platform":                 {"http://127.0.0.1:8000/x 127.0.0.1:8000", "<platform>/x <platform>"},
		"the server":                   {"http://mcp.example:8090/sse mcp.example:8090", "<server>/sse <server>"},
		"another address":              {"dial tcp 127.0.0.1:4711: refused by 10.0.0.1, [::1]:80", "dial tcp <host>:<port>: refused by <host>, <host>:<port>"},
		"the tenant":                   {"tenant-7 tenant-77", "<tenant> tenant-77"},
		"durations":                    {"after 1.5s or 1m30s, 10ms, 3 s and s001", "after <duration> or <duration>, <duration>, 3 s and s001"},
		"versions":                     {"v1.2.3-rc.1+dirty go1.26.8 (devel) 1.2", "<version> <version> <version> 1.2"},
		"keys are sorted":              {`{"b": 1, "a": [{"d": 2.50, "c": null}]}`, `{"a":[{"c":null,"d":2.50}],"b":1}`},
		"a key twice stays":            {`{"b":1,"a":2,"a":1}`, `{"a":2,"a":1,"b":1}`},
		"JSON in a string":             {`{"text":"{\"z\":\"\\n` + ksuidA + `\",\"a\":1}"}`, `{"text":"{\"z\":\"\\n<id-1>\",\"a\":1}"}`},
		"the server's own version":     {`{"result":{"serverInfo":{"name":"x","version":"dev"},"version":"dev"}}`, `{"result":{"serverInfo":{"name":"x","version":"<version>"},"version":"dev"}}`},
		"a log line among other lines": {"starting\n" + `{"time":"2026-03-21T10:00:00Z","m":"\n` + uuidA + `"}`, "starting\n" + `{"time":"<time>","m":"\n<id-1>"}`},
		"how long something took":      {`{"level":"INFO","took":1801782}`, `{"level":"INFO","took":"<duration>"}`},
		"what is not UTF-8":            {"a\xff", "a\uFFFD"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, one(tc.text).Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestATenantWithAnOrdinaryNameTakesNothing(t *testing.T) {
	l := ledger.Normalise(ledger.Ledger{Steps: []ledger.Step{{Text: "a scenario"}}}, ledger.Names{Tenant: "scenario"})
	if got := l.Steps[0].Text; got != "a scenario" {
		t.Error(got)
	}
}

func TestALongAnswerIsKeptInPart(t *testing.T) {
	a, b := one(strings.Repeat("é", 3000)+uuidA), one(strings.Repeat("é", 3000)+uuidB)
	if len(a.Text) > 4<<10 || a.Bytes != 6000+len("<id-1>") || len(a.SHA256) != 64 || !strings.HasPrefix(strings.Repeat("é", 3000), a.Text) {
		t.Errorf("%d bytes kept of %d, %s", len(a.Text), a.Bytes, a.SHA256)
	}
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("another id makes another answer: %s", diff)
	}
	if c := one(strings.Repeat("é", 3000) + "x"); c.SHA256 == a.SHA256 {
		t.Error("another end makes the same hash")
	}
}

func TestAStreamThatHadGotFurtherLeavesTheOthersAlone(t *testing.T) {
	build := func(n int, ids ...string) ledger.Ledger {
		var first ledger.Stream
		for _, id := range ids[:n] {
			first.Messages = append(first.Messages, ledger.Answer{Text: id})
		}
		return ledger.Ledger{
			Steps:   []ledger.Step{{Text: "step", Answers: []ledger.Answer{{Text: uuidA}}}},
			Streams: []ledger.Stream{first, {Of: "second", Messages: []ledger.Answer{{Text: uuidA + " " + uuidB}}}},
		}
	}
	short := ledger.Normalise(build(1, ksuidA, uuidB), names)
	long := ledger.Normalise(build(2, ksuidA, uuidB), names)
	if diff := cmp.Diff(short.Streams[1], long.Streams[1]); diff != "" {
		t.Error(diff)
	}
	if got := long.Streams[1].Messages[0].Text; got != "<id-1> <id-2.1>" {
		t.Error(got)
	}
}

func TestAnswersToWhatWasAskedAtOnceHaveNoOrder(t *testing.T) {
	answer := func(labels string) ledger.Answer {
		return ledger.Answer{From: "client editor", Text: `{"result":{"text":"{\"labels\":{` + strings.ReplaceAll(labels, `"`, `\"`) + `}}"}}`}
	}
	step := func(answers ...ledger.Answer) *ledger.Ledger {
		return ledger.Normalise(ledger.Ledger{Steps: []ledger.Step{{Text: "step", AtOnce: true, Answers: answers}}}, names)
	}
	ab := step(answer(`"a":"1"`), answer(`"a":"1","b":"2"`))
	ba := step(answer(`"a":"1","b":"2"`), answer(`"b":"2"`))
	if diff := cmp.Diff(ab, ba); diff != "" {
		t.Error(diff)
	}
	want := "result.text as JSON: .labels.a: \"1\"\nresult.text as JSON: .labels.b: \"2\""
	if diff := cmp.Diff(want, ab.Steps[0].Answers[0].Text); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(ab, step(answer(`"a":"1"`), answer(`"a":"1","b":"3"`))); diff == "" {
		t.Error("another value makes no difference")
	}
	if pending := step(answer(""), ledger.Answer{Pending: true}); !pending.Steps[0].Answers[0].Pending {
		t.Error("not all were answered and nobody says so")
	}
}
