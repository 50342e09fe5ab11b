// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// member is one member of a JSON object.
type member struct {
	key   string
	value json.RawMessage
}

// object is a JSON object that keeps its order and unknown members.
type object []member

func parseObject(raw []byte) (object, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil {
		return nil, errors.New("it is not JSON")
	}
	if open != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	var o object
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, errors.New("it is not JSON")
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, errors.New("it is not JSON")
		}
		o = append(o, member{key.(string), value})
	}
	if _, err := dec.Token(); err != nil || dec.More() {
		return nil, errors.New("it is not JSON")
	}
	return o, nil
}

func (o object) get(key string) (json.RawMessage, bool) {
	for i := len(o) - 1; i >= 0; i-- { // As encoding/json does, the last one counts.
		if o[i].key == key {
			return o[i].value, true
		}
	}
	return nil, false
}

// without returns the object minus every member of that name, in any case.
func (o object) without(key string) object {
	out := make(object, 0, len(o))
	for _, m := range o {
		if !strings.EqualFold(m.key, key) {
			out = append(out, m)
		}
	}
	return out
}

// with returns the object with the member replaced in place, or added at its end.
func (o object) with(key string, value json.RawMessage) object {
	out := append(object(nil), o...)
	for i := range out {
		if out[i].key == key {
			out[i].value = value
			return out
		}
	}
	return append(out, member{key, value})
}

func (o object) encode() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(m.key) // A string always encodes.
		b.Write(key)
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// document checks that body is one JSON document and makes its text valid UTF-8.
func document(body []byte) (json.RawMessage, error) {
	body = bytes.ToValidUTF8(bytes.TrimSpace(body), []byte("\ufffd"))
	if !json.Valid(body) {
		return nil, errors.New("it is not JSON")
	}
	return body, nil
}
