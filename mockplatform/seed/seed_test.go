// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/seed"
)

func TestParseRefusesWithTheLineThatIsWrong(t *testing.T) {
	const demo = "projects:\n  - name: demo\n" // lines 1 and 2
	for _, tc := range []struct{ name, document, want string }{
		{"text that is not YAML", "projects: [", "line 1: "},
		{"a top level that is no mapping", "- a", "line 1: must be a mapping, not a list"},
		{"an unknown section", "tokens: []\nproject: []", `line 2: unknown key "project"; known keys: tokens, projects, agents, sessions`},
		{"a section given twice", "tokens: []\ntokens: []", "line 2: "},
		{"a section that is no list", "projects:\n  demo: {}", "line 2: projects: must be a list, not a mapping"},
		{"a second document", "tokens: []\n---\ntokens: []", "line 3: a seed is one document"},
		{"an unknown key", "projects:\n  - name: demo\n    lables: {}", `line 3: projects[0]: unknown key "lables"; known keys: name, description, labels, annotations`},
		{"a missing required key", "projects:\n  - name: demo\n  - description: x\n", `line 3: projects[1]: "name" is missing`},
		{"a missing required key in JSON", "{\"projects\": [\n {\"description\": \"x\"}]}", `line 2: projects[0]: "name" is missing`},
		{"a bad project name", "projects:\n  - name: Demo", `line 2: projects[0].name: "Demo" must be 2 to 63`},
		{"a number for a name", "projects:\n  - name: 12", "line 2: projects[0].name: must be a string, not a number"},
		{"a boolean for a name", "projects:\n  - name: true", "line 2: projects[0].name: must be a string, not a boolean"},
		{"a null name", "projects:\n  - name:\n", "line 2: projects[0].name: must be a string, not nothing"},
		{"an anchor", "projects:\n  - &p {name: demo}", "line 2: projects[0]: must be a mapping, not an anchor or alias"},
		{"a tag", "projects:\n  - name: !!str 12", "line 2: projects[0].name: must be a string, not a tagged value"},
		{"a project twice", demo + "  - name: demo", `line 3: projects[1]: project "demo" is already on line 2`},
		{"label values that are no strings", "projects:\n  - name: demo\n    labels:\n      a: x\n      b: 1", "line 5: projects[0].labels.b: must be a string, not a number"},
		{"a label key with white space", "projects:\n  - name: demo\n    labels:\n      a b: x", `line 4: projects[0].labels: label key "a b"`},
		{"a label key with =", "projects:\n  - name: demo\n    labels:\n      a=b: x", `line 4: projects[0].labels: label key "a=b"`},
		{"an empty label key", "projects:\n  - name: demo\n    labels: {'': x}", `line 3: projects[0].labels: label key ""`},
		{"an empty label value", "projects:\n  - name: demo\n    labels: {a: ''}", `line 3: projects[0].labels: label "a" must have a value`},
		{"an empty annotation key", "projects:\n  - name: demo\n    annotations: {'': x}", "line 3: projects[0].annotations: an annotation key must not be empty"},
		{"labels that are a list", "projects:\n  - name: demo\n    labels: [a]", "line 3: projects[0].labels: must be a mapping of strings, or a string to store as it is, not a list"},
		{"a NUL", "projects:\n  - name: demo\n    description: \"a\\0b\"", "line 3: projects[0].description: must not hold a NUL character"},

		{"a token without permissions", "tokens:\n  - label: a", `line 2: tokens[0]: "permissions" is missing`},
		{"an unknown permission", "tokens:\n  - label: a\n    permissions:\n      - '*'\n      - session:list", `line 5: tokens[0].permissions[1]: "session:list" is none of sessions:list, `},
		{"a token label twice", "tokens:\n  - {label: a, permissions: []}\n  - {label: a, permissions: []}", `line 3: tokens[1]: token label "a" is already on line 2`},
		{"a bearer twice", "tokens:\n  - {label: a, token: s3cret, permissions: []}\n  - {label: b, token: s3cret, permissions: []}", `line 3: tokens[1]: the bearer of token "b" is already that of another token`},
		{"a bearer no header can carry", "tokens:\n  - {label: a, token: 'a b', permissions: []}", "line 2: tokens[0].token: "},
		{"a scope of an unknown project", demo + "tokens:\n  - label: a\n    permissions: []\n    projects: [demo, nope]", `line 6: tokens[0].projects[1]: there is no project "nope"`},
		{"an expiry that is no time", "tokens:\n  - label: a\n    permissions: []\n    expires_at: tomorrow", `line 4: tokens[0].expires_at: "tomorrow" is not a time such as`},
		{"two kinds of expiry", "tokens:\n  - label: a\n    permissions: []\n    expired: true\n    expires_at: 2026-01-01T00:00:00Z", "line 2: tokens[0]: expires_at and expired exclude each other"},
		{"a user with a space", "tokens:\n  - label: a\n    user: a b\n    permissions: []", `line 3: tokens[0].user: "a b" must be a user name`},

		{"a bad agent name", "agents:\n  - name: code review\n    prompt: x", `line 2: agents[0].name: "code review" must be letters, digits, _ and -`},
		{"an agent without a prompt", "agents:\n  - name: a", `line 2: agents[0]: "prompt" is missing`},
		{"an agent of an unknown project", "agents:\n  - name: a\n    prompt: x\n    project: nope", `line 4: agents[0].project: there is no project "nope"`},
		{"an agent id that is no UUID", "agents:\n  - {id: '1', name: a, prompt: x}", `line 2: agents[0].id: "1" must be a UUID`},
		{"an agent name twice for one owner", "agents:\n  - {name: a, prompt: x}\n  - {name: a, prompt: y, owner: o}\n  - {name: a, prompt: z}", `line 4: agents[2]: agent of owner system "a" is already on line 2`},
		{"no versions", "agents:\n  - name: a\n    prompt: x\n    versions: 0", "line 4: agents[0].versions: must be from 1 to 1000"},
		{"endless versions", "agents:\n  - name: a\n    prompt: x\n    versions: 99999999999999999999", "line 4: agents[0].versions: must be"},

		{"a session without a project", "sessions:\n  - name: s", `line 2: sessions[0]: "project" is missing`},
		{"a session of an unknown project", "sessions:\n  - name: s\n    project: nope", `line 3: sessions[0].project: there is no project "nope"`},
		{"a session of an unknown agent", demo + "sessions:\n  - name: s\n    project: demo\n    agent: nope", `line 6: sessions[0].agent: there is no agent "nope"`},
		{"a session of an ambiguous agent", demo + "agents: [{name: t, prompt: x}, {name: t, prompt: y, owner: o}]\nsessions:\n  - name: s\n    project: demo\n    agent: t", `line 7: sessions[0].agent: 2 agents are called "t"; name it by its id`},
		{"an unknown phase", demo + "sessions:\n  - name: s\n    project: demo\n    phase: running", `line 6: sessions[0].phase: "running" is none of Pending,`},
		{"a parent that comes later", demo + "sessions:\n  - {name: a, project: demo, parent: b}\n  - {name: b, project: demo}", `line 4: sessions[0].parent: no session "b" before this one`},
		{"a session that is its own parent", demo + "sessions:\n  - {name: a, project: demo, parent: a}", `line 4: sessions[0].parent: no session "a" before this one`},
		{"an ambiguous parent", demo + "sessions:\n  - {name: a, project: demo}\n  - {name: a, project: demo}\n  - {name: b, project: demo, parent: a}", `line 6: sessions[2].parent: 2 sessions are called "a"`},
		{"a session id that is no KSUID", demo + "sessions:\n  - {name: a, project: demo, id: x}", `line 4: sessions[0].id: "x" must be a KSUID`},
		{"a session id twice", demo + "sessions:\n  - {name: a, project: demo, id: 3Demo000000000000000Running}\n  - {name: b, project: demo, id: 3Demo000000000000000Running}", `line 5: sessions[1]: session id "3Demo000000000000000Running" is already on line 4`},
		{"a message without a payload", demo + "sessions:\n  - name: a\n    project: demo\n    messages:\n      - event_type: user", `line 7: sessions[0].messages[0]: "payload" is missing`},
		{"a message without an event type", demo + "sessions:\n  - name: a\n    project: demo\n    messages:\n      - {event_type: '', payload: x}", "line 7: sessions[0].messages[0].event_type: "},
		{"bytes that are not UTF-8", "projects:\n  - name: \xff", "line 2: the text is not UTF-8"},
		{"bottomless nesting", strings.Repeat("[", 100000), "line 1: the document nests too deeply"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, err := seed.Parse([]byte(tc.document))
			if err == nil {
				t.Fatalf("accepted as %+v", doc)
			}
			if doc != nil {
				t.Errorf("a refused document was returned as well: %+v", doc)
			}
			if !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("error\n got  %s\n want %s…", err, tc.want)
			}
			if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 400 {
				t.Errorf("not one short line: %q", err)
			}
			if strings.Contains(err.Error(), "s3cret") {
				t.Errorf("the bearer is in the error: %s", err)
			}
		})
	}
}

