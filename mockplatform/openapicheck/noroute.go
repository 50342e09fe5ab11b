// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package openapicheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
)

// checkNoRoute holds the answer to a request that no operation of the document
// takes against what the document says of such requests.
func (x *exchange) checkNoRoute(status int, header http.Header, body []byte) error {
	want := http.StatusNotFound
	if errors.Is(x.routeErr, routers.ErrMethodNotAllowed) {
		want = http.StatusMethodNotAllowed
	}
	// Who asks comes before what is asked for.
	if status != want && status != http.StatusUnauthorized {
		return fmt.Errorf("no operation of the document: answered %d, want %d", status, want)
	}
	if status == http.StatusMethodNotAllowed {
		if err := x.checkAllow(header.Get("Allow")); err != nil {
			return err
		}
	}
	if t, _, _ := mime.ParseMediaType(header.Get("Content-Type")); t != "application/json" {
		return fmt.Errorf("answer %d: Content-Type %q, want application/json", status, header.Get("Content-Type"))
	}
	return x.visit(x.doc.errorBody, body, fmt.Sprintf("answer %d", status))
}

// checkAllow compares an Allow header with the methods that the document has for the path.
func (x *exchange) checkAllow(allow string) error {
	var want []string
	for _, method := range []string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
	} {
		r := &http.Request{Method: method, URL: x.url, Host: "localhost"}
		if _, _, err := x.doc.router.FindRoute(r); err == nil {
			want = append(want, method)
		}
	}
	got := strings.Split(strings.ReplaceAll(allow, " ", ""), ",")
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Errorf("answer 405: Allow is %q, the document has %s", allow, strings.Join(want, ", "))
	}
	return nil
}

// visit holds a JSON text against a schema.
func (x *exchange) visit(schema *openapi3.Schema, text []byte, what string) error {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return fmt.Errorf("%s: the body is not JSON", what)
	}
	if err := schema.VisitJSON(v, openapi3.VisitAsResponse(), openapi3.SetSchemaErrorMessageCustomizer(describe)); err != nil {
		return fmt.Errorf("%s: %w", what, plain(err))
	}
	return nil
}
