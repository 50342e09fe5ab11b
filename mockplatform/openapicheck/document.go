// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package openapicheck

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/ambient-code/platform/components/ambient-mcp/api/openapi"
)

// document is the OpenAPI document, ready to be held against an exchange.
type document struct {
	doc     *openapi3.T
	router  routers.Router
	options *openapi3filter.Options
	// query names the query parameters of each operation.
	query map[*openapi3.Operation]map[string]bool
	// errorBody is the schema of every refusal.
	errorBody *openapi3.Schema
}

// load reads the document of profile spec, once for the process.
var load = sync.OnceValues(func() (*document, error) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Spec)
	if err != nil {
		return nil, fmt.Errorf("load the OpenAPI document: %w", err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		return nil, fmt.Errorf("the OpenAPI document is invalid: %w", err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		return nil, fmt.Errorf("route by the OpenAPI document: %w", err)
	}
	d := &document{doc: doc, router: router, query: map[*openapi3.Operation]map[string]bool{}}
	d.options = &openapi3filter.Options{
		AuthenticationFunc:    openapi3filter.NoopAuthenticationFunc,
		IncludeResponseStatus: true,
		SkipSettingDefaults:   true,
	}
	d.options.WithCustomSchemaErrorFunc(describe)
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			names := map[string]bool{}
			for _, p := range append(append(openapi3.Parameters{}, item.Parameters...), op.Parameters...) {
				if p.Value.In == openapi3.ParameterInQuery {
					names[p.Value.Name] = true
				}
			}
			d.query[op] = names
		}
	}
	ref := doc.Components.Schemas["Error"]
	if ref == nil {
		return nil, fmt.Errorf("the OpenAPI document has no schema Error")
	}
	d.errorBody = ref.Value
	return d, nil
})

func (d *document) knowsQuery(route *routers.Route, name string) bool {
	return d.query[route.Operation][name]
}

// describe says what is wrong and where, without quoting the schema and the value.
func describe(err *openapi3.SchemaError) string {
	return fmt.Sprintf("at %q: %s", "/"+strings.Join(err.JSONPointer(), "/"), err.Reason)
}

// media finds how the operation of the exchange answers this status with this type.
func (x *exchange) media(status int, contentType string) (*openapi3.MediaType, error) {
	ref := x.route.Operation.Responses.Status(status)
	if ref == nil {
		return nil, fmt.Errorf("status %d is not documented", status)
	}
	m := ref.Value.Content[contentType]
	if m == nil {
		return nil, fmt.Errorf("status %d with Content-Type %q is not documented", status, contentType)
	}
	return m, nil
}

// checkAnswer returns how a plain answer contradicts the document.
func (x *exchange) checkAnswer(status int, header http.Header, body []byte) error {
	if x.routeErr != nil {
		return x.checkNoRoute(status, header, body)
	}
	if x.requestErr != nil && status < 400 {
		return fmt.Errorf("answered %d although the document refuses the request: %w", status, x.requestErr)
	}
	if ref := x.route.Operation.Responses.Status(status); ref != nil && len(ref.Value.Content) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("status %d: the document knows no body, got %d bytes", status, len(body))
		}
		return nil
	}
	in := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: x.input, Status: status, Header: header, Options: x.doc.options,
	}
	if err := openapi3filter.ValidateResponse(x.input.Request.Context(), in.SetBodyBytes(body)); err != nil {
		return fmt.Errorf("answer %d: %w", status, plain(err))
	}
	return nil
}
