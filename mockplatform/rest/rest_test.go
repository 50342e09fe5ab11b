// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

func TestDecodeIsStrict(t *testing.T) {
	for _, c := range []struct {
		name, body, want string
	}{
		{"nothing", ``, "body is empty"},
		{"not JSON", `name`, "body is not JSON"},
		{"cut off", `{"name": "a"`, "body is not JSON"},
		{"comma before the end", `{"name": "a",}`, "body is not JSON"},
		{"no colon", `{"name" "a"}`, "body is not JSON"},
		{"an array", `[]`, "must be a JSON object"},
		{"null", `null`, "must be a JSON object"},
		{"a string", `"x"`, "must be a JSON object"},
		{"something after it", `{"name":"a","project_id":"p"} {}`, "something follows"},
		{"an unknown field", `{"name":"a","project_id":"p","colour":"red"}`, `unknown field "colour"`},
		{"the agent under its old name", `{"name":"a","project_id":"p","project_agent_id":"x"}`, `unknown field "project_agent_id"`},
		{"a field in other case", `{"Name":"a","project_id":"p"}`, `unknown field "Name"`},
		{"a read-only field", `{"name":"a","project_id":"p","phase":"Running"}`, `field "phase" is read-only`},
		{"a read-only field of every resource", `{"name":"a","project_id":"p","id":"x"}`, `field "id" is read-only`},
		{"a field twice", `{"name":"a","name":"b","project_id":"p"}`, `field "name" is given twice`},
		{"null for a required field", `{"name":null,"project_id":"p"}`, `field "name" must be a string, not null`},
		{"null for an optional field", `{"name":"a","project_id":"p","labels":null}`, `field "labels" must be a string, not null`},
		{"an object for a string", `{"name":"a","project_id":"p","labels":{"a":"b"}}`, `field "labels" must be a string`},
		{"a number for a string", `{"name":5,"project_id":"p"}`, `field "name" must be a string`},
		{"a fraction for an integer", `{"name":"a","project_id":"p","timeout":1.5}`, `field "timeout" must be an integer of 32 bits`},
		{"an integer out of range", `{"name":"a","project_id":"p","timeout":2147483648}`, `field "timeout" must be an integer of 32 bits`},
		{"a string for a number", `{"name":"a","project_id":"p","llm_temperature":"hot"}`, `field "llm_temperature" must be a number`},
		{"a required field left out", `{"name":"a"}`, "no value given for required property project_id"},
		{"bytes that are not UTF-8", "{\"name\":\"\xff\"}", "not UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var spec store.SessionSpec
			err := decode([]byte(c.body), &spec, sessionCreate)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("decode = %v, want %q in it", err, c.want)
			}
			if f := failureOf(err); f.status != http.StatusBadRequest || f.id != 17 {
				t.Errorf("answered with %d, id %d; want 400, id 17", f.status, f.id)
			}
		})
	}
}

func TestDecodeReadsWhatIsAllowed(t *testing.T) {
	var spec store.SessionSpec
	body := `{"name":"a","project_id":"p","prompt":"","timeout":5,"llm_temperature":1,"labels":"{}"}`
	if err := decode([]byte(body), &spec, sessionCreate); err != nil {
		t.Fatal(err)
	}
	if spec.Name != "a" || *spec.Prompt != "" || *spec.Timeout != 5 || *spec.LLMTemperature != 1 || *spec.Labels != "{}" {
		t.Errorf("read %+v", spec)
	}
}

func TestDecodeNamesTimesForWhatTheyAre(t *testing.T) {
	var s store.SessionStatus
	err := decode([]byte(`{"phase":"Running","start_time":"noon"}`), &s, statusPatch)
	if err == nil || !strings.Contains(err.Error(), `"start_time" must be an RFC 3339 time`) {
		t.Errorf("decode = %v", err)
	}
}

func TestMatchUnescapesSegmentsOnce(t *testing.T) {
	for _, c := range []struct {
		name, path, want string
		found            bool
	}{
		{"a plain id", "/sessions/abc", "abc", true},
		{"an escaped slash stays in the id", "/sessions/a%2Fb", "a/b", true},
		{"a percent escaped twice is unescaped once", "/sessions/a%252Fb", "a%2Fb", true},
		{"escaped dots are an id", "/sessions/%2e%2e", "..", true},
		{"an empty id is no route", "/sessions/", "", false},
		{"a trailing slash is no route", "/sessions/abc/", "", false},
		{"a double slash is no route", "//sessions", "", false},
		{"a fixed segment is not unescaped", "/%73essions/abc", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, params, _ := Spec().match(http.MethodGet, Base+c.path)
			if (r != nil) != c.found || params["id"] != c.want {
				t.Errorf("match = %v, id %q; want %v, %q", r != nil, params["id"], c.found, c.want)
			}
		})
	}
}

func TestEveryRouteIsOpenOrNeedsAKnownPermission(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Spec().routes {
		key := r.Method + " " + r.Pattern
		if seen[key] {
			t.Errorf("%s is in the table twice", key)
		}
		seen[key] = true
		if r.Open == access.Known(r.Needs) {
			t.Errorf("%s must be open or need a known permission", key)
		}
		if r.ByName != "" && !access.Known(r.ByName) {
			t.Errorf("%s: unknown permission %s", key, r.ByName)
		}
	}
}

func TestForKnowsTheProfiles(t *testing.T) {
	for _, name := range Profiles() {
		if a, ok := For(name); !ok || a.Profile() != name {
			t.Errorf("For(%q) = %v, %v", name, a, ok)
		}
	}
	if _, ok := For("moon"); ok {
		t.Error("an unknown profile is known")
	}
}
