// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxIDBytes bounds an id or name, in bytes.
const MaxIDBytes = 256

// ID checks an id or a name that goes into a path or a search. The error is
// one line and names the argument.
func ID(argument, value string) error {
	switch {
	case value == "":
		return fmt.Errorf("%s must not be empty", argument)
	case len(value) > MaxIDBytes:
		return fmt.Errorf("%s must not be longer than %d bytes", argument, MaxIDBytes)
	case !utf8.ValidString(value):
		return fmt.Errorf("%s must be valid UTF-8", argument)
	case strings.Contains(value, "/"):
		return fmt.Errorf("%s must not contain '/'", argument)
	case value == ".", value == "..":
		return fmt.Errorf("%s must not be %q", argument, value)
	}
	for _, r := range value {
		if Invisible(r) || r == utf8.RuneError {
			return fmt.Errorf("%s must not contain control or invisible characters", argument)
		}
	}
	return nil
}
