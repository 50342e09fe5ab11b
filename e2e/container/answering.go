// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/moby/moby/api/types/network"
	"github.com/testcontainers/testcontainers-go/wait"
)

const (
	// readyPatience bounds how long a container may take to answer.
	readyPatience = 20 * time.Second
	// readyPoll is how often it is asked.
	readyPoll = 10 * time.Millisecond
)

// unreadyError is in the chain of an error that is the fault of the image: its
// container was made, and the program in it does not serve.
type unreadyError struct{ why error }

func (e *unreadyError) Error() string { return "it does not get ready: " + e.why.Error() }

func (e *unreadyError) Unwrap() error { return e.why }

// answering waits until a published port answers 200 or the container has ended. The library's own
// strategy asks at the address that it takes for the engine's, which is another one
// where the harness itself runs in a container.
type answering struct {
	path string
	port network.Port
	http *http.Client
	// ended is closed when the container has.
	ended <-chan struct{}
}

var _ wait.Strategy = (*answering)(nil)

// WaitUntilReady polls until it is answered or the context ends.
func (a *answering) WaitUntilReady(ctx context.Context, at wait.StrategyTarget) error {
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	base, err := address(ctx, at, a.port)
	if err != nil { // a container that has ended publishes nothing
		return &unreadyError{err}
	}
	pause := time.NewTicker(readyPoll)
	defer pause.Stop()
	for {
		err := a.ask(ctx, base+a.path)
		if err == nil {
			return nil
		}
		select {
		case <-pause.C:
			continue
		case <-a.ended:
		case <-ctx.Done():
		}
		return &unreadyError{err}
	}
}

func (a *answering) ask(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, resp.Status)
	}
	return nil
}

// address is where a port of a container is published.
func address(ctx context.Context, of interface {
	MappedPort(ctx context.Context, port string) (network.Port, error)
}, port network.Port) (string, error) {
	at, err := of.MappedPort(ctx, port.String())
	if err != nil {
		return "", fmt.Errorf("find the published port: %w", err)
	}
	return "http://127.0.0.1:" + strconv.Itoa(int(at.Num())), nil
}
