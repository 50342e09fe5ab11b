// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// keptBytes is how much of an answer is kept.
const keptBytes = 4 << 10

// Normalise returns the ledger with everything replaced that differs from run to
// run. An id becomes <id-N>, numbered by its first appearance in the steps; one
// that appears only in the Nth stream becomes <id-N.M>, so that how far another
// stream had got does not matter. Two ids never get one name. Members of JSON
// objects are sorted. What is normalised already stays as it is.
func Normalise(l Ledger, n Names) *Ledger {
	s := &scribe{literals: n.literals(), ids: map[string]string{}, next: 1 + l.highest()}
	first := s.next
	out := &Ledger{}
	for _, step := range l.Steps {
		out.Steps = append(out.Steps, s.step(step))
	}
	for i, stream := range l.Streams {
		f := &scribe{literals: s.literals, known: s.ids, ids: map[string]string{}, prefix: fmt.Sprintf("%d.", i+1), next: first}
		kept := Stream{Of: stream.Of}
		for _, m := range stream.Messages {
			kept.Messages = append(kept.Messages, f.answer(m))
		}
		out.Streams = append(out.Streams, kept)
	}
	return out
}

// highest is the greatest number in a text that looks like a numbered id
// already: what a server sends as <id-1> is not the first id of the scenario.
func (l Ledger) highest() int {
	most := 0
	look := func(text string) {
		for _, m := range numbered.FindAllStringSubmatch(text, -1) {
			for _, digits := range m[1:] {
				n, _ := strconv.Atoi(digits)
				most = max(most, n)
			}
		}
	}
	for _, step := range l.Steps {
		look(step.Text)
		for _, a := range step.Answers {
			look(a.Text)
		}
	}
	for _, stream := range l.Streams {
		for _, m := range stream.Messages {
			look(m.Text)
		}
	}
	return most
}

// scribe writes one ledger, or one stream of it.
type scribe struct {
	literals func(string) string
	known    map[string]string // the ids of the steps, for a stream
	ids      map[string]string
	prefix   string
	next     int
}

func (s *scribe) step(step Step) Step {
	out := Step{Text: s.replace(step.Text), AtOnce: step.AtOnce}
	if step.AtOnce && len(step.Answers) > 0 {
		out.Answers = []Answer{s.atOnce(step.Answers)}
		return out
	}
	for _, a := range step.Answers {
		out.Answers = append(out.Answers, s.answer(a))
	}
	return out
}

// atOnce makes one answer of those to requests that were in flight together.
func (s *scribe) atOnce(answers []Answer) Answer {
	out := Answer{From: answers[0].From}
	var texts []string
	for _, a := range answers {
		if a.Bytes > 0 {
			return a // this is one that was made of several
		}
		out.Pending = out.Pending || a.Pending
		texts = append(texts, strings.ToValidUTF8(a.Text, "\uFFFD"))
	}
	if !out.Pending {
		out.keep(strings.Join(united(texts, s.replace, s.mask), "\n"))
	}
	return out
}

func (s *scribe) answer(a Answer) Answer {
	if a.Bytes > 0 || a.Pending {
		return a
	}
	out := Answer{From: a.From}
	out.keep(s.text(a.Text))
	return out
}

// text normalises JSON as such, and anything else line by line.
func (s *scribe) text(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if t, ok := parseContainer(text); ok {
		t.sort(s.mask)
		t.rewrite(s.replace)
		return t.String()
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = inner(line, s.replace)
	}
	return strings.Join(lines, "\n")
}

// replace normalises a plain text and numbers the ids in it.
func (s *scribe) replace(text string) string { return rename(s.literals(text), s.name) }

// mask normalises a plain text and makes all ids alike.
func (s *scribe) mask(text string) string {
	return rename(s.literals(text), func(string) string { return "<id>" })
}

func (s *scribe) name(id string) string {
	if strings.HasPrefix(id, "<") {
		return id
	}
	if name, ok := s.known[id]; ok {
		return name
	}
	name, ok := s.ids[id]
	if !ok {
		name = fmt.Sprintf("<id-%s%d>", s.prefix, s.next)
		s.next++
		s.ids[id] = name
	}
	return name
}

// keep keeps the text, or its beginning with the length and hash of the whole.
func (a *Answer) keep(text string) {
	a.Text = text
	if len(text) <= keptBytes {
		return
	}
	sum := sha256.Sum256([]byte(text))
	end := keptBytes
	for !utf8.RuneStart(text[end]) {
		end--
	}
	a.Text, a.Bytes, a.SHA256 = text[:end], len(text), hex.EncodeToString(sum[:])
}
