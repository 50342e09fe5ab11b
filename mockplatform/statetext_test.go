// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
)

// emptyState is the state of a platform that holds nothing.
const emptyState = `{"format": 1, "tenants": [
 {"name": "default", "tokens": [],
  "data": {"projects": [], "agents": [], "sessions": [], "messages": [], "seq": 0}}]}`

func TestWhatIsWrongWithAStateIsToldToAPerson(t *testing.T) {
	change := func(old, by string) string {
		t.Helper()
		if !strings.Contains(emptyState, old) {
			t.Fatalf("the state has no %s", old)
		}
		return strings.Replace(emptyState, old, by, 1)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "it is empty"},
		{"white space", " \n\n", "it is empty"},
		{"another language", "format: 1\n", "line 1 is not JSON"},
		{"a mistake further down", change(`"seq": 0`, `"seq": zero`), "line 3 is not JSON"},
		{"the half of it", emptyState[:len(emptyState)/2], "it is cut short: the JSON text does not end"},
		{"an array", "[]", "line 1: it must be a JSON object, not an array"},
		{"null", "null", "it is not a JSON object"},
		{"an unknown field", change(`"format": 1`, `"format": 1, "colour": 2`), `unknown field "colour"`},
		{"no format", change(`"format": 1, `, ""), `"format" is missing`},
		{"a later format", change(`"format": 1`, `"format": 99`), "format 99 is not known, only 1 is"},
		{"null for tenants", `{"format": 1, "tenants": null}`, `"tenants" is null`},
		{"null for a tenant", `{"format": 1, "tenants": [null]}`, "tenant 1: it is not a JSON object"},
		{"no tokens", change(`"tokens": [],`, ""), `tenant 1: "tokens" is missing`},
		{"null for tokens", change(`"tokens": []`, `"tokens": null`), `tenant 1: "tokens" is null`},
		{"no projects", change(`"projects": [], `, ""), `tenant 1: "projects" is missing`},
		{"null for messages", change(`"messages": []`, `"messages": null`), `tenant 1: "messages" is null`},
		{"no seq", change(`, "seq": 0`, ""), `tenant 1: "seq" is missing`},
		{"a seq below 0", change(`"seq": 0`, `"seq": -1`), "seq -1 is below 0"},
		{"text for a number", change(`"seq": 0`, `"seq": "0"`), "line 3: tenants.data.seq must be an integer of 64 bits, not a string"},
		{"too great a number", change(`"seq": 0`, `"seq": 9223372036854775808`), "line 3: tenants.data.seq must be an integer of 64 bits, not 9223372036854775808"},
		{"an object for an array", change(`"agents": []`, `"agents": {}`), "line 3: tenants.data.agents must be an array, not an object"},
		{"no time", change(`"tokens": []`, `"tokens": [], "frozen_at": "noon"`), "noon is not a time such as 2026-01-31T09:00:00Z"},
		{"a number for a time", change(`"tokens": []`, `"tokens": [], "frozen_at": 7`), "it is not a state that a platform saved"},
		{"something behind it", emptyState + "{}", "something follows the JSON object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p mockplatform.Platform
			if err := p.LoadState([]byte(tt.text)); err == nil || !strings.HasPrefix(err.Error(), "platform state: ") || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	var p mockplatform.Platform
	if err := p.LoadState([]byte(emptyState)); err != nil {
		t.Error(err)
	}
}

func FuzzLoadState(f *testing.F) {
	f.Add([]byte(emptyState))
	f.Add([]byte(`{"format":1,"tenants":[{"name":"default","tokens":[{"label":"a","bearer":"b","user":"u","permissions":["*"]}],"data":{"projects":[{"id":"p"}],"agents":[],"sessions":[{"id":"s"}],"messages":[{"id":"m","session_id":"s","seq":3}],"seq":2}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var p mockplatform.Platform
		if p.LoadState(text) != nil {
			return
		}
		dump, err := p.DumpState()
		if err != nil {
			t.Fatal(err)
		}
		var q mockplatform.Platform
		if err := q.LoadState(dump); err != nil {
			t.Fatalf("what was loaded and dumped does not load: %v\n%s", err, dump)
		}
		if again, err := q.DumpState(); err != nil || !bytes.Equal(dump, again) {
			t.Fatalf("dumped again: %v\n%s\nwant\n%s", err, again, dump)
		}
	})
}
