// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

const (
	// headerTimeout is how long a client may take to send its headers. Bodies and streams take their time.
	headerTimeout = 10 * time.Second
	// shutdownTimeout is how long requests that are being served may take to end.
	shutdownTimeout = 5 * time.Second
)

// ready is the line on stdout that says that the platform serves.
type ready struct {
	Event      string            `json:"event"`
	APIURL     string            `json:"api_url"`
	ControlURL string            `json:"control_url,omitempty"`
	Tokens     map[string]string `json:"tokens"`
}

// serve serves p until ctx ends, and saves its state when k is not nil.
func (o *options) serve(ctx context.Context, e *env, p *mockplatform.Platform, k *keeper) error {
	log := slog.New(slog.NewJSONHandler(e.stderr, nil))
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.addr)
	if err != nil {
		return fail(ExitFailed, "cannot serve: %w", err)
	}
	loopback := isLoopback(listener.Addr())
	p.ControlDisabled = !loopback && !o.control
	line := ready{Event: "ready", APIURL: origin(listener.Addr()), Tokens: p.Default().Tokens()}
	if !p.ControlDisabled {
		line.ControlURL = line.APIURL + control.Prefix
	}

	var handler http.Handler = p
	if !o.control {
		handler = thisMachineOnly(p)
	}
	srv := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(listener) }()
	from, what := "seed", o.seed
	if k != nil && k.loaded {
		from, what = "loaded", k.path
	}
	log.Info("serving", "addr", listener.Addr().String(), from, what, "profile", o.profile, "auth", o.auth,
		"control", !p.ControlDisabled, "state", o.state)
	if !loopback && o.auth == mockplatform.AuthOff {
		log.Warn("everyone who reaches this address has every right", "addr", listener.Addr().String())
	}
	err = announce(e.stdout, line)
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-served:
		}
	}

	stop(srv, p, log)
	if k != nil {
		if e := k.save(); e != nil {
			return fail(ExitFailed, "%w", errors.Join(err, e))
		}
	}
	if err != nil {
		return fail(ExitFailed, "cannot serve: %w", err)
	}
	log.Info("stopped")
	return nil
}

// stop ends the streams, lets other requests finish, and cuts those that do not.
func stop(srv *http.Server, p *mockplatform.Platform, log *slog.Logger) {
	p.Close()
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := srv.Shutdown(ctx); err != nil {
		log.Warn("requests were cut", "error", err.Error())
		_ = srv.Close() // its listener is closed, and its connections are cut whatever it says
	}
}

func announce(w io.Writer, line ready) error {
	text, err := json.Marshal(line)
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("say that it serves: %w", err)
	}
	return nil
}

func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// origin is the URL under which this machine reaches a listener's address.
func origin(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "http://" + addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
