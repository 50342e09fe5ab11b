// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// leastBearer is the length from which on a bearer can be told from other text.
const leastBearer = 8

// bearers are all that the scenarios have used. Steps also bring bearers to
// servers past the target, so they are noted where they are made: in what the
// platform's control API answers.
type bearers struct {
	mu    sync.Mutex
	known map[string]bool
}

func newBearers() *bearers { return &bearers{known: map[string]bool{}} }

func (b *bearers) add(token string) {
	if len(token) < leastBearer {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known[token] = true
}

// hidden stands for a bearer in what is shown.
const hidden = "[bearer]"

// scrub returns what replaces every bearer that is known now.
func (b *bearers) scrub() func(string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var pairs []string
	for token := range b.known {
		pairs = append(pairs, token, hidden)
	}
	return strings.NewReplacer(pairs...).Replace
}

// leaks tells in which line of a log a bearer is, if any. The error holds none.
func (b *bearers) leaks(log string) error {
	scrubbed := b.scrub()(log)
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

// note returns a transport for the control API that notes the bearers of its answers.
func (b *bearers) note(next http.RoundTripper) http.RoundTripper { return &noting{b, next} }

type noting struct {
	seen *bearers
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
		n.seen.add(made.Token)
		for _, token := range made.Tokens {
			n.seen.add(token)
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
