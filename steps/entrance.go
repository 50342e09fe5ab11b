// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// addEntrance registers who may connect, and as whom the platform sees them.
func addEntrance(sc *godog.ScenarioContext) {
	sc.Step(`^"([^"]*)" may do (everything|nothing)$`, func(ctx context.Context, label, what string) error {
		granted := []string{}
		if what == "everything" {
			granted = fullRights
		}
		return From(ctx).limit(label, granted, "")
	})
	sc.Step(`^"([^"]*)" tries to connect without a token$`, func(ctx context.Context, name string) error {
		return From(ctx).tryConnect(ctx, name, false, target.ClientOptions{})
	})
	sc.Step(`^"([^"]*)" tries to connect from the origin "([^"]*)"(?: to a server with ([A-Z_]+)=(\S+))?$`,
		func(ctx context.Context, name, origin, variable, value string) error {
			return From(ctx).tryConnect(ctx, name, true, target.ClientOptions{Origin: origin, Env: setting(variable, value)})
		})
	sc.Step(`^"([^"]*)" connects from the origin "([^"]*)" to a server with ([A-Z_]+)=(\S+)$`,
		func(ctx context.Context, name, origin, variable, value string) error {
			return From(ctx).join(ctx, name, target.ClientOptions{Origin: origin, Env: setting(variable, value)})
		})
	sc.Step(`^it is refused with status (\d+)$`, func(ctx context.Context, status int) error {
		var refused *wire.StatusError
		switch err := From(ctx).refusal; {
		case err == nil:
			return errors.New("it was not refused")
		case !errors.As(err, &refused):
			return fmt.Errorf("expected the status %d, got %w", status, err)
		case refused.Status != status:
			return fmt.Errorf("expected the status %d, got %w", status, refused)
		}
		return nil
	})
	sc.Step(`^"([^"]*)" has connected( without a token)? to a server that has the token of "([^"]*)"$`,
		func(ctx context.Context, name, without, own string) error {
			return From(ctx).connectToOwner(ctx, name, without == "", own)
		})
	sc.Step(`^the platform received no request$`, func(ctx context.Context) error {
		got, err := From(ctx).received(ctx)
		if err == nil && len(got) > 0 {
			err = fmt.Errorf("expected no request, got %s", toldAll(got))
		}
		return err
	})
	sc.Step(`^the platform received 1 request, with the bearer of "([^"]*)"$`, func(ctx context.Context, label string) error {
		got, err := From(ctx).received(ctx)
		if err != nil {
			return err
		}
		if len(got) != 1 || got[0].TokenLabel != label {
			return fmt.Errorf("expected 1 request with the bearer of %q, got %s of %s", label, toldAll(got), bearers(got))
		}
		return nil
	})
}

func bearers(requests []control.Request) string {
	var out []string
	for _, r := range requests {
		out = append(out, r.TokenLabel)
	}
	return strings.Join(out, ", ")
}

func setting(variable, value string) map[string]string {
	if variable == "" {
		return nil
	}
	return map[string]string{variable: value}
}

// tryConnect connects and keeps why that did not work. A client that could connect is kept, too, so that it is released.
func (w *World) tryConnect(ctx context.Context, name string, withToken bool, o target.ClientOptions) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := w.arrange(ctx); err != nil {
		return err
	}
	if withToken {
		token, err := w.token(ctx, name)
		if err != nil {
			return err
		}
		o.Token = token
	}
	conn, err := w.env.Connect(ctx, o)
	w.refusal = err
	w.bookRefusal("client "+name, err)
	if err == nil {
		w.clients = append(w.clients, &client{Client: conn, name: name, label: name})
	}
	return nil
}

// connectToOwner connects to a server of one's own that has the token of somebody else.
func (w *World) connectToOwner(ctx context.Context, name string, withToken bool, owner string) error {
	token, err := w.token(ctx, owner)
	if err != nil {
		return err
	}
	if err := w.tryConnect(ctx, name, withToken, target.ClientOptions{Env: setting("AMBIENT_TOKEN", token)}); err != nil {
		return err
	}
	if w.refusal != nil {
		return fmt.Errorf("connect %q: %w", name, w.refusal)
	}
	c := w.known(name)
	if !withToken {
		c.label = owner
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	m, err := c.Conn().Initialize(ctx, revision)
	if err == nil && m.Error != nil {
		err = m.Error
	}
	return err
}
