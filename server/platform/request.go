// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

const (
	jsonType    = "application/json"
	eventStream = "text/event-stream"
)

// url joins the base, the API path and the escaped segments.
func (c *Client) url(r call) string {
	u := *c.base
	u = *u.JoinPath(BasePath)
	raw := u.EscapedPath()
	for _, segment := range r.path {
		raw += "/" + url.PathEscape(segment)
	}
	// Path and RawPath must agree, or the escaped form is dropped.
	if path, err := url.PathUnescape(raw); err == nil {
		u.Path, u.RawPath = path, raw
	}
	u.RawQuery = r.query.Encode()
	return u.String()
}

func bodyReader(body []byte) io.Reader {
	if body == nil {
		return nil
	}
	return bytes.NewReader(body)
}

// get is a call that reads.
func get(operation string, query url.Values, path ...string) call {
	return call{operation: "GET " + operation, method: http.MethodGet, path: path, query: query, accept: jsonType}
}

// send is a call that writes; body nil means none.
func send(method, operation string, body any, path ...string) (call, error) {
	r := call{operation: method + " " + operation, method: method, path: path, accept: jsonType}
	if body == nil {
		return r, nil
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		return r, &MalformedError{Operation: r.operation, Problem: "the request cannot be encoded"}
	}
	r.body = encoded
	return r, nil
}

// Page asks for one page of a list.
type Page struct {
	// Page counts from 1; Size is 1 to 100.
	Page, Size int
	// Search is a search string of the platform, or empty.
	Search string
}

func (p Page) values() url.Values {
	v := url.Values{"page": {strconv.Itoa(p.Page)}, "size": {strconv.Itoa(p.Size)}, "orderBy": {OrderBy}}
	if p.Search != "" {
		v.Set("search", p.Search)
	}
	return v
}
