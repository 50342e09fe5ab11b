// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package bearers knows every bearer that a run has used, so that none is shown
// and one in a log of a server is found.
package bearers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// least is the length from which on a bearer can be told from other text.
const least = 8

// Hidden stands for a bearer in what is shown.
const Hidden = "[bearer]"

// Set are the bearers that were used. Steps also bring bearers to servers past
// the target, so they are noted where they are made: in what the platform's
// control API answers ([Set.Note]). The zero value is empty, and its methods may
// be called concurrently.
type Set struct {
	mu    sync.Mutex
	known map[string]bool
}

// Add adds a bearer. One that is too short to be told from other text is left out.
func (b *Set) Add(token string) {
	if len(token) < least {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known == nil {
		b.known = map[string]bool{}
	}
	b.known[token] = true
}

// Scrub takes every bearer that is known now out of a text.
func (b *Set) Scrub(text string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var pairs []string
	for token := range b.known {
		pairs = append(pairs, token, Hidden)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Leak tells in which line of a log a bearer is, if any. The error holds none.
func (b *Set) Leak(log string) error {
	scrubbed := b.Scrub(log)
	if scrubbed == log {
		return nil
	}
	lines := strings.Split(log, "\n")
	for i, line := range strings.Split(scrubbed, "\n") {
		if line != lines[i] {
			const most = 400
			return fmt.Errorf("line %d holds a bearer: %.*s", i+1, most, line)
		}
	}
	return nil
}

// Note returns a transport for the control API that notes the bearers of its answers.
func (b *Set) Note(next http.RoundTripper) http.RoundTripper { return &noting{b, next} }

type noting struct {
	seen *Set
	next http.RoundTripper
}

// maxNoted bounds an answer that holds a bearer, in bytes.
const maxNoted = 1 << 20

// RoundTrip looks at the answers to requests that make tenants and tokens.
func (n *noting) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := n.next.RoundTrip(r)
	path := r.URL.Path
	makes := strings.HasSuffix(path, "/tokens") || strings.HasSuffix(path, "/tenants")
	if err != nil || r.Method != http.MethodPost || !makes {
		return resp, err
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxNoted))
	resp.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("read answer: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(text))
	var made struct {
		Token  string            `json:"token"`
		Tokens map[string]string `json:"tokens"`
	}
	if json.Unmarshal(text, &made) == nil { // else it is an error's text
		n.seen.Add(made.Token)
		for _, token := range made.Tokens {
			n.seen.Add(token)
		}
	}
	return resp, nil
}

// CloseIdleConnections is for [http.Client.CloseIdleConnections].
func (n *noting) CloseIdleConnections() {
	if c, ok := n.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
