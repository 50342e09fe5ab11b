// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// names turns what a scenario calls a thing into the id that the platform gave it.
//
// In texts, tables and JSON, {parent} is the id of the session "parent",
// {agent:planner} that of the agent "planner", {agent:twin/admin} that of the
// one owned by "admin", and {4096×a} is the letter a 4096 times.
type names struct {
	ids map[string]string
}

func newNames() names { return names{ids: map[string]string{}} }

var (
	placeholder = regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9_:/.-]*\}`)
	repeated    = regexp.MustCompile(`\{(\d+)×([^{}"]+)\}`)
)

// set names an id.
func (n names) set(name, id string) { n.ids[name] = id }

// id returns the id with that name.
func (n names) id(name string) (string, error) {
	if id, ok := n.ids[name]; ok {
		return id, nil
	}
	return "", fmt.Errorf("nothing is called %q in this scenario", name)
}

// has tells whether the id is one that the scenario knows.
func (n names) has(id string) bool {
	for _, known := range n.ids {
		if known == id {
			return true
		}
	}
	return false
}

// expand replaces the placeholders in s. One that names nothing is an error,
// so that a misspelt name never becomes an id that nothing has.
func (n names) expand(s string) (string, error) {
	var unknown error
	s = repeated.ReplaceAllStringFunc(s, func(p string) string {
		m := repeated.FindStringSubmatch(p)
		times, err := strconv.Atoi(m[1])
		if err != nil {
			unknown = fmt.Errorf("%s: %w", p, err)
			return p
		}
		return strings.Repeat(m[2], times)
	})
	s = placeholder.ReplaceAllStringFunc(s, func(p string) string {
		id, err := n.id(p[1 : len(p)-1])
		if err != nil {
			unknown = err
			return p
		}
		return id
	})
	return s, unknown
}
