// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func labels(text string) string {
	quoted, _ := json.Marshal(text)
	return `"labels":` + string(quoted)
}

func TestLabelsAreMergedIntoWhatIsStored(t *testing.T) {
	for name, stored := range map[string]string{
		"as text":      labels(`{"team":"core","env":"dev"}`),
		"as an object": `"labels":{"team":"core","env":"dev"}`,
	} {
		t.Run(name, func(t *testing.T) {
			after := session("a", "Running", labels(`{"a":"<&>","env":"prod","team":"core"}`))
			s := newStub(t).on("GET", "/sessions/a", session("a", "Running", stored), after).on("PATCH", "/sessions/a", after)
			document, err := s.call("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"env": "prod", "a": "<&>"}})
			if err != nil || document != after {
				t.Errorf("got %s, %v", document, err)
			}
			s.asked(`GET /sessions/a`, `PATCH /sessions/a {"labels":"{\"a\":\"\u003c\u0026\u003e\",\"env\":\"prod\",\"team\":\"core\"}"}`, `GET /sessions/a`)
		})
	}
}

func TestNothingStoredIsAnEmptyMap(t *testing.T) {
	for _, stored := range []string{`"labels":null`, `"labels":""`, `"x":1`} {
		after := session("a", "Running", labels(`{"a":"1"}`))
		s := newStub(t).on("GET", "/sessions/a", session("a", "Running", stored), after).on("PATCH", "/sessions/a", after)
		s.answers("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a": "1"}})
		s.asked(`GET /sessions/a`, `PATCH /sessions/a {"labels":"{\"a\":\"1\"}"}`, `GET /sessions/a`)
	}
}

func TestStoredTextThatIsNoMapIsNeverOverwritten(t *testing.T) {
	for _, text := range []string{"hello", "[1]", `{"a":1}`, `{"a":null}`, `{"a":{"b":"c"}}`, `{"a":"b"`, `"x"`} {
		s := newStub(t).on("GET", "/sessions/a", session("a", "Running", labels(text)))
		s.fails("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a": "1"}}, toolerr.Internal, "labels", "JSON object of strings")
		s.asked(`GET /sessions/a`)
	}
}

func TestAMergeThatAnotherWriterTookAwayIsMadeAgain(t *testing.T) {
	ours := session("a", "Running", labels(`{"a":"1","theirs":"x"}`))
	theirs := session("a", "Running", labels(`{"theirs":"x"}`))
	s := newStub(t).on("GET", "/sessions/a", session("a", "Running"), theirs, ours).on("PATCH", "/sessions/a", ours)
	s.answers("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a": "1"}})
	s.asked(`GET /sessions/a`, `PATCH /sessions/a {"labels":"{\"a\":\"1\"}"}`, `GET /sessions/a`,
		`PATCH /sessions/a {"labels":"{\"a\":\"1\",\"theirs\":\"x\"}"}`, `GET /sessions/a`)
}

func TestAMergeIsGivenUpAfterFiveTimes(t *testing.T) {
	s := newStub(t).on("GET", "/sessions/a", session("a", "Running")).on("PATCH", "/sessions/a", session("a", "Running"))
	s.fails("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a": "1"}}, toolerr.Internal, "5 times")
	patches := slices.DeleteFunc(slices.Clone(s.journal), func(row string) bool { return row[:5] != "PATCH" })
	if len(patches) != 5 {
		t.Errorf("%d patches", len(patches))
	}
}

func TestEmptyAnnotationsAreTakenAway(t *testing.T) {
	before := `"annotations":"{\"keep\":\"1\",\"drop\":\"2\"}"`
	after := session("a", "Running", `"annotations":"{\"keep\":\"1\"}"`)
	s := newStub(t).on("GET", "/sessions/a", session("a", "Running", before), after).on("PATCH", "/sessions/a", after)
	s.answers("patch_session_annotations", map[string]any{"session_id": "a", "annotations": map[string]any{"drop": "", "never": ""}})
	s.asked(`GET /sessions/a`, `PATCH /sessions/a {"annotations":"{\"keep\":\"1\"}"}`, `GET /sessions/a`)
}

func TestAMergeThatChangesNothingPatchesNothing(t *testing.T) {
	before := session("a", "Running", labels(` {"env" : "dev"}`), `"annotations":"{\"keep\":\"1\"}"`)
	for name, tt := range map[string]struct {
		tool string
		args map[string]any
	}{
		"no labels":               {"patch_session_labels", map[string]any{"labels": map[string]any{}}},
		"labels that are there":   {"patch_session_labels", map[string]any{"labels": map[string]any{"env": "dev"}}},
		"no annotations":          {"patch_session_annotations", map[string]any{"annotations": map[string]any{}}},
		"annotations as they are": {"patch_session_annotations", map[string]any{"annotations": map[string]any{"keep": "1", "never": ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.args["session_id"] = "a"
			s := newStub(t).on("GET", "/sessions/a", before).on("PATCH", "/sessions/a", before)
			s.answers(tt.tool, tt.args)
			s.asked(`GET /sessions/a`, `PATCH /sessions/a {}`, `GET /sessions/a`)
			refused := newStub(t).on("GET", "/sessions/a", before).on("PATCH", "/sessions/a", "403")
			refused.fails(tt.tool, tt.args, toolerr.Forbidden)
		})
	}
}

func TestAMergeThatChangesNothingIsMadeWhenItsKeysGoMeanwhile(t *testing.T) {
	ours, theirs := session("a", "Running", labels(`{"a":"1"}`)), session("a", "Running", labels(`{"b":"2"}`))
	s := newStub(t).on("GET", "/sessions/a", ours, theirs, session("a", "Running", labels(`{"a":"1","b":"2"}`))).on("PATCH", "/sessions/a", ours)
	s.answers("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a": "1"}})
	s.asked(`GET /sessions/a`, `PATCH /sessions/a {}`, `GET /sessions/a`, `PATCH /sessions/a {"labels":"{\"a\":\"1\",\"b\":\"2\"}"}`, `GET /sessions/a`)
}

