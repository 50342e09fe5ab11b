// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

// parseState reads a text of [Platform.DumpState]. It is strict, since what is
// left out of a state would be lost without a word, and its errors are for a
// person: they speak of lines and fields of the text, not of the program.
func parseState(text []byte) (platformState, error) {
	var state platformState
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&state); err != nil {
		return state, told(text, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return state, errors.New("something follows the JSON object")
	}
	if err := complete(text); err != nil {
		return state, err
	}
	if state.Format != stateFormat {
		return state, fmt.Errorf("format %d is not known, only %d is", state.Format, stateFormat)
	}
	return state, nil
}

// complete refuses a state in which something that is always saved is missing or null.
func complete(text []byte) error {
	var whole struct{ Tenants []json.RawMessage }
	err := present(text, "format", "tenants")
	if err == nil {
		err = json.Unmarshal(text, &whole)
	}
	for i := 0; err == nil && i < len(whole.Tenants); i++ {
		var tenant struct{ Data json.RawMessage }
		if err = present(whole.Tenants[i], "name", "tokens", "data"); err == nil {
			err = json.Unmarshal(whole.Tenants[i], &tenant)
		}
		if err == nil {
			err = present(tenant.Data, "projects", "agents", "sessions", "messages", "seq")
		}
		if err != nil {
			err = fmt.Errorf("tenant %d: %w", i+1, err)
		}
	}
	return err
}

func present(object []byte, names ...string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil || fields == nil {
		return errors.New("it is not a JSON object")
	}
	for _, name := range names {
		switch value, ok := fields[name]; {
		case !ok:
			return fmt.Errorf("%q is missing", name)
		case string(value) == "null":
			return fmt.Errorf("%q is null", name)
		}
	}
	return nil
}

// told says why a text could not be decoded.
func told(text []byte, err error) error {
	var (
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
		moment *time.ParseError
	)
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return errors.New("it is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is cut short: the JSON text does not end")
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d is not JSON", line(text, syntax.Offset))
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("line %d: it must be a JSON object, not %s", line(text, kind.Offset), found(kind.Value))
	case errors.As(err, &kind):
		return fmt.Errorf("line %d: %s must be %s, not %s", line(text, kind.Offset), kind.Field, wanted(kind.Type), found(kind.Value))
	case errors.As(err, &moment):
		return fmt.Errorf("%s is not a time such as 2026-01-31T09:00:00Z", moment.Value)
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Errorf("unknown field %s", field)
	}
	return errors.New("it is not a state that a platform saved")
}

// line is the number of the line that an offset is in.
func line(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:max(0, min(int64(len(text)), offset-1))], []byte("\n"))
}

// found names what stands where another kind of JSON value must: "string", or
// "number 7" for a number that does not fit.
func found(value string) string {
	if number, ok := strings.CutPrefix(value, "number "); ok {
		return number
	}
	if value == "array" || value == "object" {
		return "an " + value
	}
	return "a " + value
}

// wanted names the kind of JSON value that a type is read from.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("an integer of %d bits", t.Bits())
	default:
		return "a number"
	}
}
