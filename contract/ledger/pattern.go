// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package ledger

import (
	"regexp"
	"strings"
)

// The forms of what differs from run to run. The first that matches at a place wins.
var forms = []struct{ name, form string }{
	// What a name has replaced already, so that normalising again changes nothing.
	{"kept", `<(?:id(?:-[0-9]+(?:\.[0-9]+)?)?|token:[^<>]*|platform|server|host|port|time|tenant|version|duration)>`},
	{"time", `\b[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]\b|[+-][0-9]{2}:[0-9]{2}\b)`},
	{"id", `\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b`}, // UUID: agents, sessions over SSE
	{"id", `\b[0-9A-Za-z]{27}\b`},      // KSUID: sessions, messages
	{"id", `\bsub_[0-9A-Za-z_-]{20,}`}, // subscriptions
	{"host", `(?:\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}\b|\[[0-9A-Fa-f]*:[0-9A-Fa-f:]*\]|\blocalhost\b)(?::[0-9]{1,5}\b)?`},
	{"version", `\b(?:v?[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?|go1\.[0-9]+(?:\.[0-9]+)?)\b|\(devel\)`},
	{"duration", `\b(?:[0-9]+(?:\.[0-9]+)?(?:ns|us|µs|ms|s|m|h))+\b`},
}

var (
	form = func() *regexp.Regexp {
		var parts []string
		for _, f := range forms {
			parts = append(parts, "("+f.form+")")
		}
		return regexp.MustCompile(strings.Join(parts, "|"))
	}()
	port     = regexp.MustCompile(`:[0-9]+$`)
	numbered = regexp.MustCompile(`<id-([0-9]{1,9})(?:\.([0-9]{1,9}))?>`)
)

// rename replaces every such value in s; id names an id.
func rename(s string, id func(string) string) string {
	var b strings.Builder
	end := 0
	for _, m := range form.FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(s[end:m[0]])
		end = m[1]
		b.WriteString(named(m, s[m[0]:m[1]], id))
	}
	if end == 0 {
		return s
	}
	return b.String() + s[end:]
}

// named is what stands for a value in its place.
func named(groups []int, value string, id func(string) string) string {
	i := 0
	for groups[2*(i+1)] < 0 {
		i++
	}
	switch name := forms[i].name; name {
	case "kept":
		if strings.HasPrefix(value, "<id") {
			return id(value)
		}
		return value
	case "id":
		return id(value)
	case "host":
		if port.MatchString(value) {
			return "<host>:<port>"
		}
		return "<host>"
	default:
		return "<" + name + ">"
	}
}
