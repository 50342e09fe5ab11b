// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// defaultClient is the client of "the caller"; its token has the same label.
const defaultClient = "editor"

// revision is the protocol revision that a client asks for unless the scenario says otherwise.
const revision = "2024-11-05"

// client is one MCP client of the scenario.
type client struct {
	target.Client
	// name is what the scenario calls it, label that of its token.
	name, label string
	// controlled says that only the scenario moves the clock of its server.
	controlled bool
	// hostile clients send what JSON-RPC does not allow and may be answered in kind.
	hostile bool
}

// client returns the named client. A client that does not exist yet is
// connected with the token of the same label and initialized.
func (w *World) client(ctx context.Context, name string) (*client, error) {
	if c := w.known(name); c != nil {
		return c, nil
	}
	c, err := w.connect(ctx, name, target.ClientOptions{})
	if err != nil {
		return nil, err
	}
	m, err := c.Conn().Initialize(ctx, revision)
	if err != nil {
		return nil, fmt.Errorf("initialize client %q: %w", name, err)
	}
	if m.Error != nil {
		return nil, fmt.Errorf("initialize client %q: %w", name, m.Error)
	}
	return c, nil
}

// connect connects a client that has not sent anything yet, under that name.
// Without a token in the options it gets the one labelled with its name.
func (w *World) connect(ctx context.Context, name string, o target.ClientOptions) (*client, error) {
	if w.known(name) != nil {
		return nil, fmt.Errorf("client %q is connected already", name)
	}
	if err := w.arrange(ctx); err != nil {
		return nil, err
	}
	if o.Token == "" {
		token, err := w.token(ctx, name)
		if err != nil {
			return nil, err
		}
		o.Token = token
	}
	conn, err := w.env.Connect(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("connect client %q: %w", name, err)
	}
	c := &client{Client: conn, name: name, label: name, controlled: o.ControlledClock}
	w.clients = append(w.clients, c)
	return c, nil
}

// known returns the connected client of that name, or nil.
func (w *World) known(name string) *client {
	for _, c := range w.clients {
		if c.name == name {
			return c
		}
	}
	return nil
}
