// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package access

import "strings"

// UnknownLabel stands for a credential that no tenant knows.
const UnknownLabel = "unknown"

// Bearer takes the bearer out of an Authorization header. The scheme must be
// written "Bearer", as the platform is strict about its case.
func Bearer(header string) (bearer string, ok bool) {
	bearer, ok = strings.CutPrefix(header, "Bearer ")
	if !ok || bearer == "" || strings.Contains(bearer, " ") {
		return "", false
	}
	return bearer, true
}

// ScrubHeader writes label in the place of the credential of an Authorization
// header and keeps the scheme, so that a wrong scheme can still be seen.
func ScrubHeader(header, label string) string {
	scheme, _, ok := strings.Cut(header, " ")
	if !ok {
		return label
	}
	return scheme + " " + label
}
