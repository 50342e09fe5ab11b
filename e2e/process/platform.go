// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// readyPatience bounds how long a program may take to be ready.
const readyPatience = 15 * time.Second

// startPlatform starts the in-memory platform and returns its address.
func startPlatform(ctx context.Context, bin, dir string) (*child, string, error) {
	c, err := start(filepath.Join(bin, programs.Platform), []string{"serve", "--addr", "127.0.0.1:0", "--seed", "empty"}, nil, dir)
	if err != nil {
		return nil, "", err
	}
	type answer struct {
		url string
		err error
	}
	ready := make(chan answer, 1)
	go func() {
		out := bufio.NewReader(c.stdout)
		url, err := readyLine(out)
		ready <- answer{url, err}
		_, _ = io.Copy(io.Discard, out) // or it would block once the pipe is full
	}()
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	select {
	case a := <-ready:
		if a.err == nil {
			return c, a.url, nil
		}
		err = a.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	c.kill()
	return nil, "", fmt.Errorf("await the ready line of %s: %w; %s", programs.Platform, err, c.stderr.Excerpt())
}

// readyLine reads lines until the one that says where the platform serves.
func readyLine(out *bufio.Reader) (string, error) {
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			return "", err
		}
		var ready struct {
			Event  string `json:"event"`
			APIURL string `json:"api_url"`
		}
		if json.Unmarshal([]byte(line), &ready) == nil && ready.Event == "ready" {
			return strings.TrimSuffix(ready.APIURL, "/"), nil
		}
	}
}
