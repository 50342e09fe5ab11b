// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package openapicheck holds what passes through a platform against the OpenAPI
// document of the REST API, so that neither can drift from the other. It is for
// tests: the programs do not load the document.
package openapicheck

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// FaultHeader marks an answer that a fault made. Such an answer is exempt: it is wrong on purpose.
const FaultHeader = "X-Mockplatform-Fault"

// Wrap returns a handler that serves with next and tells report, once for each,
// what contradicts the document:
//
//   - a request to an unknown path or with another method that is answered neither 404 nor 405 (nor 401),
//   - a request that the document refuses and next accepts,
//   - an answer whose status, Content-Type, headers or body the document does not know,
//   - a frame of an event stream that is not a message, or out of order.
//
// Nothing is held back: requests and answers, streams included, pass as they
// would without it. Answers made by a fault, connections that are aborted or
// hijacked, and everything outside the resources (the control API, the API's
// self-description and the health check) are exempt. Report may be called by
// several goroutines at once.
func Wrap(next http.Handler, report func(error)) http.Handler {
	return &checker{next: next, report: report}
}

type checker struct {
	next   http.Handler
	report func(error)
}

// exempt says which paths are not of the REST resources.
func exempt(path string) bool {
	return strings.HasPrefix(path, "/-/") || path == "/healthcheck" || path == "/api/ambient"
}

// maxBody is the longest request body that is held against the document; what
// is longer is refused for its length.
const maxBody = 1 << 20

func (c *checker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if exempt(r.URL.Path) {
		c.next.ServeHTTP(w, r)
		return
	}
	doc, err := load()
	if err != nil {
		c.report(err)
		c.next.ServeHTTP(w, r)
		return
	}
	x := &exchange{checker: c, doc: doc, method: r.Method, path: r.URL.EscapedPath(), url: r.URL}
	body := x.takeBody(r)
	x.route, x.params, x.routeErr = doc.router.FindRoute(r)
	if x.route != nil {
		x.input = &openapi3filter.RequestValidationInput{
			Request: copyOf(r, body), PathParams: x.params, Route: x.route, Options: doc.options,
		}
		x.requestErr = x.checkRequest(r.URL.Query(), int64(len(body)))
	}
	rec := &recorder{ResponseWriter: w, x: x}
	c.next.ServeHTTP(rec, r)
	rec.finish()
}

// exchange is one request and its answer.
type exchange struct {
	*checker
	doc          *document
	method, path string
	url          *url.URL
	route        *routers.Route
	routeErr     error
	params       map[string]string
	input        *openapi3filter.RequestValidationInput
	// requestErr is why the document refuses the request.
	requestErr error
}

func (x *exchange) fail(format string, args ...any) {
	x.report(fmt.Errorf("%s %s: %w", x.method, x.path, fmt.Errorf(format, args...)))
}

// takeBody reads the body and puts it back.
func (x *exchange) takeBody(r *http.Request) []byte {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	rest := io.Reader(r.Body)
	if err != nil {
		rest = failing{err}
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), rest), r.Body}
	return body
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// copyOf is the request as the document is to see it: its body is JSON whatever its Content-Type says.
func copyOf(r *http.Request, body []byte) *http.Request {
	c := *r
	c.Header = r.Header.Clone()
	c.Header.Set("Content-Type", "application/json")
	c.Body = io.NopCloser(bytes.NewReader(body))
	c.ContentLength = int64(len(body))
	return &c
}

// checkRequest returns why the document refuses the request, nil if it does not.
func (x *exchange) checkRequest(query url.Values, size int64) error {
	for name := range query {
		if !x.doc.knowsQuery(x.route, name) {
			return fmt.Errorf("query parameter %q is unknown", name)
		}
	}
	if size > maxBody {
		return errors.New("the body is larger than 1 MiB")
	}
	return plain(openapi3filter.ValidateRequest(x.input.Request.Context(), x.input))
}

// plain makes one line of a validation error, without the schema that it quotes.
func plain(err error) error {
	if err == nil {
		return nil
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	if len(text) > 400 {
		text = strings.ToValidUTF8(text[:400], "") + "…"
	}
	return errors.New(text)
}
