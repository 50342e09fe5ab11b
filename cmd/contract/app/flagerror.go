// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"
)

// wanted says what the value of a flag must be, by the flag's type.
var wanted = map[string]string{
	"int":         "a whole number",
	"int64":       "a whole number",
	"bool":        "true or false",
	"duration":    "a duration such as 30s or 2m",
	"stringSlice": "names with commas between them",
}

// flagError says in the words of the command line what the flag package says in those of its parsers.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("--%s %s is out of range", invalid.GetFlag().Name, invalid.GetValue())
	}
	f := invalid.GetFlag()
	want, ok := wanted[f.Value.Type()]
	if !ok {
		return err
	}
	return fmt.Errorf("--%s %q is not %s", f.Name, invalid.GetValue(), want)
}
