// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package access decides who may do what on the in-memory platform: bearer
// tokens bound to a user, the permissions they carry, the projects they are
// limited to and the time at which they end.
package access

import "slices"

// Permission is a right on one kind of thing, named as in the MCP specification.
type Permission string

// The permissions.
const (
	SessionsList   Permission = "sessions:list"
	SessionsGet    Permission = "sessions:get"
	SessionsCreate Permission = "sessions:create"
	SessionsPatch  Permission = "sessions:patch"
	SessionsDelete Permission = "sessions:delete"

	AgentsList   Permission = "agents:list"
	AgentsGet    Permission = "agents:get"
	AgentsCreate Permission = "agents:create"
	AgentsPatch  Permission = "agents:patch"
	AgentsDelete Permission = "agents:delete"

	ProjectsList   Permission = "projects:list"
	ProjectsGet    Permission = "projects:get"
	ProjectsCreate Permission = "projects:create"
	ProjectsPatch  Permission = "projects:patch"
	ProjectsDelete Permission = "projects:delete"

	// All grants every permission, and the right to change what others own.
	All Permission = "*"
)

// implies lists what each permission brings along besides itself: who may
// change a thing may read it, because changing one begins with reading it.
var implies = map[Permission][]Permission{
	SessionsPatch: {SessionsGet},
	AgentsPatch:   {AgentsGet},
	ProjectsPatch: {ProjectsGet},
}

// known is every permission in the order of this file.
var known = []Permission{
	SessionsList, SessionsGet, SessionsCreate, SessionsPatch, SessionsDelete,
	AgentsList, AgentsGet, AgentsCreate, AgentsPatch, AgentsDelete,
	ProjectsList, ProjectsGet, ProjectsCreate, ProjectsPatch, ProjectsDelete,
	All,
}

// Permissions returns every permission there is.
func Permissions() []Permission { return slices.Clone(known) }

// Known reports whether p is a permission of the platform.
func Known(p Permission) bool { return slices.Contains(known, p) }

// set is a closed set of permissions: what they imply is in it.
type set map[Permission]bool

func newSet(granted []Permission) set {
	s := make(set, len(granted))
	for _, p := range granted {
		s[p] = true
		for _, also := range implies[p] {
			s[also] = true
		}
	}
	return s
}

func (s set) has(p Permission) bool { return s[All] || s[p] }
