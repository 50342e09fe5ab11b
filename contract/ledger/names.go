// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package ledger

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Names are the values of one scenario that have a name of their own.
type Names struct {
	// Tokens are the bearers by their label: <token:label>.
	Tokens map[string]string
	// Platform and Server are base URLs: <platform> and <server>, with and without the scheme.
	Platform, Server []string
	// Tenant is the tenant's name: <tenant>.
	Tenant string
}

// literals returns a function that puts names in the place of the values.
func (n Names) literals() func(string) string {
	type pair struct{ value, name string }
	var pairs []pair
	add := func(value, name string) {
		if value != "" {
			pairs = append(pairs, pair{value, name})
		}
	}
	for label, bearer := range n.Tokens {
		add(bearer, "<token:"+angles.ReplaceAllString(label, "_")+">")
	}
	for name, urls := range map[string][]string{"<platform>": n.Platform, "<server>": n.Server} {
		for _, url := range urls {
			url = strings.TrimRight(url, "/")
			add(url, name)
			if _, address, ok := strings.Cut(url, "://"); ok {
				add(address, name)
			}
		}
	}
	// The longest first: one bearer may be the beginning of another.
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(len(b.value), len(a.value)), cmp.Compare(a.value, b.value), cmp.Compare(a.name, b.name))
	})
	var flat []string
	for _, p := range pairs {
		flat = append(flat, p.value, p.name)
	}
	replace := strings.NewReplacer(flat...).Replace
	// A tenant that has an ordinary word for its name would take that word from every text.
	if !strings.ContainsAny(n.Tenant, "0123456789") {
		return replace
	}
	tenant := regexp.MustCompile(`\b` + regexp.QuoteMeta(n.Tenant) + `\b`)
	return func(s string) string { return tenant.ReplaceAllLiteralString(replace(s), "<tenant>") }
}

var angles = regexp.MustCompile(`[<>]`)
