// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// bearers are all that the platform gave out, whoever asked for them: it stands
// between the control API's clients and the platform and reads along.
type bearers struct {
	next http.RoundTripper

	mu    sync.Mutex
	all   []string
	leaks []string
}

// RoundTrip notes the bearer that the platform makes, if it does.
func (b *bearers) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(r)
	making := r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, control.Prefix) && strings.HasSuffix(r.URL.Path, "/tokens")
	if err != nil || !making {
		return resp, err
	}
	text, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("read the answer with a bearer: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(text))
	var made control.TokenSpec
	if json.Unmarshal(text, &made) == nil && made.Token != "" {
		b.mu.Lock()
		b.all = append(b.all, made.Token)
		b.mu.Unlock()
	}
	return resp, nil
}

// search notes the first line of a text that holds a bearer.
func (b *bearers) search(where, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, token := range b.all {
		if at := strings.Index(text, token); at >= 0 {
			line := text[strings.LastIndexByte(text[:at], '\n')+1:]
			line, _, _ = strings.Cut(line, "\n")
			b.leaks = append(b.leaks, where+" holds a bearer: "+wire.Tokens(b.all...)(line))
			return
		}
	}
}

// scrub takes the bearers out of a text.
func (b *bearers) scrub(text string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return wire.Tokens(b.all...)(text)
}

// found is what the searches have found.
func (b *bearers) found() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.leaks)
}
