// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/relay"
	"github.com/ambient-code/platform/components/ambient-mcp/program"
)

// between is how long serve lets pass between two questions to what it waits for.
const between = 250 * time.Millisecond

// serving is what serve is asked to be.
type serving struct {
	addr, relays, wait string
	log                *slog.Logger
	between            time.Duration
}

func newServe(e *env) *cobra.Command {
	s := &serving{between: between}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Be the main process of a runner's container, until SIGINT or SIGTERM",
		Long: `Be the main process of a runner's container, until SIGINT or SIGTERM.

It waits until the server beside it is ready, then opens its relays, and answers
GET /readyz (what 'session-probe healthcheck' asks) from then on with 200. Its
log is JSON on stderr.`,
		Example: `  session-probe serve --wait http://127.0.0.1:8090/readyz
  session-probe serve --relay :18090=127.0.0.1:8090,:18000=mockplatform:8000`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := fromEnvironment(cmd, e, &s.addr); err != nil {
				return err
			}
			var routes []relay.Route
			var err error
			if s.relays != "" {
				if routes, err = relay.Parse(s.relays); err != nil {
					return fmt.Errorf("--relay: %w", err)
				}
			}
			if s.wait != "" {
				if err := checkURL(s.wait); err != nil {
					return fmt.Errorf("--wait=%q: %w", s.wait, err)
				}
			}
			s.log = slog.New(slog.NewJSONHandler(e.stderr, nil))
			if os.Getpid() == 1 {
				defer reap()()
			}
			return failed(s.serve(cmd.Context(), routes))
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.relays, "relay", "", "`LISTEN=TARGET[,…]`: carry what connects to LISTEN on to TARGET")
	f.StringVar(&s.wait, "wait", "", "`URL` that must answer 200 before this is ready")
	f.StringVar(&s.addr, "addr", defaultAddr, "`HOST:PORT` for the health check; "+addrVariable+" in the environment")
	return cmd
}

// serve returns nil when ctx has ended it.
func (s *serving) serve(asked context.Context, routes []relay.Route) error {
	ctx, cancel := context.WithCancelCause(asked)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel(nil)
	var ready atomic.Bool
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", s.addr)
	if err != nil {
		return fmt.Errorf("answer health checks: %w", err)
	}
	s.log.Info("started", "health", l.Addr().String())
	running.Go(func() {
		if err := serveHealth(ctx, l, &ready); err != nil {
			cancel(err)
		}
	})
	if s.wait != "" && !s.await(ctx) {
		return ended(asked, ctx)
	}
	for _, route := range routes {
		r, err := relay.Listen(ctx, route.Listen, relay.To(route.Target), s.log.With("target", route.Target))
		if err != nil {
			return fmt.Errorf("relay to %s: %w", route.Target, err)
		}
		defer r.Close()
		s.log.Info("relay", "listen", r.Addr(), "target", route.Target)
	}
	ready.Store(true)
	s.log.Info("ready")
	<-ctx.Done()
	s.log.Info("ended")
	return ended(asked, ctx)
}

// ended is nil when it was asked for, else what ended ctx.
func ended(asked, ctx context.Context) error {
	if asked.Err() == nil {
		return context.Cause(ctx)
	}
	return nil
}

// await returns true once the server that is waited for is ready, false when ctx ended first.
func (s *serving) await(ctx context.Context) bool {
	t := time.NewTicker(s.between)
	defer t.Stop()
	for told := ""; ; {
		err := program.Healthy(ctx, s.wait)
		if err == nil {
			return true
		}
		if text := err.Error(); text != told && ctx.Err() == nil {
			s.log.Info("waiting", "url", s.wait, "error", text)
			told = text
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return false
		}
	}
}

// serveHealth answers /healthz with 200, and /readyz once it is ready, until ctx ends.
func serveHealth(ctx context.Context, l net.Listener, ready *atomic.Bool) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if !ready.Load() {
			http.Error(w, "waiting", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	const patience = 3 * time.Second // with whoever asks slowly, or keeps a connection
	h := &http.Server{Handler: mux, ReadHeaderTimeout: patience, IdleTimeout: patience}
	stop := context.AfterFunc(ctx, func() { h.Close() })
	defer stop()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("answer health checks: %w", err)
	}
	return nil
}
