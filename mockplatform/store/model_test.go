// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	clocktesting "k8s.io/utils/clock/testing"
	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// model is the store as simple as can be: maps that are copied, lists that are filtered and sorted.
type model struct {
	sessions map[string]store.Session
	agents   map[string]store.Agent
	messages map[string][]store.Message
}

func (m model) copy() model {
	c := model{maps.Clone(m.sessions), maps.Clone(m.agents), map[string][]store.Message{}}
	for id, messages := range m.messages {
		c.messages[id] = slices.Clone(messages)
	}
	return c
}

// fields is a record as its JSON has it, which is how a condition is to see it.
func fields(v any) func(string) (search.Value, bool) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		panic(err)
	}
	return func(column string) (search.Value, bool) {
		switch v := object[column].(type) {
		case float64:
			return search.Number(v), true
		case string:
			if t, err := time.Parse(time.RFC3339Nano, v); err == nil && strings.HasSuffix(column, "_at") {
				return search.Time(t), true
			}
			return search.Text(v), true
		default:
			return search.Value{}, false
		}
	}
}

func (m model) list(q store.Query) store.Page[store.Session] {
	page := store.Page[store.Session]{Items: []store.Session{}}
	for _, x := range m.sessions {
		if q.Projects != nil && !slices.Contains(q.Projects, x.ProjectID) ||
			q.ProjectID != "" && q.ProjectID != x.ProjectID || q.Phase != "" && q.Phase != x.Phase ||
			!q.Where.Match(fields(x)) {
			continue
		}
		page.Items = append(page.Items, x)
	}
	slices.SortFunc(page.Items, func(a, b store.Session) int {
		c := 0
		switch {
		case len(q.Order) == 0:
			c = b.CreatedAt.Compare(a.CreatedAt)
		case q.Order[0].Column == "name":
			c = strings.Compare(a.Name, b.Name)
		}
		if len(q.Order) > 0 && q.Order[0].Desc {
			c = -c
		}
		if c == 0 {
			c = strings.Compare(a.ID, b.ID)
		}
		return c
	})
	page.Total = len(page.Items)
	if q.Size > 0 {
		from := min((max(q.Page, 1)-1)*q.Size, page.Total)
		page.Items = page.Items[from:min(from+q.Size, page.Total)]
	}
	return page
}

var (
	someProject = rapid.SampledFrom([]string{"pa", "pb", "pc"})
	someName    = rapid.SampledFrom([]string{"x", "y", "z"})
	somePhase   = rapid.SampledFrom(append(store.Phases(), store.PhaseNone))
	someWhere   = rapid.SampledFrom([]string{
		"", "phase = 'Running'", "(phase = 'Pending' or phase is null)", "phase is not null", "project_id = 'pa'",
		"project_id in ('pa', 'pc') and phase in ('Running', 'Failed')", "name = 'x'", "name = 'x' and project_id = 'pb'",
		"name != 'x' and phase = 'Running'", "labels is not null", "not (name like 'x%' or phase = 'Failed')",
		"id >= 'id000010'", "id = 'id000012'", "id in ('id000012', 'id000014', 'id000016') and phase is null",
		"created_at > '2026-11-30T20:00:05Z' or name in ('y')", "phase in ()", "llm_max_tokens between 2 and '3'",
	})
	someQuery = rapid.Custom(func(t *rapid.T) store.Query {
		q := store.Query{Page: rapid.IntRange(0, 4).Draw(t, "page"), Size: rapid.IntRange(0, 7).Draw(t, "size")}
		q.Where, _ = search.Parse(someWhere.Draw(t, "where"))
		if rapid.Bool().Draw(t, "scoped") {
			q.Projects = rapid.SliceOfN(someProject, 0, 3).Draw(t, "scope")
		}
		if rapid.Bool().Draw(t, "of a project") {
			q.ProjectID = someProject.Draw(t, "project")
		}
		if rapid.Bool().Draw(t, "of a phase") {
			q.Phase = somePhase.Draw(t, "phase")
		}
		if rapid.IntRange(0, 4).Draw(t, "ordered") == 0 {
			q.Order = []store.Order{{Column: "name", Desc: rapid.Bool().Draw(t, "desc")}}
		}
		return q
	})
)

func TestStoreMeansItsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := clocktesting.NewFakePassiveClock(start)
		n, agents := 0, 0
		s := store.New(store.Options{
			Clock:      clock,
			NewID:      func() string { n++; return fmt.Sprintf("id%06d", n) },
			NewAgentID: func() string { agents++; return fmt.Sprintf("agent%06d", agents) },
		})
		for _, p := range []string{"pa", "pb", "pc"} {
			value(s.CreateProject(store.ProjectSpec{Name: p}))
		}
		now := model{map[string]store.Session{}, map[string]store.Agent{}, map[string][]store.Message{}}
		type kept struct {
			snap *store.Snapshot
			was  model
		}
		var snapshots []kept
		seq := int64(0)
		session := func(t *rapid.T) string {
			if len(now.sessions) == 0 {
				t.Skip("no session")
			}
			return rapid.SampledFrom(slices.Sorted(maps.Keys(now.sessions))).Draw(t, "session")
		}
		add := func(t *rapid.T, messages ...store.Message) {
			for _, m := range messages {
				if m.Seq <= seq {
					t.Fatalf("seq %d after %d", m.Seq, seq)
				}
				seq = m.Seq
				now.messages[m.SessionID] = append(now.messages[m.SessionID], m)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"create session": func(t *rapid.T) {
				if rapid.Bool().Draw(t, "later") {
					clock.SetTime(clock.Now().Add(time.Second))
				}
				spec := store.SessionSpec{
					Name: someName.Draw(t, "name"), ProjectID: someProject.Draw(t, "project"),
					Phase: somePhase.Draw(t, "phase"), LLMMaxTokens: ptr(int32(rapid.IntRange(1, 4).Draw(t, "tokens"))),
					Prompt: rapid.SampledFrom([]*string{nil, ptr(""), ptr("hello")}).Draw(t, "prompt"),
				}
				made := value(s.CreateSession(spec))
				now.sessions[made.ID] = made
				if spec.Prompt != nil && *spec.Prompt != "" {
					add(t, value(s.Messages(made.ID, 0))...)
				}
			},
			"set phase": func(t *rapid.T) {
				id := session(t)
				now.sessions[id] = value(s.SetPhase(id, somePhase.Draw(t, "phase")))
			},
			"start or stop": func(t *rapid.T) {
				id := session(t)
				for _, do := range []func(string) (store.Session, error){s.StartSession, s.StopSession} {
					if changed, err := do(id); err == nil {
						now.sessions[id] = changed
					}
				}
			},
			"patch session": func(t *rapid.T) {
				id := session(t)
				clock.SetTime(clock.Now().Add(time.Second))
				was := now.sessions[id]
				was.Name, was.Labels, was.UpdatedAt = someName.Draw(t, "name"), ptr("{}"), clock.Now()
				now.sessions[id] = was
				value(s.PatchSession(id, store.SessionPatch{Name: &was.Name, Labels: was.Labels}))
			},
			"delete session": func(t *rapid.T) {
				id := session(t)
				if err := s.DeleteSession(id); err != nil {
					t.Fatal(err)
				}
				delete(now.sessions, id)
				delete(now.messages, id)
			},
			"append": func(t *rapid.T) {
				id := session(t)
				add(t, value(s.AppendMessages(id, make([]store.NewMessage, rapid.IntRange(0, 3).Draw(t, "n"))...))...)
			},
			"create agent": func(t *rapid.T) {
				spec := store.AgentSpec{Name: someName.Draw(t, "name"), OwnerUserID: someName.Draw(t, "owner")}
				taken := false
				for _, a := range now.agents {
					taken = taken || a.Name == spec.Name && a.OwnerUserID == spec.OwnerUserID
				}
				made, err := s.CreateAgent(spec)
				var conflict *store.ConflictError
				if taken != errors.As(err, &conflict) || !taken && err != nil {
					t.Fatalf("name taken: %t, but %v", taken, err)
				}
				if !taken {
					now.agents[made.ID] = made
				}
			},
			"delete agents": func(t *rapid.T) {
				for id := range now.agents {
					if err := s.DeleteAgent(id); err != nil {
						t.Fatal(err)
					}
				}
				clear(now.agents)
			},
			"snapshot": func(*rapid.T) { snapshots = append(snapshots, kept{s.Snapshot(), now.copy()}) },
			"restore": func(t *rapid.T) {
				if len(snapshots) == 0 {
					t.Skip("no snapshot")
				}
				k := rapid.SampledFrom(snapshots).Draw(t, "snapshot")
				s.Restore(k.snap)
				now = k.was.copy()
			},
			"reload": func(t *rapid.T) {
				if err := s.Load(s.Dump()); err != nil {
					t.Fatal(err)
				}
			},
			"list": func(t *rapid.T) {
				q := someQuery.Draw(t, "query")
				if diff := cmp.Diff(now.list(q), value(s.ListSessions(q))); diff != "" {
					t.Fatalf("where %q: %s", q.Where, diff)
				}
			},
			"": func(t *rapid.T) {
				if page := value(s.ListAgents(store.Query{})); page.Total != len(now.agents) {
					t.Fatalf("%d agents, want %d", page.Total, len(now.agents))
				}
				for id, want := range now.sessions {
					if diff := cmp.Diff(want, value(s.Session(id))); diff != "" {
						t.Fatal(diff)
					}
					if diff := cmp.Diff(append([]store.Message{}, now.messages[id]...), value(s.Messages(id, 0))); diff != "" {
						t.Fatal(diff)
					}
				}
			},
		})
	})
}
