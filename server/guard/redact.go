// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"net/url"
	"regexp"
	"strings"
)

// Redacted stands where a secret was.
const Redacted = "[redacted]"

var bearer = regexp.MustCompile(`(?i)\b(bearer)(\s+|%20|\+)[A-Za-z0-9._~+/=-]+`)

// Redact removes the given secrets, in any of their usual spellings, and
// everything that looks like a bearer header from text.
func Redact(text string, secrets ...string) string {
	for _, s := range secrets {
		if s == "" {
			continue
		}
		text = strings.ReplaceAll(text, s, Redacted)
		if e := url.QueryEscape(s); e != s {
			text = strings.ReplaceAll(text, e, Redacted)
		}
		if e := url.PathEscape(s); e != s {
			text = strings.ReplaceAll(text, e, Redacted)
		}
	}
	return bearer.ReplaceAllString(text, "$1 "+Redacted)
}
