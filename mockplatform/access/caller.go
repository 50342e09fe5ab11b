// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package access

import "slices"

// Caller is who a request speaks for.
type Caller struct {
	// User owns what the caller creates.
	User string

	rights   set
	projects []string
}

// NewCaller makes a caller. Projects limits it to these project ids; nil means every project.
func NewCaller(user string, rights []Permission, projects []string) *Caller {
	return &Caller{User: user, rights: newSet(rights), projects: slices.Clone(projects)}
}

// Developer is everyone on a platform without authentication: full rights everywhere.
func Developer() *Caller { return NewCaller("dev-user", []Permission{All}, nil) }

// May reports whether the caller has p, by itself or by implication.
func (c *Caller) May(p Permission) bool { return c.rights.has(p) }

// MayAll reports whether the caller has every right, also over what others own.
func (c *Caller) MayAll() bool { return c.rights.has(All) }

// Projects returns the project ids that the caller is limited to; nil means every project.
func (c *Caller) Projects() []string { return slices.Clone(c.projects) }

// Reaches reports whether a thing of the project is within the caller's scope.
// A thing of no project (the empty id) is within the scope only of callers without a limit.
func (c *Caller) Reaches(project string) bool {
	return c.projects == nil || slices.Contains(c.projects, project)
}

// OnlyProject returns the project of a caller limited to exactly one, or "".
func (c *Caller) OnlyProject() string {
	if len(c.projects) == 1 {
		return c.projects[0]
	}
	return ""
}