func TestParseReadsEveryField(t *testing.T) {
	const document = `
sessions:
  - id: 3Demo000000000000000Running
    name: first
    project: demo
    agent: planner
    prompt: Plan it.
    phase: Running
    owner: editor
    labels: "not json"
    annotations: {b: "2", a: <&>}
    created_at: 2026-01-05T10:03:00+01:00
    messages:
      - {event_type: assistant, payload: ""}
  - {name: second, project: demo, parent: first}
agents:
  - id: 6f1e3c1a-5a0e-4a6e-9c39-0d6a3f1f0a01
    name: planner
    owner: editor
    project: demo
    prompt: |
      Two
      lines.
    llm_model: m
    labels: {role: plan}
    versions: 2
projects:
  - {name: demo, description: d, labels: {a: b}, annotations: {}}
tokens:
  - {label: one, permissions: ["*"]}
  - {label: two, token: abc, user: u, permissions: [sessions:list], projects: [demo], expired: true}
  - {label: three, permissions: [], projects: [], expires_at: 2030-01-01T00:00:00Z}
`
	got, err := seed.Parse([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
"Tokens":[
 {"Label":"one","Token":"","User":"one","Permissions":["*"],"Projects":null,"ExpiresAt":null},
 {"Label":"two","Token":"abc","User":"u","Permissions":["sessions:list"],"Projects":["demo"],"ExpiresAt":"1970-01-01T00:00:00Z"},
 {"Label":"three","Token":"","User":"three","Permissions":[],"Projects":[],"ExpiresAt":"2030-01-01T00:00:00Z"}],
"Projects":[{"Name":"demo","Description":"d","Labels":"{\"a\":\"b\"}","Annotations":"{}"}],
"Agents":[{"ID":"6f1e3c1a-5a0e-4a6e-9c39-0d6a3f1f0a01","Name":"planner","Owner":"editor","Project":"demo","Prompt":"Two\nlines.\n","LLMModel":"m","Labels":"{\"role\":\"plan\"}","Annotations":null,"Versions":2}],
"Sessions":[
 {"ID":"3Demo000000000000000Running","Name":"first","Project":"demo","Agent":"planner","Prompt":"Plan it.","Phase":"Running","Parent":"","Owner":"editor","Labels":"not json","Annotations":"{\"a\":\"<&>\",\"b\":\"2\"}","CreatedAt":"2026-01-05T09:03:00Z","Messages":[{"EventType":"assistant","Payload":""}]},
 {"ID":"","Name":"second","Project":"demo","Agent":"","Prompt":"","Phase":"","Parent":"first","Owner":"system","Labels":null,"Annotations":null,"CreatedAt":null,"Messages":null}]}`
	if diff := cmp.Diff(decode(t, []byte(want)), decode(t, encode(t, got))); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}

func TestParseAcceptsJSONHoweverItIsWritten(t *testing.T) {
	payload := "quote \" slash / back \\ tab \t newline \n emoji 😀 sep \u2028 <&> # - : {x}"
	seedJSON := map[string]any{
		"projects": []any{map[string]any{"name": "demo", "labels": map[string]string{"a": payload}}},
		"sessions": []any{map[string]any{"name": payload, "project": "demo", "messages": []any{
			map[string]any{"event_type": "user", "payload": payload},
		}}},
	}
	compact := encode(t, seedJSON)
	tabbed, err := json.MarshalIndent(seedJSON, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	surrogates := []byte(strings.NewReplacer("😀", `\ud83d\ude00`, "/", `\/`).Replace(string(compact)))
	for name, document := range map[string][]byte{"compact": compact, "indented with tabs": tabbed, "escaped": surrogates} {
		t.Run(name, func(t *testing.T) {
			got, err := seed.Parse(document)
			if err != nil {
				t.Fatal(err)
			}
			if s := got.Sessions[0]; s.Name != payload || s.Messages[0].Payload != payload {
				t.Errorf("text changed:\n got  %q\n      %q\n want %q", s.Name, s.Messages[0].Payload, payload)
			}
			var labels map[string]string
			if err := json.Unmarshal([]byte(*got.Projects[0].Labels), &labels); err != nil || labels["a"] != payload {
				t.Errorf("label changed: %q (%v)", labels["a"], err)
			}
		})
	}
}

func TestNothingIsAnEmptyDocument(t *testing.T) {
	for _, document := range []string{"", "\n", "# only a comment\n", "---\n", "{}", "tokens:\nsessions:\n"} {
		got, err := seed.Parse([]byte(document))
		if err != nil {
			t.Errorf("%q: %v", document, err)
		} else if diff := cmp.Diff(&seed.Document{}, got); diff != "" {
			t.Errorf("%q: %s", document, diff)
		}
	}
}

func TestADocumentMayNameWhatTheTenantHolds(t *testing.T) {
	document := []byte("sessions: [{name: s, project: demo, agent: planner, parent: older}]")
	one := func(string) int { return 1 }
	known := seed.Known{Project: one, Agent: one, Session: one}
	if _, err := seed.ParseOnto(document, known); err != nil {
		t.Error(err)
	}
	known.Agent = func(string) int { return 2 }
	if _, err := seed.ParseOnto(document, known); err == nil {
		t.Error("an agent name that the tenant holds twice was accepted")
	}
	if _, err := seed.Parse(document); err == nil {
		t.Error("accepted without a tenant")
	}
}

func TestBuiltinSeeds(t *testing.T) {
	for _, name := range seed.Names() {
		document, ok := seed.Builtin(name)
		if !ok {
			t.Fatalf("no document for %q", name)
		}
		if _, err := seed.Parse(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, ok := seed.Builtin("../fixtures"); ok {
		t.Error("a name that is no seed has a document")
	}
	document, _ := seed.Builtin("demo")
	doc, err := seed.Parse(document)
	if err != nil {
		t.Fatal(err)
	}
	phases := map[string]bool{}
	for _, s := range doc.Sessions {
		phases[s.Phase] = true
	}
	if len(phases) != 8 {
		t.Errorf("demo has sessions in %d phases, want the absent one and all seven: %v", len(phases), phases)
	}
	var labels []string
	for _, tk := range doc.Tokens {
		labels = append(labels, tk.Label)
	}
	if diff := cmp.Diff([]string{"demo-admin", "demo-editor", "demo-viewer", "demo-expired"}, labels); diff != "" {
		t.Error(diff)
	}
}

func ExampleParse() {
	_, err := seed.Parse([]byte("projects:\n  - name: demo\nsessions:\n  - name: first\n    project: demos\n"))
	fmt.Println(err)
	// Output: line 5: sessions[0].project: there is no project "demos"
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decode(t *testing.T, b []byte) (out any) {
	t.Helper()
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
