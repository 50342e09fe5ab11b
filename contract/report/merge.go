// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// Named is a report and what it is called in messages: its file.
type Named struct {
	Name   string
	Report *Report
}

// piece is a pass of one of the reports that are merged.
type piece struct {
	Pass
	from  string
	shard scenario.Shard
}

// slot is what becomes one pass: the shards of a repetition.
type slot struct {
	target, transport string
	repetition        int
	pieces            []piece
}

// Merge makes one report of several. The shards of one target and transport
// become one pass, and a shard that nobody has reported makes it unjudged; a pass
// that is there already, with the same scenarios, becomes a further repetition. A
// scenario that would be twice in a pass is an error.
func Merge(all []Named) (*Report, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("merge: there is no report")
	}
	var slots []*slot
	out := &Report{Seed: all[0].Report.Seed, Whole: true, Tags: all[0].Report.Tags}
	var unjudged []string
	for _, in := range all {
		r := in.Report
		out.describe(r)
		if r.Unjudged != "" {
			unjudged = append(unjudged, in.Name+": "+r.Unjudged)
		}
		if again := *r; r.Verdict != Met && !explained(&again) {
			// Whatever it was for, the worst verdict is that of all.
			unjudged = append(unjudged, fmt.Sprintf("%s: its verdict is %q, and nothing in it says why", in.Name, r.Verdict))
		}
		for _, p := range r.Passes {
			at := piece{Pass: p, from: in.Name}
			if r.Shard != nil {
				at.shard = *r.Shard
			}
			var err error
			if slots, err = place(slots, at); err != nil {
				return nil, fmt.Errorf("merge: %w", err)
			}
		}
		out.Matrix = added(out.Matrix, r.Matrix)
	}
	out.Unjudged = strings.Join(unjudged, "; ")
	for _, s := range slots {
		out.Passes = append(out.Passes, s.pass())
	}
	out.Close()
	return out, nil
}

// explained tells whether what the report says of its scenarios explains a verdict that is not [Met].
func explained(r *Report) bool {
	passes := slices.Clone(r.Passes)
	r.Passes = passes
	r.Close()
	return r.Verdict != Met
}

// describe makes the head of the report hold for r as well.
func (r *Report) describe(in *Report) {
	if in.Seed != r.Seed {
		r.Seed = 0 // there is none that would reproduce everything
	}
	switch tags := strings.Split(r.Tags, ", "); {
	case r.Tags == "" || in.Tags == "":
		r.Tags = ""
	case !slices.Contains(tags, in.Tags):
		r.Tags += ", " + in.Tags // which is "or" in a tag expression
	}
	r.Whole = r.Whole && in.Whole
	r.StartedAt, r.Seconds = span(r.StartedAt, r.Seconds, in.StartedAt, in.Seconds)
}

// place finds the pass that a piece belongs to, or begins one.
func place(slots []*slot, p piece) ([]*slot, error) {
	last := 0
	for _, s := range slots {
		if s.target != p.Target || s.transport != p.Transport {
			continue
		}
		for _, other := range s.pieces {
			// Two runs do not begin in the same nanosecond: it is one run, told twice.
			if other.from != p.from && other.shard == p.shard && !p.StartedAt.IsZero() && other.StartedAt.Equal(p.StartedAt) {
				return nil, fmt.Errorf("%s and %s hold the same run of %s", other.from, p.from, p.Title(false))
			}
		}
		last = max(last, s.repetition)
		if s.repetition < p.Repetition {
			continue
		}
		repeats, err := s.holds(p)
		if err != nil {
			return nil, err
		}
		if !repeats {
			s.pieces = append(s.pieces, p)
			return slots, nil
		}
	}
	s := &slot{target: p.Target, transport: p.Transport, repetition: max(last+1, p.Repetition), pieces: []piece{p}}
	return append(slots, s), nil
}

