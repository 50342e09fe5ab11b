// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"encoding/json"
	"errors"
	"strconv"
)

// List is one page of a list of T.
type List[T any] struct {
	Page, Size, Total int
	Items             []*T
	envelope          object
	raw               func(*T) json.RawMessage
}

// Raw is the platform's document with the items as they are now in Items and
// the envelope's numbers as they are now in Page, Size and Total.
func (l *List[T]) Raw() json.RawMessage {
	items := make([]json.RawMessage, len(l.Items))
	for i, it := range l.Items {
		items[i] = l.raw(it)
	}
	encoded, _ := json.Marshal(items) // Each one was decoded before.
	return l.envelope.
		with("page", number(l.Page)).with("size", number(l.Size)).with("total", number(l.Total)).
		with("items", encoded).encode()
}

func number(n int) json.RawMessage { return json.RawMessage(strconv.Itoa(n)) }

func decodeList[T any](body []byte, asked Page, kind string, decode func(json.RawMessage) (*T, error), raw func(*T) json.RawMessage) (*List[T], error) {
	doc, err := document(body)
	if err != nil {
		return nil, err
	}
	envelope, err := parseObject(doc)
	if err != nil {
		return nil, err
	}
	if _, ok := envelope.get("items"); !ok {
		return nil, errors.New("it has no items")
	}
	var e struct {
		Kind  *string           `json:"kind"`
		Page  *int              `json:"page"`
		Size  *int              `json:"size"`
		Total *int              `json:"total"`
		Items []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(doc, &e); err != nil {
		return nil, errors.New("a field of the list has the wrong type")
	}
	if e.Total == nil {
		return nil, errors.New("it has no total")
	}
	l := &List[T]{Page: asked.Page, Size: asked.Size, Total: *e.Total, envelope: envelope, raw: raw, Items: make([]*T, 0, len(e.Items))}
	if e.Page != nil {
		l.Page = *e.Page
	}
	if e.Size != nil {
		l.Size = *e.Size
	}
	if e.Kind == nil || *e.Kind == "" {
		name, _ := json.Marshal(kind)
		l.envelope = l.envelope.with("kind", name)
	}
	for _, item := range e.Items {
		it, err := decode(item)
		if err != nil {
			return nil, err
		}
		l.Items = append(l.Items, it)
	}
	return l, nil
}
