// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package program

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// healthBound bounds a health check, so that a prober is never kept waiting.
const healthBound = 3 * time.Second

// Healthy asks url and returns nil when it answers 200 itself within 3 s:
// neither a proxy nor a redirect may answer for it.
func Healthy(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, healthBound)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d", url, resp.StatusCode)
	}
	return nil
}