// holds tells whether the slot has the piece already: the same scenarios of the
// same shard. To have some of them and not others is an error.
func (s *slot) holds(p piece) (bool, error) {
	for _, other := range s.pieces {
		if other.shard.Count != p.shard.Count {
			return false, fmt.Errorf("%s is %s and %s is %s of %s; shards of one pass must be of one number",
				p.from, part(p.shard), other.from, part(other.shard), p.Title(false))
		}
		both := common(other.Scenarios, p.Scenarios)
		switch {
		case other.shard == p.shard && len(both) == len(p.Scenarios) && len(p.Scenarios) == len(other.Scenarios):
			return true, nil
		case len(both) > 0:
			return false, fmt.Errorf("%s is in %s and in %s, in the same pass %s", both[0], other.from, p.from, p.Title(false))
		}
	}
	return false, nil
}

func part(s scenario.Shard) string {
	if s.Count == 0 {
		return "all"
	}
	return "shard " + s.String()
}

// common are the scenarios that both have, by file and name.
func common(a, b []Scenario) []string {
	in := map[string]bool{}
	for _, s := range a {
		in[s.Title()] = true
	}
	var out []string
	for _, s := range b {
		if in[s.Title()] {
			out = append(out, s.Title())
		}
	}
	return out
}

// pass makes one pass of the pieces, in the order of the shards.
func (s *slot) pass() Pass {
	slices.SortStableFunc(s.pieces, func(a, b piece) int { return a.shard.Index - b.shard.Index })
	out := Pass{
		Target: s.target, Transport: s.transport, Repetition: s.repetition,
		StartedAt: s.pieces[0].StartedAt, Seconds: s.pieces[0].Seconds,
	}
	var broken, unjudged []string
	for _, p := range s.pieces {
		name := ""
		if p.shard.Count > 0 {
			name = "shard " + p.shard.String() + ": "
		}
		if p.Broken != "" {
			broken = append(broken, name+p.Broken)
		}
		if p.Unjudged != "" {
			unjudged = append(unjudged, name+p.Unjudged)
		}
		for _, a := range p.Attachments {
			out.Attachments = append(out.Attachments, target.Attachment{Name: name + a.Name, Text: a.Text})
		}
		out.Scenarios = append(out.Scenarios, p.Scenarios...)
		out.StartedAt, out.Seconds = span(out.StartedAt, out.Seconds, p.StartedAt, p.Seconds)
	}
	if missing := s.missing(); missing != "" {
		unjudged = append(unjudged, missing)
	}
	out.Broken, out.Unjudged = strings.Join(broken, "; "), strings.Join(unjudged, "; ")
	slices.SortStableFunc(out.Scenarios, func(a, b Scenario) int {
		return cmp.Or(strings.Compare(a.URI, b.URI), cmp.Compare(a.Line, b.Line))
	})
	return out
}

// missing says which shards nobody has reported; "" when all are there.
func (s *slot) missing() string {
	var out []string
	count := s.pieces[0].shard.Count
	for i := range count {
		if !slices.ContainsFunc(s.pieces, func(p piece) bool { return p.shard.Index == i+1 }) {
			out = append(out, fmt.Sprint(i+1))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return fmt.Sprintf("no report of shard %s of %d", strings.Join(out, ", "), count)
}

// added adds the counts of a matrix to those of another.
func added(sum, cells []Cell) []Cell {
	for _, c := range cells {
		i := slices.IndexFunc(sum, func(x Cell) bool { return x.Tool == c.Tool && x.Code == c.Code })
		if i < 0 {
			sum = append(sum, c)
			continue
		}
		n := &sum[i].Counts
		n.Passed += c.Counts.Passed
		n.Failed += c.Counts.Failed
		n.Skipped += c.Counts.Skipped
		n.Undefined += c.Counts.Undefined
		n.Unjudged += c.Counts.Unjudged
	}
	return sum
}

// span is the time from the earlier beginning to the later end.
func span(a time.Time, lasted float64, b time.Time, also float64) (time.Time, float64) {
	if a.IsZero() {
		return b, also
	}
	end := func(t time.Time, seconds float64) time.Time {
		return t.Add(time.Duration(seconds * float64(time.Second)))
	}
	last := end(a, lasted)
	if e := end(b, also); e.After(last) {
		last = e
	}
	if b.Before(a) {
		a = b
	}
	return a, last.Sub(a).Seconds()
}
