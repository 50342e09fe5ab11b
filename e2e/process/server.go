// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// pollInterval is how often a server asks for the phase of a watched session,
// unless the scenario says otherwise: the default of 5 s would be waited out.
const pollInterval = "25ms"

// sseServer is a server that speaks SSE.
type sseServer struct {
	*child
	url string
}

// startSSE starts a server and waits until it answers. The port is picked
// before; when somebody else was faster, another one is.
func (t *Target) startSSE(ctx context.Context, given map[string]string) (*sseServer, error) {
	const attempts = 3
	var last error
	for range attempts {
		addr, err := freeAddr()
		if err != nil {
			return nil, err
		}
		env := map[string]string{
			"AMBIENT_API_URL": t.platformURL, "MCP_TRANSPORT": "sse",
			"MCP_BIND_ADDR": addr, "MCP_WATCH_POLL_INTERVAL": pollInterval,
		}
		maps.Copy(env, given)
		_, chosen := given["MCP_BIND_ADDR"]
		if chosen {
			addr = given["MCP_BIND_ADDR"]
		}
		c, err := start(filepath.Join(t.bin, programs.Server), nil, env, t.dir)
		if err != nil {
			return nil, err
		}
		s := &sseServer{child: c, url: "http://" + addr}
		if last = s.await(ctx, t.http); last == nil {
			go drain(c)
			return s, nil
		}
		c.kill()
		last = fmt.Errorf("%s over sse: %w; %s", programs.Server, last, c.stderr.Excerpt())
		if chosen || ctx.Err() != nil {
			break
		}
	}
	return nil, last
}

// await polls until the server answers or ends.
func (s *sseServer) await(ctx context.Context, client *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	pause := time.NewTicker(5 * time.Millisecond)
	defer pause.Stop()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/healthz", nil)
		if err != nil {
			return err
		}
		if resp, err := client.Do(req); err == nil {
			resp.Body.Close()
			return nil
		}
		select {
		case <-pause.C:
		case <-s.done:
			return fmt.Errorf("ended with exit code %d", s.cmd.ProcessState.ExitCode())
		case <-ctx.Done():
			return fmt.Errorf("does not answer: %w", ctx.Err())
		}
	}
}

// drain reads away the output of a server that should write none to it.
func drain(c *child) {
	b := make([]byte, 4<<10)
	for {
		if _, err := c.stdout.Read(b); err != nil {
			return
		}
	}
}

func freeAddr() (string, error) {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("pick a port: %w", err)
	}
	defer l.Close()
	return l.Addr().String(), nil
}
