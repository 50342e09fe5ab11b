// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// MaxBody is the length in bytes of the largest request body that is read.
const MaxBody = 1 << 20

// Input is what one request is answered from.
type Input struct {
	// Store is the data of the tenant that the request's bearer selects.
	Store *store.Store
	// Caller is who asks; nil when the request has no valid bearer, and then Refusal says why.
	Caller  *access.Caller
	Refusal string
	// Body is the request body; TooLarge tells that it was longer than MaxBody.
	Body     []byte
	TooLarge bool
	// OperationID names this request in an error body.
	OperationID string

	// Clock paces the pings of event streams, in real time also where the tenant's clock is frozen.
	Clock        clock.WithTicker
	PingInterval time.Duration
	// Done ends event streams when it is done.
	Done context.Context
	// Streaming is called when an event stream begins; what it returns, when it ends. It may be nil.
	Streaming func() (ended func())
}

// handler answers one operation. What it returns is written as JSON with the status.
type handler func(c *call) (status int, body any, err error)

// call is one request being answered.
type call struct {
	Input
	w     http.ResponseWriter
	r     *http.Request
	route *route
	path  map[string]string
	query url.Values
	where search.Expr
}

// written is what a handler returns as status after it has written the answer itself.
const written = 0

// Serve answers r from in.
func (a *API) Serve(w http.ResponseWriter, r *http.Request, in Input) {
	c := &call{Input: in, w: w, r: r}
	status, body, err := a.answer(c)
	if err != nil {
		f := failureOf(err)
		status, body = f.status, f.body(in.OperationID)
	}
	if status != written {
		write(w, status, body)
	}
}

// answer holds the request against the rules that all routes share, in the
// order in which the platform does: who, where, whether, with what.
func (a *API) answer(c *call) (int, any, error) {
	route, params, allow := a.match(c.r.Method, c.r.URL.EscapedPath())
	if c.Caller == nil && (route == nil || !route.Open) {
		c.w.Header().Set("WWW-Authenticate", "Bearer")
		return 0, nil, unauthenticated.because("%s", c.Refusal)
	}
	if route == nil {
		if len(allow) == 0 {
			return 0, nil, notFound.because("The requested resource '%s' doesn't exist", c.r.URL.EscapedPath())
		}
		slices.Sort(allow)
		c.w.Header().Set("Allow", strings.Join(allow, ", "))
		return 0, nil, wrongMethod.because("method %s is not allowed on '%s'", c.r.Method, c.r.URL.EscapedPath())
	}
	c.route, c.path = route, params
	if err := c.readQuery(); err != nil {
		return 0, nil, err
	}
	if err := c.permit(); err != nil {
		return 0, nil, err
	}
	if c.TooLarge {
		return 0, nil, tooLarge.because("request body is larger than %d bytes", MaxBody)
	}
	return route.Serve(c)
}

// permit checks the permission of the route. A search for exactly one name is a
// way to get a thing, so the right to get it is enough.
func (c *call) permit() error {
	r := c.route
	if r.Open || c.Caller.May(r.Needs) {
		return nil
	}
	if r.ByName != "" && c.Caller.May(r.ByName) {
		if _, ok := search.NameEquality(c.where); ok {
			return nil
		}
	}
	return forbidden.because("user %s lacks permission %s", c.Caller.User, r.Needs)
}

// reach refuses a thing of a project outside the caller's scope.
func (c *call) reach(kind, id, project string) error {
	if c.Caller.Reaches(project) {
		return nil
	}
	if project == "" {
		return forbidden.because("%s '%s' belongs to no project, and the token is limited to projects", kind, id)
	}
	return forbidden.because("%s '%s' belongs to project '%s', which is outside the token's projects", kind, id, project)
}

func write(w http.ResponseWriter, status int, body any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return
	}
	text, err := json.Marshal(body)
	if err != nil { // only values of this package come here, and all of them have a JSON form
		panic(err)
	}
	text = append(text, '\n')
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // a client that has gone needs no answer
}
