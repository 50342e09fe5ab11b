// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"sync"

	mcpserver "github.com/mark3labs/mcp-go/server"
)

// errMarker keeps a marker off the wire: the transport leaves out a
// notification that cannot be encoded.
var errMarker = errors.New("a marker is not sent")

// marker is the content of a notification that tells when the transport takes
// it from the queue.
type marker struct {
	taken chan struct{}
	once  sync.Once
}

// MarshalJSON reports that everything queued before the marker is on its way.
func (m *marker) MarshalJSON() ([]byte, error) {
	m.once.Do(func() { close(m.taken) })
	return nil, errMarker
}

// flush waits until the transport has taken every notification queued before.
// Without it an answer overtakes up to a whole queue of them: the SDK sends
// answers past that queue.
func flush(ctx context.Context, client mcpserver.ClientSession, session *session) error {
	m := &marker{taken: make(chan struct{})}
	if err := notify(ctx, client, session, "notifications/progress", map[string]any{"marker": m}); err != nil {
		return err
	}
	select {
	case <-m.taken:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-session.ctx.Done():
		return session.ctx.Err()
	}
}
