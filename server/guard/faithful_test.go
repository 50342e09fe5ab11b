// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package guard_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
)

func TestCheckText(t *testing.T) {
	const half = guard.HalfPair
	for _, tt := range []struct {
		name, document string
		want           *guard.TextFault
	}{
		{"nothing", ``, nil},
		{"no text", `{"a":[1,-2.5e3,true,false,null,{}],"b":[]}`, nil},
		{"a whole pair", `{"a":"\ud83d\ude00 \uD83D\uDE00 😀"}`, nil},
		{"a replacement character", `{"a":"\ufffd �"}`, nil},
		{"an escaped backslash before a u", `{"a":"\\ud800 \\u0000"}`, nil},
		{"every short escape", `{"a":"\"\\\/\b\f\n\r\t"}`, nil},
		{"other controls", `{"a":"\u0001\u007f\u001b"}`, nil},
		{"a lone high", `{"a":"x\ud800"}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"a lone low", `{"a":"\udc00x"}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"high before text", `{"a":"\ud83dx\ude00"}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"two highs", `{"a":"\ud83d\ud83d\ude00"}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"low before high", `{"a":"\ude00\ud83d"}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"high before an escaped backslash", `{"a":"\ud83d\\ude00"}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"a pair, then a lone one", `{"a":"\ud83d\ude00\ud83d"}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"NUL", `{"a":"\u0000"}`, &guard.TextFault{Path: []string{"a"}, Problem: guard.NUL}},
		{"bytes that are no text", "{\"a\":\"x\xff\"}", &guard.TextFault{Path: []string{"a"}, Problem: guard.NotUTF8}},
		{"a surrogate in UTF-8", "{\"a\":\"\xed\xa0\x80\"}", &guard.TextFault{Path: []string{"a"}, Problem: guard.NotUTF8}},
		{"the value of a key", ` { "a" : { "b" : "c" , "d\n" : "\u0000" } } `, &guard.TextFault{Path: []string{"a", "d\n"}, Problem: guard.NUL}},
		{"a key", `{"ok":1,"x\ud800":2}`, &guard.TextFault{InKey: true, Problem: half}},
		{"a key in an object", `{"a":{"b":["}",{"c":"]"}],"\u0000":1}}`, &guard.TextFault{Path: []string{"a"}, InKey: true, Problem: guard.NUL}},
		{"an item of an array", `{"a":["x","\udfff"]}`, &guard.TextFault{Path: []string{"a"}, Problem: half}},
		{"a string alone", `"\u0000"`, &guard.TextFault{Problem: guard.NUL}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, guard.CheckText([]byte(tt.document))); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// texts is the strings of a decoded document, keys included.
func texts(v any, into []string) []string {
	switch v := v.(type) {
	case string:
		return append(into, v)
	case []any:
		for _, item := range v {
			into = texts(item, into)
		}
	case map[string]any:
		for k, item := range v {
			into = texts(item, append(into, k))
		}
	}
	return into
}

func FuzzCheckText(f *testing.F) {
	for _, seed := range []string{`{"a":"\ud800"}`, `["\ud83d\ude00","\u0000"]`, "\"\xff\"", `{"a":{"b":1.5,"c":null}}`, `{"a":"\\","b":"\u0000"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		fault := guard.CheckText(document) // Must not panic, whatever it gets.
		var v any
		if json.Unmarshal(document, &v) != nil {
			return
		}
		if fault != nil && !strings.ContainsAny(strings.Join(texts(v, nil), ""), "\x00\ufffd") {
			t.Fatalf("%q has the fault %+v and decodes to %q", document, fault, v)
		}
		// Decoding leaves a NUL and turns the other faults into a replacement
		// character; those that were written as such are taken away first.
		written := strings.NewReplacer(`\ufffd`, "", `\uFFFD`, "", "\ufffd", "").Replace(string(document))
		var plain any
		if json.Unmarshal([]byte(written), &plain) != nil {
			return
		}
		all := strings.Join(texts(plain, nil), "")
		if bad := strings.ContainsAny(all, "\x00\ufffd"); bad && fault == nil {
			t.Fatalf("%q decodes to %q and has no fault", document, all)
		}
	})
}
