// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

const (
	// pollInterval is how often a server asks for the phase of a watched session,
	// unless the scenario says otherwise: the default of 5 s would be waited out.
	pollInterval = "25ms"
	// ownPatience bounds how long a server of a scenario's own may take to answer.
	ownPatience = 15 * time.Second
)

// The ports of the session's pod that servers of scenarios' own listen on. They are
// below those that the kernel gives to connections. Other runs may be in the same
// pod, each with a part of the scenarios, so they are picked at random.
const firstPort, ports = 20000, 12000

func someAddr() string {
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(firstPort+rand.IntN(ports)))
}

// ownServer is a server over SSE that one client has for itself. It runs beside
// the shared one in the session's pod and is reached over its loopback interface.
type ownServer struct {
	*child
	url  string
	http *http.Client
}

// startOwn starts a server with these variables and waits until it answers. A
// port that somebody has already is left for another.
func (p *place) startOwn(ctx context.Context, given map[string]string) (*ownServer, error) {
	const attempts = 4
	var last error
	for range attempts {
		addr := someAddr()
		env := map[string]string{
			"AMBIENT_API_URL": p.platformURL(), "MCP_TRANSPORT": "sse",
			"MCP_BIND_ADDR": addr, "MCP_WATCH_POLL_INTERVAL": pollInterval,
		}
		maps.Copy(env, given)
		chosen, hasChosen := given["MCP_BIND_ADDR"]
		if hasChosen {
			addr = chosen
		} else if conn, err := p.sidecar.hand.Dial(ctx, addr); err == nil {
			conn.Close()
			last = fmt.Errorf("port %s of the session's pod is taken", addr)
			continue
		}
		c, err := p.sidecar.start(ctx, programs.Server, nil, env)
		if err != nil {
			return nil, err
		}
		go func() { _, _ = io.Copy(io.Discard, c.Stdout()) }() // it should write none
		s := &ownServer{child: c, url: "http://" + addr}
		s.http = &http.Client{Transport: transport(p.sidecar.to(dialled(addr)))}
		if last = s.await(ctx); last == nil {
			return s, nil
		}
		s.kill()
		last = fmt.Errorf("%s over sse: %w; %s", programs.Server, last, c.stderr.Excerpt())
		if hasChosen || ctx.Err() != nil {
			break
		}
	}
	return nil, last
}

// dialled is where to find what listens on addr in the same pod.
func dialled(addr string) string {
	if host, port, err := net.SplitHostPort(addr); err == nil && host == "" {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return addr
}

// await asks until the server answers or ends, which also ends the asking: who
// has its port may be somebody that never answers.
func (s *ownServer) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, ownPatience, errors.New("it does not answer"))
	defer cancel()
	asking, stop := context.WithCancel(ctx)
	go func() {
		defer stop()
		_, _ = s.Wait(asking)
	}()
	defer stop()
	err := eventually(asking, func() error {
		req, err := http.NewRequestWithContext(asking, http.MethodGet, s.url+"/healthz", nil)
		if err != nil {
			return err
		}
		resp, err := s.http.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
	if ended := s.lives(); ended != nil || err == nil {
		return ended // what has answered is another's then
	}
	return errors.Join(context.Cause(ctx), err)
}

// lives tells an error when the server has ended.
func (s *ownServer) lives() error {
	ended, cancel := context.WithCancel(context.Background())
	cancel() // it is only asked, not awaited
	if code, err := s.Wait(ended); err == nil {
		return fmt.Errorf("ended with exit code %d", code)
	}
	return nil
}

// kill ends the server and drops the connections to it.
func (s *ownServer) kill() {
	s.http.CloseIdleConnections()
	s.child.kill()
}
