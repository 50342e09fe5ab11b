// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package rest answers the REST API of the platform: JSON operations and the
// message event stream. An [API] is a table of routes; [Spec] makes the one
// that follows the MCP specification. Another profile is another table.
package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
)

// Base is the path below which the resources live.
const Base = "/api/ambient/v1"

// API is the REST API in one profile.
type API struct {
	profile string
	routes  []route
}

// Spec is the API as the MCP specification describes it.
func Spec() *API { return newAPI("spec", specRoutes) }

// profiles are the APIs that [For] finds by name.
var profiles = map[string]func() *API{"spec": Spec}

// For returns the API of the named profile.
func For(profile string) (*API, bool) {
	make, ok := profiles[profile]
	if !ok {
		return nil, false
	}
	return make(), true
}

// Profiles returns the names that [For] knows, sorted.
func Profiles() []string {
	names := make([]string, 0, len(profiles))
	for name := range profiles {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Profile is the name of the API's profile.
func (a *API) Profile() string { return a.profile }

// Operation is one method on one path of the API.
type Operation struct {
	Method string
	// Path is a whole path in which "{name}" stands for one segment.
	Path string
	// Permission is what a bearer needs; empty where none is asked for.
	Permission access.Permission
}

// Operations lists what the API offers, in the order of its table.
func (a *API) Operations() []Operation {
	out := make([]Operation, 0, len(a.routes))
	for _, r := range a.routes {
		out = append(out, Operation{r.Method, r.Pattern, r.Needs})
	}
	return out
}

// route is a row of an API's table.
type route struct {
	Method  string
	Pattern string
	// Needs is the permission that opens the route.
	Needs access.Permission
	// ByName opens the route too, as long as it is asked for one name only.
	ByName access.Permission
	// Open routes are answered without a bearer.
	Open bool
	// Query names the query parameters that are understood.
	Query []string
	// Serve answers.
	Serve handler

	segments []string
}

func newAPI(profile string, table []route) *API {
	routes := slices.Clone(table)
	for i := range routes {
		routes[i].segments = strings.Split(routes[i].Pattern, "/")
	}
	return &API{profile: profile, routes: routes}
}

// match finds the route of a method and an escaped path. Without one, allow
// lists the methods of the path, empty when the path is no route at all.
// Segments are unescaped exactly once, after the path has been cut, so an
// escaped slash never makes a segment.
func (a *API) match(method, escaped string) (found *route, params map[string]string, allow []string) {
	segments := strings.Split(escaped, "/")
	for i := range a.routes {
		r := &a.routes[i]
		got, ok := r.read(segments)
		switch {
		case !ok:
		case r.Method == method:
			return r, got, nil
		default:
			allow = append(allow, r.Method)
		}
	}
	return nil, nil, allow
}

func (r *route) read(segments []string) (map[string]string, bool) {
	if len(segments) != len(r.segments) {
		return nil, false
	}
	var params map[string]string
	for i, want := range r.segments {
		if !strings.HasPrefix(want, "{") {
			if segments[i] != want {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(segments[i])
		if err != nil || value == "" {
			return nil, false
		}
		if params == nil {
			params = make(map[string]string, 2)
		}
		params[strings.Trim(want, "{}")] = value
	}
	return params, true
}

// Short names for the methods, for the tables.
const (
	get    = http.MethodGet
	post   = http.MethodPost
	patch  = http.MethodPatch
	remove = http.MethodDelete
)