func TestValuesAreCheckedBeforeAnythingIsAsked(t *testing.T) {
	huge := map[string]any{"k": string(make([]byte, 4097))}
	s := newStub(t)
	s.fails("patch_session_annotations", map[string]any{"session_id": "a", "annotations": huge}, toolerr.AnnotationValueTooLarge, "k", "4097")
	s.fails("patch_agent_annotations", map[string]any{"project_id": "p", "agent_id": "a", "annotations": huge}, toolerr.AnnotationValueTooLarge)
	s.fails("patch_project_annotations", map[string]any{"project_id": "p", "annotations": huge}, toolerr.AnnotationValueTooLarge)
	s.fails("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a b": "1"}}, toolerr.InvalidLabelKey)
	s.fails("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a": ""}}, toolerr.InvalidLabelValue)
	s.asked()
}

func TestAgentAnnotations(t *testing.T) {
	after := agent(uuid1, "a", `"project_id":"demo"`, `"annotations":"{\"k\":\"v\"}"`)
	args := map[string]any{"project_id": "demo", "agent_id": "a", "annotations": map[string]any{"k": "v"}}
	s := newStub(t).on("GET", "/agents", list("AgentList", agent(uuid1, "a", `"project_id":"demo"`), agent(uuid2, "a", `"project_id":"other"`))).
		on("PATCH", "/projects/demo/agents/"+uuid1, after).on("GET", "/agents/"+uuid1, after)
	s.answers("patch_agent_annotations", args)
	s.asked("GET /agents search=name='a'", "PATCH /projects/demo/agents/"+uuid1+` {"annotations":"{\"k\":\"v\"}"}`, "GET /agents/"+uuid1)

	elsewhere := newStub(t).on("GET", "/agents/"+uuid1, agent(uuid1, "a", `"project_id":"other"`))
	elsewhere.fails("patch_agent_annotations", map[string]any{"project_id": "demo", "agent_id": uuid1, "annotations": map[string]any{"k": "v"}}, toolerr.AgentNotFound, uuid1, "demo")
	elsewhere.asked("GET /agents/" + uuid1)
}

func TestProjectAnnotations(t *testing.T) {
	after := project("demo", "demo", `"annotations":"{\"k\":\"v\"}"`)
	s := newStub(t).on("GET", "/projects", list("ProjectList", project("demo", "demo"))).
		on("PATCH", "/projects/demo", after).on("GET", "/projects/demo", after)
	s.answers("patch_project_annotations", map[string]any{"project_id": "demo", "annotations": map[string]any{"k": "v"}})
	s.asked("GET /projects search=name='demo'", `PATCH /projects/demo {"annotations":"{\"k\":\"v\"}"}`, "GET /projects/demo")
}

func TestRefusalsOfAMerge(t *testing.T) {
	for answer, want := range map[string]toolerr.Code{
		"404": toolerr.SessionNotFound, "403": toolerr.Forbidden, "401": toolerr.Unauthorized, "400": toolerr.InvalidRequest, "500": toolerr.Internal,
	} {
		s := newStub(t).on("GET", "/sessions/a", session("a", "Running")).on("PATCH", "/sessions/a", answer)
		s.fails("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{"a": "1"}}, want)
	}
}

// The platform replaces a whole field, as the real one does; edits of this
// process must not take each other's keys away.
func TestManyMergesOfOneSessionLoseNothing(t *testing.T) {
	s := newStub(t)
	var mu sync.Mutex
	text := "{}"
	read := func(*http.Request) (*http.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		return httpmock.NewStringResponse(200, session("a", "Running", labels(text))), nil
	}
	s.mock.RegisterResponder("GET", base+"/sessions/a", read)
	s.mock.RegisterResponder("PATCH", base+"/sessions/a", func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		var patch struct{ Labels string }
		if err := json.Unmarshal(body, &patch); err != nil {
			return nil, err
		}
		mu.Lock()
		text = patch.Labels
		mu.Unlock()
		return read(r)
	})
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			if _, err := s.call("patch_session_labels", map[string]any{"session_id": "a", "labels": map[string]any{fmt.Sprint("k", i): "v"}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	var got map[string]string
	if err := json.Unmarshal([]byte(text), &got); err != nil || len(got) != 40 {
		t.Errorf("%d keys are left: %s", len(got), text)
	}
	patches := slices.DeleteFunc(slices.Clone(s.journal), func(row string) bool { return row[:5] != "PATCH" })
	if len(patches) != 40 {
		t.Errorf("%d patches for 40 merges: they were not made one at a time", len(patches))
	}
}
