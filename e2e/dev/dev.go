// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package dev runs the platform and the MCP server on a developer's machine,
// as the released programs, until it is interrupted. On Linux both end with it
// even if it is killed.
package dev

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// Options are what a developer may choose.
type Options struct {
	// Bin is the folder of the programs.
	Bin string
	// APIAddr and MCPAddr are the loopback addresses of the platform and of the server; port 0 picks a free one for the platform.
	APIAddr, MCPAddr string
	// Seed is "demo", "empty" or a file.
	Seed string
	// Stdout gets the URLs, tokens and the client configuration. Stderr gets the logs of both programs, at the same time.
	Stdout, Stderr io.Writer
}

// startTimeout is how long a program may take until it serves.
const startTimeout = 20 * time.Second

// ready is the line that mockplatform prints when it serves.
type ready struct {
	Event  string            `json:"event"`
	APIURL string            `json:"api_url"`
	Tokens map[string]string `json:"tokens"`
}

// Run starts both programs, prints how to reach them, and stops them when ctx
// ends. It returns an error when one of them does not start or ends by itself.
func Run(ctx context.Context, o Options) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	platform := command(o, "mockplatform", "serve", "--addr", o.APIAddr, "--seed", o.Seed)
	stdout, err := platform.StdoutPipe()
	if err != nil {
		return fmt.Errorf("start mockplatform: %w", err)
	}
	stopPlatform, err := start(ctx, cancel, platform)
	if err != nil {
		return err
	}
	defer stopPlatform()
	line, err := readReady(ctx, stdout)
	if err != nil {
		return fmt.Errorf("start mockplatform: %w", err)
	}
	server := command(o, "ambient-mcp")
	server.Env = append(os.Environ(), "AMBIENT_API_URL="+line.APIURL, "AMBIENT_TOKEN=", "MCP_TRANSPORT=sse", "MCP_BIND_ADDR="+o.MCPAddr)
	stopServer, err := start(ctx, cancel, server)
	if err != nil {
		return err
	}
	defer stopServer()
	mcpURL := "http://" + o.MCPAddr
	if err := waitHealthy(ctx, mcpURL+"/healthz"); err != nil {
		return fmt.Errorf("start ambient-mcp: %w", err)
	}
	if err := greet(o.Stdout, o.Bin, line, mcpURL); err != nil {
		return err
	}
	<-ctx.Done()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

func readReady(ctx context.Context, r io.Reader) (ready, error) {
	type result struct {
		line ready
		err  error
	}
	results := make(chan result, 1)
	go func() {
		in := bufio.NewReader(r)
		b, err := in.ReadBytes('\n')
		var line ready
		if err == nil {
			err = json.Unmarshal(b, &line)
		}
		results <- result{line, err}
		_, _ = io.Copy(io.Discard, in)
	}()
	select {
	case got := <-results:
		if got.err != nil {
			return ready{}, fmt.Errorf("it printed no ready line: %w", got.err)
		}
		return got.line, nil
	case <-ctx.Done():
		return ready{}, context.Cause(ctx)
	case <-time.After(startTimeout):
		return ready{}, errors.New("it was not ready in time")
	}
}

func waitHealthy(ctx context.Context, url string) error {
	deadline, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		req, err := http.NewRequestWithContext(deadline, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-deadline.Done():
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fmt.Errorf("%s did not answer in time", url)
		case <-tick.C:
		}
	}
}
