// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// addContainer registers looks into the server's container.
func addContainer(sc *godog.ScenarioContext) {
	sc.Step(`^the container of the server is looked into$`, func(ctx context.Context) error { return From(ctx).lookInto(ctx) })
	found := func(pattern string, judge func(c target.Container) error) {
		sc.Step(pattern, func(ctx context.Context) error {
			c, err := From(ctx).looked()
			if err != nil {
				return err
			}
			return judge(c)
		})
	}
	sc.Step(`^its process runs as user (\d+)$`, func(ctx context.Context, uid int) error {
		c, err := From(ctx).looked()
		if err != nil {
			return err
		}
		if c.UID != uid {
			return fmt.Errorf("expected the user %d, got %d", uid, c.UID)
		}
		return nil
	})
	found(`^its process has no capability$`, func(c target.Container) error {
		if c.EffectiveCapabilities == "" || strings.Trim(c.EffectiveCapabilities, "0") != "" {
			return fmt.Errorf("expected no capability, got %q", c.EffectiveCapabilities)
		}
		return nil
	})
	found(`^its process cannot gain privileges$`, func(c target.Container) error {
		if !c.NoNewPrivileges {
			return errors.New("expected a process that cannot gain privileges, the kernel says that it can")
		}
		return nil
	})
	found(`^its process is behind a seccomp filter$`, func(c target.Container) error {
		const filter = 2
		if c.Seccomp != filter {
			return fmt.Errorf("expected the seccomp mode %d, got %d", filter, c.Seccomp)
		}
		return nil
	})
	found(`^its user can write to no directory$`, func(c target.Container) error {
		if len(c.Writable) > 0 {
			return fmt.Errorf("expected none, it can write to %s", strings.Join(c.Writable, ", "))
		}
		return nil
	})
	sc.Step(`^its health check ends with exit code (\d+)$`, func(ctx context.Context, code int) error {
		c, err := From(ctx).looked()
		if err != nil {
			return err
		}
		if c.Health != code {
			return fmt.Errorf("expected the exit code %d, got %d", code, c.Health)
		}
		return nil
	})
	sc.Step(`^it holds no file "([^"]*)"$`, func(ctx context.Context, path string) error {
		c, err := From(ctx).looked()
		if err != nil {
			return err
		}
		if slices.Contains(c.Present, path) {
			return fmt.Errorf("expected no file %s, there is one", path)
		}
		return nil
	})
}

// lookInto looks into the container of the server that all scenarios share.
func (w *World) lookInto(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	env, ok := w.env.(target.Contained)
	if !ok {
		return errors.New("the target says that it has an image and cannot look into its container")
	}
	c, err := env.Container(ctx)
	if err != nil {
		return fmt.Errorf("look into the container: %w", err)
	}
	w.container = &c
	return nil
}

func (w *World) looked() (target.Container, error) {
	if w.container == nil {
		return target.Container{}, errors.New("no container was looked into")
	}
	return *w.container, nil
}
