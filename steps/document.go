// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// decode reads exactly one JSON value; numbers keep their digits.
func decode(text string) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return v, nil
}

// object reads exactly one JSON object.
func object(text string) (map[string]any, error) {
	v, err := decode(text)
	if err != nil {
		return nil, err
	}
	o, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("not a JSON object: %s", text)
	}
	return o, nil
}

// encode writes a JSON value as people would.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(b.String())
}

// at follows a path such as "items.0.id" into a JSON value.
func at(v any, path string) (any, bool) {
	for _, step := range strings.Split(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			next, ok := in[step]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(in) {
				return nil, false
			}
			v = in[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// same compares two JSON values wholly and tells how they differ.
func same(expected, got any) error {
	if diff := cmp.Diff(expected, got); diff != "" {
		return fmt.Errorf("expected %s\n     got %s\n(- expected, + got)\n%s", encode(expected), encode(got), diff)
	}
	return nil
}

// sameStrings compares two lists of strings.
func sameStrings(expected, got []string) error {
	if diff := cmp.Diff(expected, got, emptyIsNil); diff != "" {
		return fmt.Errorf("expected %q\n     got %q", expected, got)
	}
	return nil
}

var emptyIsNil = cmp.Transformer("empty", func(s []string) string { return strings.Join(s, "\x00") })

// keysNamed returns the paths of all object keys of that name at every depth,
// also inside of strings that hold JSON themselves.
func keysNamed(name string, v any, path string) []string {
	var found []string
	switch in := v.(type) {
	case map[string]any:
		for key, value := range in {
			if key == name {
				found = append(found, path+"."+key)
			}
			found = append(found, keysNamed(name, value, path+"."+key)...)
		}
	case []any:
		for i, value := range in {
			found = append(found, keysNamed(name, value, path+"."+strconv.Itoa(i))...)
		}
	case string:
		if inner, err := decode(in); err == nil {
			if _, plain := inner.(string); !plain {
				found = append(found, keysNamed(name, inner, path+"(JSON)")...)
			}
		}
	}
	sort.Strings(found)
	return found
}

// cellOf writes a JSON value as a table cell would: a string without its
// quotes, everything else as JSON, and what is absent as "(none)".
func cellOf(v any, present bool) string {
	if !present {
		return "(none)"
	}
	if s, ok := v.(string); ok {
		return s
	}
	return encode(v)
}
