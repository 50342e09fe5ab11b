// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package toolerr

import (
	"fmt"
	"net/http"
	"strings"
)

// Context says what a platform status means for the call at hand.
type Context struct {
	// Thing names what was asked for in a reason, e.g. "session abc123".
	Thing string
	// Action says what was tried, e.g. "patch session abc123"; used for 401, 403 and 5xx.
	Action string
	// Arguments names the arguments whose values the platform was given; a
	// reason of a refused value names them.
	Arguments []string
	// NotFound is the code of a 404; INTERNAL when empty.
	NotFound Code
	// Conflict is the code of a 409; INTERNAL when empty.
	Conflict Code
}

// FromStatus maps a platform status to a tool error. A status that does not
// fit the context is INTERNAL: one code is never given for another.
func FromStatus(status int, c Context) *Error {
	thing, action := c.Thing, c.Action
	if thing == "" {
		thing = "the thing asked for"
	}
	if action == "" {
		action = "call the platform for " + thing
	}
	switch {
	case status == http.StatusUnauthorized:
		return New(Unauthorized, "the platform does not accept the bearer token: it is missing, invalid or expired")
	case status == http.StatusForbidden:
		return New(Forbidden, "the token may not %s", action)
	case status == http.StatusNotFound && c.NotFound != "":
		return New(c.NotFound, "no %s", thing)
	case status == http.StatusConflict && c.Conflict != "":
		return New(c.Conflict, "%s", conflictReason(c.Conflict, thing))
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity:
		return New(InvalidRequest, "the platform refused what was given to %s%s", action, c.named())
	case status == http.StatusRequestEntityTooLarge:
		return New(InvalidRequest, "what was given to %s is larger than the platform takes%s", action, c.named())
	default:
		return New(Internal, "the platform answered %d when asked to %s", status, action)
	}
}

// named lists the arguments, to end a reason with.
func (c Context) named() string {
	switch len(c.Arguments) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(": argument %q", c.Arguments[0])
	default:
		return `: arguments "` + strings.Join(c.Arguments, `", "`) + `"`
	}
}

func conflictReason(code Code, thing string) string {
	switch code {
	case SessionNotRunning:
		return thing + " is not running"
	case AgentNameConflict:
		return thing + " already exists"
	default:
		return thing + " is in conflict with what exists"
	}
}
