// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package ledger_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/segmentio/ksuid"
	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
)

// concrete draws an id of one of the forms that a server gives out.
func concrete(t *rapid.T) string {
	random := func(n int) []byte { return rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "random") }
	switch rapid.IntRange(0, 2).Draw(t, "form") {
	case 0:
		return uuid.UUID(random(16)).String()
	case 1:
		id, _ := ksuid.FromBytes(random(20))
		return id.String()
	default:
		return fmt.Sprintf("sub_%x", random(16))
	}
}

// words are what stands between ids.
var words = rapid.SampledFrom([]string{"", "a", "é ", "2026-03-21T10:00:00Z", "tok-1", "10ms", "\n", `"`, "{", "<id-2>", "127.0.0.1:8000", "x=1", "\\n", "<token:x>"})

// shape is a ledger with holes for ids: each text is words with the number of an id between them.
func shape(t *rapid.T, ids int) func([]string) ledger.Ledger {
	type text struct {
		words []string
		holes []int
		json  bool
	}
	one := rapid.Custom(func(t *rapid.T) text {
		n := rapid.IntRange(0, 4).Draw(t, "holes")
		return text{
			words: rapid.SliceOfN(words, n+1, n+1).Draw(t, "words"),
			holes: rapid.SliceOfN(rapid.IntRange(0, ids-1), n, n).Draw(t, "ids"),
			json:  rapid.Bool().Draw(t, "json"),
		}
	})
	steps := rapid.SliceOfN(rapid.SliceOfN(one, 0, 3), 1, 4).Draw(t, "steps")
	return func(ids []string) ledger.Ledger {
		fill := func(x text) string {
			var b strings.Builder
			for i, w := range x.words {
				b.WriteString(w)
				if i < len(x.holes) {
					b.WriteString(" " + ids[x.holes[i]] + " ")
				}
			}
			if !x.json {
				return b.String()
			}
			in, _ := json.Marshal(map[string]string{"text": b.String()})
			out, _ := json.Marshal(map[string]string{"z": string(in), "a": b.String()})
			return string(out)
		}
		var l ledger.Ledger
		for _, s := range steps {
			step := ledger.Step{Text: "step"}
			for _, x := range s {
				step.Answers = append(step.Answers, ledger.Answer{From: "client editor", Text: fill(x)})
			}
			l.Steps = append(l.Steps, step)
			l.Streams = append(l.Streams, ledger.Stream{Of: "client editor", Messages: step.Answers})
		}
		return l
	}
}

func distinct(t *rapid.T, n int, label string) []string {
	return rapid.SliceOfNDistinct(rapid.Custom(concrete), n, n, rapid.ID[string]).Draw(t, label)
}

func TestNormaliseIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := ledger.Normalise(shape(t, 3)(distinct(t, 3, "ids")), names)
		if diff := cmp.Diff(once, ledger.Normalise(*once, names)); diff != "" {
			t.Fatalf("(-once +twice):\n%s", diff)
		}
	})
}

func TestTheSameIdsInOtherValuesGiveTheSameLedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shape(t, 3)
		a, b := s(distinct(t, 3, "ids")), s(distinct(t, 3, "other ids"))
		if diff := cmp.Diff(ledger.Normalise(a, names), ledger.Normalise(b, names)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestTwoIdsStayTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := distinct(t, 4, "ids")
		l := ledger.Normalise(ledger.Ledger{
			Steps:   []ledger.Step{{Text: "<id-3>", Answers: []ledger.Answer{{Text: ids[0] + " " + ids[1]}}}},
			Streams: []ledger.Stream{{Messages: []ledger.Answer{{Text: ids[2] + " " + ids[3] + " " + ids[0]}}}},
		}, names)
		got := append(strings.Fields(l.Steps[0].Answers[0].Text), strings.Fields(l.Streams[0].Messages[0].Text)...)
		if diff := cmp.Diff([]string{"<id-4>", "<id-5>", "<id-1.4>", "<id-1.5>", "<id-4>"}, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzNormalise(f *testing.F) {
	f.Add("step", `{"b":"`+uuidA+`","a":[1,"{\"x\":2}"]}`, "tok-1 10ms", false)
	f.Add("<id-1>", "event: endpoint\ndata: /message?sessionId="+uuidA, subA+ksuidA, true)
	f.Add("\xff", "[::1]:80 1.2.3.4.5 v1.2.3-", "{\"a\":1}\n[]", true)
	f.Fuzz(func(t *testing.T, text, first, second string, atOnce bool) {
		l := ledger.Ledger{
			Steps:   []ledger.Step{{Text: text, AtOnce: atOnce, Answers: []ledger.Answer{{Text: first}, {Text: second}}}},
			Streams: []ledger.Stream{{Messages: []ledger.Answer{{Text: second}}}},
		}
		once := ledger.Normalise(l, names)
		if diff := cmp.Diff(once, ledger.Normalise(*once, names)); diff != "" {
			t.Errorf("(-once +twice):\n%s", diff)
		}
		if !atOnce && json.Valid([]byte(first)) && once.Steps[0].Answers[0].Bytes == 0 && !json.Valid([]byte(once.Steps[0].Answers[0].Text)) {
			t.Errorf("JSON became %q", once.Steps[0].Answers[0].Text)
		}
	})
}
