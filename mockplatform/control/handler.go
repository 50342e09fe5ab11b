// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package control

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// maxBody is the length in bytes of the largest request of the control API: a seed document of many things.
const maxBody = 32 << 20

// NewHandler serves the control API of a backend under [Prefix].
func NewHandler(b Backend) http.Handler {
	mux := http.NewServeMux()
	methods := map[string][]string{}
	for _, e := range endpoints {
		mux.Handle(e.method+" "+e.path, serve(b, e))
		methods[e.path] = append(methods[e.path], e.method)
	}
	for path, allowed := range methods {
		slices.Sort(allowed)
		allow := strings.Join(allowed, ", ")
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", allow)
			refuse(w, http.StatusMethodNotAllowed, fmt.Sprintf("method %s is not allowed on %s", r.Method, r.URL.Path))
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, fmt.Sprintf("no such route: %s", r.URL.Path))
	})
	return mux
}

// Refused answers every request of a control API that is switched off.
func Refused(w http.ResponseWriter, _ *http.Request) {
	refuse(w, http.StatusForbidden, "the control API is switched off on this platform")
}

// RefusedForeign answers a request that did not come from this machine's own programs.
func RefusedForeign(w http.ResponseWriter, _ *http.Request) {
	refuse(w, http.StatusForbidden, "the control API is for programs of this machine: the Host or the Origin is another's")
}

// call is one request of the control API.
type call struct {
	r    *http.Request
	all  Backend
	one  TenantBackend
	body []byte
}

// endpoint is a row of the control API. Serve's body is written as JSON with
// the status; a nil body is no content.
type endpoint struct {
	method, path string
	// query names the query parameters that are understood.
	query []string
	serve func(c *call) (status int, body any, err error)
}

func serve(b Backend, e endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, body, err := answer(&call{r: r, all: b}, e, w)
		if err != nil {
			refuse(w, statusOf(err), err.Error())
			return
		}
		write(w, status, body)
	})
}

func answer(c *call, e endpoint, w http.ResponseWriter) (int, any, error) {
	for name := range c.r.URL.Query() {
		if !slices.Contains(e.query, name) {
			return 0, nil, fmt.Errorf("%w: unknown query parameter %q", ErrInvalid, name)
		}
	}
	var err error
	if name := c.r.PathValue("tenant"); name != "" {
		if c.one, err = c.all.Tenant(name); err != nil {
			return 0, nil, err
		}
	}
	c.body, err = io.ReadAll(http.MaxBytesReader(w, c.r.Body, maxBody))
	if err != nil {
		return 0, nil, fmt.Errorf("%w: body cannot be read: %w", ErrInvalid, err)
	}
	return e.serve(c)
}

// read takes the request body, one JSON value without unknown fields and with nothing after it.
func (c *call) read(into any) error {
	dec := json.NewDecoder(bytes.NewReader(c.body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: body is empty", ErrInvalid)
	} else if err != nil {
		return fmt.Errorf("%w: body: %s", ErrInvalid, strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: something follows the JSON value of the body", ErrInvalid)
	}
	return nil
}

func refuse(w http.ResponseWriter, status int, reason string) {
	write(w, status, map[string]string{"error": reason})
}

func write(w http.ResponseWriter, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	text, err := json.Marshal(body)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"answer has no JSON form"}`)
	}
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // a client that has gone needs no answer
}
