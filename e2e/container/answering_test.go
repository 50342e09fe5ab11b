// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/moby/moby/api/types/network"
	"github.com/testcontainers/testcontainers-go/wait"
)

// published is a container whose port is published at that one of this machine.
type published struct {
	wait.StrategyTarget
	at string
}

func (p published) MappedPort(context.Context, string) (network.Port, error) {
	return network.ParsePort(p.at + "/tcp")
}

func unready(err error) bool {
	late := (*unreadyError)(nil)
	return errors.As(err, &late)
}

func TestAnswering(t *testing.T) {
	var asked atomic.Int32
	ended := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch n := asked.Add(1); {
		case r.URL.Path == "/never" && n == 3:
			close(ended)
			fallthrough
		case r.URL.Path == "/never" || n < 3:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(srv.Close)
	u, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	port := network.MustParsePort("8090/tcp")
	a := &answering{path: "/healthz", port: port, http: srv.Client(), ended: ended}
	if err := a.WaitUntilReady(soon(t), published{at: u.Port()}); err != nil || asked.Load() != 3 {
		t.Errorf("got %v, asked %d times", err, asked.Load())
	}
	asked.Store(0)
	a.path = "/never"
	if err := a.WaitUntilReady(soon(t), published{at: u.Port()}); !unready(err) || !strings.Contains(err.Error(), "503") {
		t.Errorf("a container that ends: %v", err)
	}
	if err := a.WaitUntilReady(soon(t), published{at: "none"}); !unready(err) {
		t.Errorf("a port that is not published: %v", err)
	}
}
