// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/access"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

// operationHeader names the operation of an answer, as an error body does.
const operationHeader = "X-Operation-Id"

// drain is how many bytes of an oversized body are read away, so that a client
// that is still sending gets to the answer.
const drain = 16 << 20

// ServeHTTP answers the REST API and, under [control.Prefix], the control API.
func (p *Platform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.init()
	switch {
	case p.broken != nil:
		http.Error(w, p.broken.Error(), http.StatusInternalServerError)
	case !strings.HasPrefix(r.URL.Path, control.Prefix):
		p.serveREST(w, r)
	case p.ControlDisabled:
		control.Refused(w, r)
	default:
		p.control.ServeHTTP(w, r)
	}
}

// serveREST journals a request, lets a fault have it, or answers it.
func (p *Platform) serveREST(w http.ResponseWriter, r *http.Request) {
	who := p.identify(r)
	t := who.tenant
	t.served.Store(true)
	operation := p.NewID()
	w.Header().Set(operationHeader, operation)

	entry := t.journal.begin(control.Request{
		Method:     r.Method,
		Path:       who.scrub(r.URL.EscapedPath()),
		Query:      who.scrub(r.URL.RawQuery),
		Header:     who.scrubHeader(r.Header),
		TokenLabel: who.label,
	})
	defer entry.finish()
	body, tooLarge := readBody(r)
	entry.setBody(who.scrub(string(body)))
	w = &recorder{ResponseWriter: w, exchange: entry}

	if p.OnRequest != nil {
		p.OnRequest(t.name, r)
	}
	normally := func(w http.ResponseWriter) {
		p.api.Serve(w, r, rest.Input{
			Store: t.store, Caller: who.caller, Refusal: who.refusal,
			Body: body, TooLarge: tooLarge, OperationID: operation,
			Clock: p.Clock, PingInterval: p.PingInterval,
			Done: t.done, Streaming: t.streaming,
		})
	}
	if f, ok := t.faults.take(r.Method, r.URL.EscapedPath()); ok {
		entry.setFault(f.Kind)
		w.Header().Set(faultHeader, string(f.Kind))
		faultKinds[f.Kind].answer(&faulted{
			Fault: f, w: w, r: r, operation: operation, clock: p.Clock, done: t.done, normally: normally,
		})
		return
	}
	normally(w)
}

// streaming counts a message stream while it is open.
func (t *Tenant) streaming() (ended func()) {
	t.streams.Add(1)
	return func() { t.streams.Add(-1) }
}

// readBody reads the body up to the limit and puts what it read back for a hook to see.
func readBody(r *http.Request) (body []byte, tooLarge bool) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, false
	}
	body, _ = io.ReadAll(io.LimitReader(r.Body, rest.MaxBody+1)) // a body cut short is judged as it came
	if tooLarge = len(body) > rest.MaxBody; tooLarge {
		body = body[:rest.MaxBody]
		_, _ = io.CopyN(io.Discard, r.Body, drain)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, tooLarge
}

// identity is what the Authorization header of a request says.
type identity struct {
	tenant *Tenant
	// label stands for the bearer in the journal.
	label string
	// bearer is the bearer as presented.
	bearer string
	// caller is nil when the bearer opens nothing, for the reason refusal.
	caller  *access.Caller
	refusal string
}

// identify finds the tenant and the caller of a request. A bearer that is no
// longer valid still selects its tenant, for the journal.
func (p *Platform) identify(r *http.Request) identity {
	p.mu.RLock()
	defer p.mu.RUnlock()
	who := identity{tenant: p.tenants[DefaultTenant], refusal: "no bearer token in the Authorization header"}
	header := r.Header.Get("Authorization")
	bearer, ok := access.Bearer(header)
	if header != "" {
		who.label = access.UnknownLabel
	}
	var found access.Found
	if ok {
		who.bearer, who.refusal = bearer, "bearer token is not valid"
		found, ok = p.tokens.Lookup(bearer)
	}
	if ok {
		who.label = found.Token.Label
	}
	if p.Auth == AuthOff {
		who.caller = access.Developer()
		return who
	}
	if ok {
		who.tenant = p.tenants[found.Tenant]
		if found.Token.ValidAt(who.tenant.clock.Now()) {
			who.caller = found.Caller
		} else if !found.Token.Revoked {
			who.refusal = fmt.Sprintf("bearer token expired at %s", found.Token.ExpiresAt.Format("2006-01-02T15:04:05Z07:00"))
		}
	}
	return who
}

// scrub replaces bearers in text by their labels.
func (who identity) scrub(text string) string {
	if who.label == access.UnknownLabel && len(who.bearer) >= access.MinScrubbed {
		text = strings.ReplaceAll(text, who.bearer, who.label)
	}
	return who.tenant.tokens.Scrub(who.tenant.name, text)
}

func (who identity) scrubHeader(h http.Header) http.Header {
	out := make(http.Header, len(h))
	for name, values := range h {
		kept := make([]string, len(values))
		for i, v := range values {
			if name == "Authorization" {
				kept[i] = access.ScrubHeader(v, who.label)
			} else {
				kept[i] = who.scrub(v)
			}
		}
		out[name] = kept
	}
	return out
}
