// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package platform is a typed client of the ambient-api-server REST API, as
// far as the tools need it. What the platform answered is kept as it came, so
// that a tool can hand it on; only an agent's prompt is taken out.
package platform

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
)

// BasePath is the path of the REST API below the platform's URL.
const BasePath = "/api/ambient/v1"

// Limits of the client.
const (
	// MaxAnswerBytes bounds a whole answer; a larger one is malformed.
	MaxAnswerBytes = 8 << 20
	// MaxEventBytes bounds one event of a message stream.
	MaxEventBytes = 8 << 20
	// RequestTimeout bounds a request; on a stream it bounds the wait for the headers.
	RequestTimeout = 30 * time.Second
)

// OrderBy is the order asked for in every list.
const OrderBy = "created_at desc, id asc"

// Options configures a client.
type Options struct {
	// BaseURL is the platform's URL without the API path.
	BaseURL string
	// Credential gives the bearer of each call.
	Credential credential.Source
	// Transport carries the requests; nil means a transport of the client's own.
	Transport http.RoundTripper
	// UserAgent is sent with each request when not empty.
	UserAgent string
}

// Client calls the platform. It is safe for concurrent use.
type Client struct {
	base      *url.URL
	cred      credential.Source
	http      *http.Client
	userAgent string
}

// New returns a client. The URL must be absolute; its other rules are the configuration's.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return nil, errors.New("the platform's URL must be an absolute http or https URL")
	}
	if o.Credential == nil {
		o.Credential = credential.Caller{}
	}
	transport := o.Transport
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 32
		transport = t
	}
	return &Client{
		base: base, cred: o.Credential, userAgent: o.UserAgent,
		http: &http.Client{
			Transport: transport,
			// A redirect would carry the bearer to a host nobody configured.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Close releases idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// call is one request. Operation names it in errors without any id.
type call struct {
	operation string
	method    string
	// path are the segments below BasePath, not yet escaped.
	path   []string
	query  url.Values
	body   []byte
	accept string
	// lastEventID is sent on streams when not empty.
	lastEventID string
}

func (c *Client) request(ctx context.Context, r call) (*http.Request, error) {
	token, err := c.cred.Bearer(ctx)
	if err != nil {
		if errors.Is(err, credential.ErrMissing) {
			return nil, &StatusError{Status: http.StatusUnauthorized, Operation: r.operation}
		}
		return nil, &TransportError{Operation: r.operation, err: err}
	}
	req, err := http.NewRequestWithContext(ctx, r.method, c.url(r), bodyReader(r.body))
	if err != nil {
		return nil, &TransportError{Operation: r.operation, err: errors.New("the request could not be built")}
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Accept", r.accept)
	if r.accept == eventStream {
		// A compressed stream would hold events back.
		req.Header.Set("Accept-Encoding", "identity")
		req.Header.Set("Cache-Control", "no-cache")
	}
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.lastEventID != "" {
		req.Header.Set("Last-Event-ID", r.lastEventID)
	}
	if c.userAgent != "" {
		req.Header.Set("User-Agent", c.userAgent)
	}
	return req, nil
}

// do performs a call to its end and returns the body of a 2xx answer.
func (c *Client) do(ctx context.Context, r call) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	req, err := c.request(ctx, r)
	if err != nil {
		return nil, err
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, transportError(r.operation, err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode < 200 || res.StatusCode > 299 {
		_, _ = io.CopyN(io.Discard, res.Body, 64<<10) // So that the connection can be used again.
		return nil, &StatusError{Status: res.StatusCode, Operation: r.operation}
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, MaxAnswerBytes+1))
	switch {
	case err != nil:
		return nil, transportError(r.operation, err)
	case len(body) > MaxAnswerBytes:
		return nil, &MalformedError{Operation: r.operation, Problem: fmt.Sprintf("it is larger than %d bytes", MaxAnswerBytes)}
	}
	return body, nil
}
