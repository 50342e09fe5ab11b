// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// hosts are what a scenario puts beside the platform, and a client that does not behave.
type hosts struct {
	redirecting, other atomic.Int64
	reading            *subscription
}

func addHosts(sc *godog.ScenarioContext) {
	sc.Step(`^the server is started with a platform that redirects every request to another host$`, func(ctx context.Context) error {
		return From(ctx).startRedirected(ctx)
	})
	sc.Step(`^the platform that redirects has received (\d+) requests?$`, func(ctx context.Context, n int64) error {
		if got := From(ctx).hosts.redirecting.Load(); got != n {
			return fmt.Errorf("expected %d requests, got %d", n, got)
		}
		return nil
	})
	sc.Step(`^the other host has received nothing$`, func(ctx context.Context) error {
		if got := From(ctx).hosts.other.Load(); got != 0 {
			return fmt.Errorf("expected no request, got %d", got)
		}
		return nil
	})
	sc.Step(`^a client that watches "([^"]*)" and never reads$`, func(ctx context.Context, session string) error {
		return From(ctx).watchWithoutReading(ctx, session)
	})
	sc.Step(`^a client that watches "([^"]*)" and reads$`, func(ctx context.Context, session string) error {
		return From(ctx).watchAndRead(ctx, session)
	})
	sc.Step(`^the client that reads is notified of all (\d+)$`, func(ctx context.Context, n int) error {
		w := From(ctx)
		return w.bringsAll(ctx, w.hosts.reading, n, "", false)
	})
}

// startRedirected starts the caller's server with a platform that answers nothing itself.
func (w *World) startRedirected(ctx context.Context) error {
	other := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		w.hosts.other.Add(1)
		rw.Header().Set("Content-Type", "application/json")
		_, _ = rw.Write([]byte(`{"kind": "ProjectList", "page": 1, "size": 20, "total": 0, "items": []}`))
	}))
	redirecting := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.hosts.redirecting.Add(1)
		http.Redirect(rw, r, other.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
	}))
	w.releases = append(w.releases, redirecting.Close, other.Close)
	return w.join(ctx, defaultClient, target.ClientOptions{Env: map[string]string{"AMBIENT_API_URL": redirecting.URL}})
}

// watchAndRead watches over a session of its own at the server that serves everybody.
func (w *World) watchAndRead(ctx context.Context, session string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	conn, _, err := w.openAs(ctx, "reader")
	if err != nil {
		return err
	}
	id, err := w.names.id(session)
	if err != nil {
		return err
	}
	if _, err := conn.Initialize(ctx, revision); err != nil {
		return err
	}
	m, err := conn.CallTool(ctx, "watch_session_messages", map[string]any{"session_id": id})
	if err != nil {
		return err
	}
	c := &client{Client: reader{conn: conn}, name: "reader", label: "reader"}
	w.hosts.reading, err = w.subscription("reader", m, c)
	return err
}

// reader is a client of which only the connection is there.
type reader struct {
	target.Client
	conn *wire.Conn
}

func (r reader) Conn() *wire.Conn { return r.conn }

// watchWithoutReading watches with a connection from which nothing is read once the watch is asked for.
func (w *World) watchWithoutReading(ctx context.Context, session string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := w.arrange(ctx); err != nil {
		return err
	}
	base, err := w.env.ServerURL(ctx)
	if err != nil {
		return err
	}
	token, err := w.token(ctx, "sleeper")
	if err != nil {
		return err
	}
	id, err := w.names.id(session)
	if err != nil {
		return err
	}
	live, end := context.WithCancel(context.WithoutCancel(ctx))
	w.releases = append(w.releases, end)
	resp, err := w.sleeper(live, http.MethodGet, base+"/sse", token, nil) //nolint:bodyclose // closed by the release below
	if err != nil {
		return err
	}
	w.releases = append(w.releases, func() { resp.Body.Close() })
	// A small buffer, filled by the first read only: what follows stays in the connection.
	lines := bufio.NewReaderSize(resp.Body, 512)
	var endpoint string
	for endpoint == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			return fmt.Errorf("await endpoint event: %w", err)
		}
		endpoint, _ = strings.CutPrefix(strings.TrimSpace(line), "data: ")
		if !strings.HasPrefix(endpoint, "/") {
			endpoint = ""
		}
	}
	initialize := map[string]any{"protocolVersion": revision, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "sleeper", "version": "1"}}
	watch := map[string]any{"name": "watch_session_messages", "arguments": map[string]any{"session_id": id}}
	for i, m := range []map[string]any{
		{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize},
		{"jsonrpc": "2.0", "method": "notifications/initialized"},
		{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": watch},
	} {
		text, err := json.Marshal(m)
		if err != nil {
			return err
		}
		posted, err := w.sleeper(ctx, http.MethodPost, base+endpoint, token, strings.NewReader(string(text)))
		if err != nil {
			return err
		}
		posted.Body.Close()
		if posted.StatusCode/100 != 2 {
			return fmt.Errorf("message %d was answered %d", i+1, posted.StatusCode)
		}
	}
	return w.servesStreams(ctx, 1)
}

func (w *World) sleeper(ctx context.Context, method, to, token string, body *strings.Reader) (*http.Response, error) {
	if body == nil {
		body = strings.NewReader("")
	}
	req, err := http.NewRequestWithContext(ctx, method, to, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := plainHTTP.Do(req)
	if err == nil && method == http.MethodGet && resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		err = errors.New(resp.Status)
	}
	return resp, err
}
