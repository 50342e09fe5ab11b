// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import (
	"slices"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
)

// maxSpans is how many spans a plan merges at most; merging is linear in them.
const maxSpans = 64

// choice is some values of a key; nil is every value. The empty value of a key that may be absent is its absence.
type choice []string

func (s choice) has(v string) bool {
	if s == nil {
		return true
	}
	_, ok := slices.BinarySearch(s, v)
	return ok
}

// meet is what both have. The result is not nil unless both are.
func (s choice) meet(t choice) choice {
	if s == nil {
		return t
	}
	if t == nil {
		return s
	}
	both := choice{}
	for _, v := range s {
		if t.has(v) {
			both = append(both, v)
		}
	}
	return both
}

func choiceOf(values []string) choice {
	s := append(choice{}, values...)
	slices.Sort(s)
	return slices.Compact(s)
}

// plan is how a query finds its entries: the keys it asks for, which indexes
// answer, and the rest of the condition, which every entry must be asked.
type plan[T any] struct {
	kind                        *kind[T]
	ids, projects, phases, name choice
	rest                        search.Expr
}

func planOf[T any](k *kind[T], q Query) (plan[T], error) {
	where, err := q.Where.Bind(k.table, k.types)
	if err != nil {
		return plan[T]{}, &QueryError{Reason: err.Error()}
	}
	p := plan[T]{kind: k}
	if q.Projects != nil {
		// No scope has what belongs to no project.
		p.projects = slices.DeleteFunc(choiceOf(q.Projects), func(id string) bool { return id == "" })
	}
	if q.ProjectID != "" {
		p.projects = p.projects.meet(choice{q.ProjectID})
	}
	if q.Phase != PhaseNone {
		p.phases = choice{string(q.Phase)}
	}
	for _, part := range search.Conjuncts(where) {
		if m, ok := search.AsMembership(part); !ok || !p.take(m) {
			p.rest = search.And(p.rest, part)
		}
	}
	return p, nil
}

// take puts a membership into the choices, if it is one of a key.
func (p *plan[T]) take(m search.Membership) bool {
	switch m.Column {
	case "id":
		p.ids = p.ids.meet(choiceOf(m.Values))
	case "name":
		p.name = p.name.meet(choiceOf(m.Values))
	case "project_id":
		p.projects = p.projects.meet(absentOr(m))
	case "phase":
		p.phases = p.phases.meet(absentOr(m))
	default:
		return false
	}
	return true
}

// absentOr reads a membership of a key whose stored form never is the empty text.
func absentOr(m search.Membership) choice {
	values := slices.DeleteFunc(slices.Clone(m.Values), func(v string) bool { return v == "" })
	if m.Null {
		values = append(values, "")
	}
	return choiceOf(values)
}

// find returns the entries to look at, and whether they are exactly the answer.
func (p *plan[T]) find(t *table[T]) (u union[T], exact bool) {
	exact = p.rest.IsZero()
	switch {
	case p.ids != nil && len(p.ids) <= maxSpans:
		for _, id := range p.ids {
			if e, ok := t.ids.Get(id); ok && p.admits(e) {
				low := wholeSpan(t.byTime).rank(&e.keys)
				u = append(u, span[T]{in: t.byTime, low: low, high: low + 1})
			}
		}
		return u, true
	case p.name != nil && len(p.name) <= maxSpans:
		for _, n := range p.name {
			u = append(u, prefixSpan(t.byName, compareName, keys{name: n}))
		}
		return u, exact && p.ids == nil && p.projects == nil && p.phases == nil
	}
	exact = exact && p.ids == nil && p.name == nil
	several := len(p.projects) * len(p.phases)
	switch {
	case p.projects != nil && p.phases != nil && several <= maxSpans:
		for _, project := range p.projects {
			for _, phase := range p.phases {
				k := keys{project: project, phase: phase}
				u = append(u, prefixSpan(t.byProjectPhase, compareProjectPhase, k))
			}
		}
		return u, exact
	case p.projects != nil && len(p.projects) <= maxSpans:
		for _, project := range p.projects {
			u = append(u, prefixSpan(t.byProject, compareProject, keys{project: project}))
		}
		return u, exact && p.phases == nil
	case p.phases != nil && len(p.phases) <= maxSpans:
		for _, phase := range p.phases {
			u = append(u, prefixSpan(t.byPhase, comparePhase, keys{phase: phase}))
		}
		return u, exact && p.projects == nil
	}
	return union[T]{wholeSpan(t.byTime)}, exact && p.projects == nil && p.phases == nil
}

func (p *plan[T]) admits(e *entry[T]) bool {
	return p.ids.has(e.id) && p.name.has(e.name) && p.projects.has(e.project) && p.phases.has(e.phase) &&
		p.rest.Match(func(column string) (search.Value, bool) { return p.kind.columns[column].get(&e.record) })
}
