// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// TextFault is text in a JSON document that does not reach the platform as it
// was written: decoding replaces it, or no platform can store it.
type TextFault struct {
	// Path leads to the string through the keys of objects. When the string is
	// a key itself, it ends with the object that has it.
	Path []string
	// InKey says that the string is a key.
	InKey bool
	// Problem says what is wrong, to follow "holds".
	Problem string
}

// The problems of a [TextFault].
const (
	HalfPair = "half a surrogate pair, which is no character"
	NotUTF8  = "bytes that are not UTF-8"
	NUL      = "a NUL character, which the platform cannot store"
)

// CheckText finds the first fault of a JSON document's strings, or returns nil.
// The document must be valid JSON as encoding/json takes it, which lets all
// three faults pass: it has to be looked at before it is decoded.
func CheckText(document []byte) *TextFault {
	s := textScan{rest: document}
	return s.value(nil)
}

// textScan walks over a valid JSON document.
type textScan struct{ rest []byte }

// next skips white space, commas and colons and returns the byte that follows, 0 at the end.
func (s *textScan) next() byte {
	for len(s.rest) > 0 {
		switch s.rest[0] {
		case ' ', '\t', '\r', '\n', ',', ':':
			s.rest = s.rest[1:]
		default:
			return s.rest[0]
		}
	}
	return 0
}

func (s *textScan) value(path []string) *TextFault {
	switch s.next() {
	case '"':
		if problem := textProblem(s.text()); problem != "" {
			return &TextFault{Path: path, Problem: problem}
		}
	case '{':
		s.rest = s.rest[1:]
		for s.next() == '"' {
			raw := s.text()
			if problem := textProblem(raw); problem != "" {
				return &TextFault{Path: path, InKey: true, Problem: problem}
			}
			var key string
			_ = json.Unmarshal(raw, &key) // A string of a valid document.
			if fault := s.value(append(path[:len(path):len(path)], key)); fault != nil {
				return fault
			}
		}
		s.leave()
	case '[':
		s.rest = s.rest[1:]
		for c := s.next(); c != ']' && c != 0; c = s.next() {
			if fault := s.value(path); fault != nil {
				return fault
			}
		}
		s.leave()
	default:
		for len(s.rest) > 0 && !delimits(s.rest[0]) {
			s.rest = s.rest[1:]
		}
	}
	return nil
}

// leave skips the bracket that ends an object or an array.
func (s *textScan) leave() {
	if len(s.rest) > 0 {
		s.rest = s.rest[1:]
	}
}

// delimits tells what can follow a number, true, false or null.
func delimits(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ':', ']', '}', '"', '{', '[':
		return true
	}
	return false
}

// text takes the string that comes next, with its quotes.
func (s *textScan) text() []byte {
	for i := 1; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '\\':
			i++
		case '"':
			raw := s.rest[:i+1]
			s.rest = s.rest[i+1:]
			return raw
		}
	}
	raw := s.rest
	s.rest = nil
	return raw
}

// textProblem looks at a string as it is written in JSON.
func textProblem(raw []byte) string {
	if !utf8.Valid(raw) {
		return NotUTF8
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		unit, ok := escaped(raw[i:])
		if !ok { // One of the short escapes: two bytes.
			i++
			continue
		}
		switch {
		case unit == 0:
			return NUL
		case utf16.IsSurrogate(unit):
			low, _ := escaped(raw[i+6:])
			if utf16.DecodeRune(unit, low) == utf8.RuneError {
				return HalfPair
			}
			i += 6
		}
		i += 5
	}
	return ""
}

// escaped reads the \uXXXX that raw begins with.
func escaped(raw []byte) (unit rune, ok bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(n), err == nil
}
