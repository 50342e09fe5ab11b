// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// durationKey is the member of a log line that says how long something took, in nanoseconds.
const durationKey = "took"

// tree is a JSON value as it was written: members in their order, also two of one name, and numbers digit by digit.
type tree struct {
	kind    byte // '{', '[', '"' or 0 for numbers, true, false and null
	members []member
	items   []*tree
	text    string
}

type member struct {
	key   string
	value *tree
}

// parse reads a text that is one JSON value and nothing else.
func parse(text string) (*tree, bool) {
	if !json.Valid([]byte(text)) { // also bounds the depth
		return nil, false
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	t, err := read(dec)
	return t, err == nil
}

// parseContainer reads an object or an array.
func parseContainer(text string) (*tree, bool) {
	if trimmed := strings.TrimSpace(text); trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return nil, false
	}
	return parse(text)
}

func read(dec *json.Decoder) (*tree, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		return readContainer(dec, byte(v))
	case string:
		return &tree{kind: '"', text: v}, nil
	case nil:
		return &tree{text: "null"}, nil
	default:
		return &tree{text: fmt.Sprint(v)}, nil
	}
}

func readContainer(dec *json.Decoder, kind byte) (*tree, error) {
	t := &tree{kind: kind}
	for dec.More() {
		var key string
		if kind == '{' {
			token, err := dec.Token()
			if err != nil {
				return nil, err
			}
			key, _ = token.(string)
		}
		v, err := read(dec)
		if err != nil {
			return nil, err
		}
		if kind == '{' {
			t.members = append(t.members, member{key, v})
		} else {
			t.items = append(t.items, v)
		}
	}
	_, err := dec.Token() // the end
	return t, err
}

// sort orders the members of every object by key, as mask shows it.
func (t *tree) sort(mask func(string) string) {
	for _, m := range t.members {
		m.value.sort(mask)
	}
	for _, v := range t.items {
		v.sort(mask)
	}
	slices.SortStableFunc(t.members, func(a, b member) int { return strings.Compare(mask(a.key), mask(b.key)) })
}

// rewrite replaces keys and strings, in the order of the text. A string that is
// itself JSON keeps the order of its members: that is how the server wrote it.
func (t *tree) rewrite(replace func(string) string) {
	if t.kind == '"' {
		t.text = inner(t.text, replace)
	}
	for i := range t.members {
		m := &t.members[i]
		m.key = replace(m.key)
		m.value.rewrite(replace)
		switch {
		case m.key == "serverInfo":
			m.value.forget("version")
		case m.key == durationKey && m.value.kind == 0:
			m.value = &tree{kind: '"', text: "<duration>"}
		}
	}
	for _, v := range t.items {
		v.rewrite(replace)
	}
}

// forget replaces a member of that name that is a string by the name.
func (t *tree) forget(name string) {
	for _, m := range t.members {
		if m.key == name && m.value.kind == '"' {
			m.value.text = "<" + name + ">"
		}
	}
}

func inner(text string, replace func(string) string) string {
	t, ok := parseContainer(text)
	if !ok {
		return replace(text)
	}
	t.rewrite(replace)
	return t.String()
}

// String is the value without blanks.
func (t *tree) String() string {
	var b bytes.Buffer
	t.write(&b)
	return b.String()
}

func (t *tree) write(b *bytes.Buffer) {
	switch t.kind {
	case '{':
		b.WriteByte('{')
		for i, m := range t.members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(m.key))
			b.WriteByte(':')
			m.value.write(b)
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, v := range t.items {
			if i > 0 {
				b.WriteByte(',')
			}
			v.write(b)
		}
		b.WriteByte(']')
	case '"':
		b.WriteString(quote(t.text))
	default:
		b.WriteString(t.text)
	}
}

// quote writes a JSON string and leaves < and > readable.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
