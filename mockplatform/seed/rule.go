// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// rule is a charset and how a message calls it.
type rule struct {
	pattern *regexp.Regexp
	words   string
}

var (
	projectName = rule{regexp.MustCompile(`^[a-z][a-z0-9-]{0,61}[a-z0-9]$`), "must be 2 to 63 of a-z, 0-9 and -, begin with a letter and not end with -"}
	agentName   = rule{regexp.MustCompile(`^[A-Za-z0-9_-]{1,255}$`), "must be letters, digits, _ and -"}
	label       = rule{regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`), "must be letters, digits, ., _ and -"}
	bearer      = rule{regexp.MustCompile(`^[A-Za-z0-9._~+/-]+=*$`), "must be what a bearer header can carry: letters, digits and . _ ~ + / -"}
	user        = rule{regexp.MustCompile(`^[^\s\pC]{1,255}$`), "must be a user name without white space"}
	eventType   = rule{regexp.MustCompile(`^[^\s\pC]{1,255}$`), "must be an event type without white space"}
	ksuid       = rule{regexp.MustCompile(`^[0-9A-Za-z]{27}$`), "must be a KSUID: 27 letters and digits"}
	uuid        = rule{regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`), "must be a UUID in lower case"}
	some        = rule{regexp.MustCompile(`(?s)^.+$`), "must not be empty"}
)

// phases and permissions are the words that the platform knows.
var (
	phases      = words(store.Phases())
	permissions = words(access.Permissions())
)

func words[T ~string](in []T) []string {
	out := make([]string, len(in))
	for i, w := range in {
		out[i] = string(w)
	}
	return out
}

// reader collects a document and what its names and ids mean so far.
type reader struct {
	doc   Document
	known Known
	// seen maps what must be unique ("project demo") to the line that took it.
	seen map[string]int
	// count counts what a reference ("agent twin") means.
	count map[string]int
}

// matching reads a string by a rule.
func matching(to *string, r rule) func(value) error {
	return func(v value) error {
		s, err := v.str()
		if err != nil {
			return err
		}
		if !r.pattern.MatchString(s) {
			return v.fail("%q %s", s, r.words)
		}
		*to = s
		return nil
	}
}

// anything reads any string.
func anything(to *string) func(value) error {
	return func(v value) (err error) { *to, err = v.str(); return err }
}

// unique refuses a second thing of the same name.
func (r *reader) unique(v value, what, name string) error {
	if before, taken := r.seen[what+" "+name]; taken {
		return v.fail("%s %q is already on line %d", what, name, before)
	}
	r.seen[what+" "+name] = line(v.node)
	return nil
}

// refers checks that ref means exactly one thing.
func (r *reader) refers(v value, what, ref string, known func(string) int) error {
	n := r.count[what+" "+ref]
	if known != nil {
		n += known(ref)
	}
	switch {
	case n == 0 && what == "session":
		return v.fail("no session %q before this one", ref)
	case n == 0:
		return v.fail("there is no %s %q", what, ref)
	case n > 1:
		return v.fail("%d %ss are called %q; name it by its id", n, what, ref)
	}
	return nil
}

// stored reads labels or annotations: a mapping, stored as JSON text, or a
// string, stored as it is so that a scenario can hold text no client would write.
func stored(to **string, check func(k, val string) string) func(value) error {
	return func(v value) error {
		if s, ok := text(v.node); ok {
			if _, err := v.str(); err != nil {
				return err
			}
			*to = &s
			return nil
		}
		entries, err := v.entries()
		if err != nil {
			return v.fail("must be a mapping of strings, or a string to store as it is, not %s", kind(v.node))
		}
		pairs := make(map[string]string, len(entries))
		for _, e := range entries {
			s, err := e.value.str()
			if err != nil {
				return err
			}
			if _, twice := pairs[e.name]; twice {
				return e.value.fail("given twice")
			}
			if bad := check(e.name, s); bad != "" {
				return &problem{line: e.line, path: v.path, message: bad}
			}
			pairs[e.name] = s
		}
		s := encode(pairs)
		*to = &s
		return nil
	}
}

func labelRule(k, val string) string {
	switch {
	case k == "" || strings.Contains(k, "=") || strings.ContainsFunc(k, unicode.IsSpace):
		return fmt.Sprintf("label key %q must not be empty or hold = or white space", k)
	case val == "":
		return fmt.Sprintf("label %q must have a value", k)
	}
	return ""
}

func annotationRule(k, _ string) string {
	if k == "" {
		return "an annotation key must not be empty"
	}
	return ""
}

// oneOf reads one of these words.
func oneOf(to *string, words []string) func(value) error {
	return func(v value) error {
		s, err := v.str()
		if err != nil {
			return err
		}
		if !slices.Contains(words, s) {
			return v.fail("%q is none of %s", s, strings.Join(words, ", "))
		}
		*to = s
		return nil
	}
}
