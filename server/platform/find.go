// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import "regexp"

// findPages bounds how many pages a look-up by name reads.
const findPages = 1000

// find reads every page and returns what matches, each id once: a page may
// repeat a row when something is created between two reads.
func find[T any](page func(Page) (*List[T], error), match func(*T) (id string, ok bool)) ([]*T, error) {
	var found []*T
	seen := map[string]bool{}
	rows := 0
	for n := 1; n <= findPages; n++ {
		l, err := page(Page{Page: n, Size: 100})
		if err != nil {
			return nil, err
		}
		for _, it := range l.Items {
			if id, ok := match(it); ok && !seen[id] {
				seen[id] = true
				found = append(found, it)
			}
		}
		rows += len(l.Items)
		if rows >= l.Total || len(l.Items) == 0 {
			return found, nil
		}
	}
	return nil, &MalformedError{Operation: "look-up by name", Problem: "its pages do not end"}
}

var (
	uuidForm  = regexp.MustCompile(`^[0-9a-fA-F-]{36}$`)
	ksuidForm = regexp.MustCompile(`^[0-9A-Za-z]{27}$`)
)

// LooksLikeID tells whether ref has the form of a UUID or a KSUID, so that it
// is tried as an id before it is tried as a name.
func LooksLikeID(ref string) bool { return uuidForm.MatchString(ref) || ksuidForm.MatchString(ref) }
