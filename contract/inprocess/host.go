// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"sync"
	"time"

	"k8s.io/utils/clock"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/server"
)

// host is a server in this process.
type host struct {
	server *server.Server
	log    *buffer
	clock  *clocktesting.FakeClock // nil when the server's time is real
	http   *served                 // over SSE

	// over stdio
	ended chan struct{}
	err   error // why it ended; read after ended
}

// exitConfig is the exit code of the program when its environment is refused.
const exitConfig = 2

// newHost makes a server with the given variables over the target's own. The
// log is returned also with an error, which is why the environment is refused.
func (e *env) newHost(o target.ClientOptions) (*host, error) {
	h := &host{log: &buffer{}, ended: make(chan struct{})}
	given := map[string]string{
		"AMBIENT_API_URL": e.PlatformURL(), "MCP_TRANSPORT": string(e.transport),
		"MCP_LOG_LEVEL": "debug", // no level may say a token
	}
	var ticks clock.WithTicker
	if o.ControlledClock {
		h.clock = clocktesting.NewFakeClock(time.Date(2026, 3, 21, 10, 0, 0, 0, time.UTC))
		ticks = h.clock
	} else {
		given["MCP_WATCH_POLL_INTERVAL"] = pollInterval
	}
	if o.Token != "" && e.transport == target.Stdio {
		given["AMBIENT_TOKEN"] = o.Token
	}
	maps.Copy(given, o.Env)
	config, err := server.ConfigFromEnv(func(name string) (string, bool) { v, ok := given[name]; return v, ok })
	if err != nil {
		h.refuse(err)
		return h, fmt.Errorf("configure server: %w", err)
	}
	h.server, err = server.New(server.Options{
		Config:        config,
		HTTPTransport: e.backend.transport,
		Clock:         ticks,
		Logger:        server.NewLogger(h.log, config.LogLevel, config.Token),
	})
	if err != nil {
		h.refuse(err)
		return h, fmt.Errorf("make server: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hosts = append(e.hosts, h)
	return h, nil
}

// refuse writes what the program writes when its environment is refused.
func (h *host) refuse(err error) { fmt.Fprintln(h.log, "ambient-mcp:", err) }

// serveStdio serves until the input ends.
func (h *host) serveStdio(in *io.PipeReader, out *io.PipeWriter) {
	defer close(h.ended)
	h.err = h.server.ServeStdio(context.Background(), in, out)
	_ = out.Close()
	_ = in.Close()
}

// close ends the server and waits for it.
func (h *host) close(ctx context.Context) error {
	if h.http != nil {
		return errors.Join(h.release(ctx), h.http.close(ctx))
	}
	select {
	case <-h.ended: // its client has hung up
		return h.release(ctx)
	case <-ctx.Done():
		return fmt.Errorf("the server on stdio does not end: %w", ctx.Err())
	}
}

// release lets the server give back what it holds. One that does not is the
// scenario's failure and must not be everybody's.
func (h *host) release(ctx context.Context) error {
	released := make(chan struct{})
	go func() {
		defer close(released)
		h.server.Close()
	}()
	select {
	case <-released:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the server does not release its watches: %w", ctx.Err())
	}
}

// result is how the program would have ended.
func (h *host) result(ctx context.Context) (target.Result, error) {
	select {
	case <-h.ended:
	case <-ctx.Done():
		return target.Result{}, fmt.Errorf("await the end of the server: %w", ctx.Err())
	}
	r := target.Result{Stderr: h.log.String()}
	switch {
	case h.server == nil:
		r.ExitCode = exitConfig
	case h.err != nil && !errors.Is(h.err, context.Canceled):
		r.ExitCode = 1
		r.Stderr += h.err.Error() + "\n"
	}
	return r, nil
}

// buffer is a log that can be read while it is written.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
