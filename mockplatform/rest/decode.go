// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// shape says which bodies an operation takes, besides the fields of the type
// that it is read into.
type shape struct {
	// required fields must be given.
	required []string
	// readOnly is a value of the whole resource: its other fields are refused by a better name than "unknown".
	readOnly any
}

// decode reads a JSON object into the struct that into points to, by its json
// tags, and is strict: unknown and repeated fields, null, a value of another
// type, missing fields and anything after the object are refused, naming the field.
func decode(body []byte, into any, s shape) error {
	if !utf8.Valid(body) {
		return malformed.because("Invalid request format: body is not UTF-8")
	}
	fields := fieldsOf(reflect.TypeOf(into).Elem())
	target := reflect.ValueOf(into).Elem()
	given := map[string]bool{}
	err := eachField(body, func(name string, value json.RawMessage) error {
		if given[name] {
			return fmt.Errorf("field %q is given twice", name)
		}
		given[name] = true
		f, ok := fields[name]
		switch {
		case !ok && s.readOnly != nil && knows(s.readOnly, name):
			return fmt.Errorf("field %q is read-only", name)
		case !ok:
			return fmt.Errorf("unknown field %q", name)
		case string(value) == "null":
			return fmt.Errorf("field %q must be %s, not null", name, f.wants)
		}
		if err := json.Unmarshal(value, target.FieldByIndex(f.index).Addr().Interface()); err != nil {
			return fmt.Errorf("field %q must be %s", name, f.wants)
		}
		return nil
	})
	if err != nil {
		return malformed.because("Invalid request format: %v", err)
	}
	for _, name := range s.required {
		if !given[name] {
			return malformed.because("Invalid request format: no value given for required property %s", name)
		}
	}
	return nil
}

// eachField walks over the fields of the one object that body must be.
func eachField(body []byte, visit func(name string, value json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	start, err := dec.Token()
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("body is empty")
	case err != nil:
		return errors.New("body is not JSON")
	case start != json.Delim('{'):
		return errors.New("body must be a JSON object")
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return errors.New("body is not JSON")
		}
		name, ok := key.(string)
		if !ok {
			return errors.New("body is not JSON")
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return errors.New("body is not JSON")
		}
		if err := visit(name, value); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return errors.New("body is not JSON")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return nil
}

// field is one JSON field of a struct.
type field struct {
	index []int
	wants string
}

var fieldCache sync.Map // reflect.Type → map[string]field

func fieldsOf(t reflect.Type) map[string]field {
	if cached, ok := fieldCache.Load(t); ok {
		return cached.(map[string]field)
	}
	fields := map[string]field{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" || name == "-" {
			continue
		}
		fields[name] = field{index: f.Index, wants: wants(f.Type)}
	}
	fieldCache.Store(t, fields)
	return fields
}

// wants names a type as a caller knows it.
func wants(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return "an RFC 3339 time"
	case t.Kind() == reflect.String:
		return "a string"
	case slices.Contains([]reflect.Kind{reflect.Int, reflect.Int32, reflect.Int64}, t.Kind()):
		return fmt.Sprintf("an integer of %d bits", t.Bits())
	case t.Kind() == reflect.Float64:
		return "a number"
	}
	return "of another type"
}

func knows(resource any, name string) bool {
	_, ok := fieldsOf(reflect.TypeOf(resource))[name]
	return ok
}
