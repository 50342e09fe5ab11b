// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// addJoin registers clients with servers of their own, and further clients.
func addJoin(sc *godog.ScenarioContext) {
	sc.Step(`^the server is started with ([A-Z_]+=\S+(?:, [A-Z_]+=\S+)*)( and a clock that stands still)?$`, startServer)
	sc.Step(`^the server is started with (a clock that stands still)$`, func(ctx context.Context, clock string) error {
		return startServer(ctx, "", clock)
	})
	sc.Step(`^"([^"]*)" is another client of the caller$`, anotherClient)
}

// startServer connects the caller to a server of its own with these settings.
func startServer(ctx context.Context, settings, clock string) error {
	w := From(ctx)
	o := target.ClientOptions{ControlledClock: clock != ""}
	if settings != "" {
		o.Env = map[string]string{}
		for _, setting := range strings.Split(settings, ", ") {
			name, value, _ := strings.Cut(setting, "=")
			o.Env[name] = value
		}
	}
	return w.join(ctx, defaultClient, o)
}

// anotherClient connects a further client that has the caller's own token.
func anotherClient(ctx context.Context, name string) error {
	w := From(ctx)
	token, err := w.token(ctx, defaultClient)
	if err != nil {
		return err
	}
	if err := w.join(ctx, name, target.ClientOptions{Token: token}); err != nil {
		return err
	}
	w.known(name).label = defaultClient
	return nil
}

// join connects a client and initializes it.
func (w *World) join(ctx context.Context, name string, o target.ClientOptions) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.connect(ctx, name, o)
	if err != nil {
		return err
	}
	m, err := c.Conn().Initialize(ctx, revision)
	if err == nil && m.Error != nil {
		err = m.Error
	}
	if err != nil {
		return fmt.Errorf("initialize client %q: %w", name, err)
	}
	return nil
}
