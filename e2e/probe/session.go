// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/hashicorp/yamux"
)

// Bounds of a session. They are for connections that hang without an end;
// a slow cluster keeps well within them.
const (
	keepAlive  = 15 * time.Second
	writeBound = time.Minute
	openBound  = time.Minute
	// backlog holds a burst of 64 processes with four streams each.
	backlog = 1024
)

func config(log *slog.Logger) *yamux.Config {
	c := yamux.DefaultConfig()
	c.AcceptBacklog = backlog
	c.KeepAliveInterval = keepAlive
	c.ConnectionWriteTimeout = writeBound
	c.StreamOpenTimeout = openBound
	// A process may read to the end of its input and then work for hours.
	c.StreamCloseTimeout = 0
	c.LogOutput = nil
	c.Logger = yamuxLog{log}
	return c
}

// yamuxLog has the words of yamux among ours. It names streams and lengths, never what is in them.
type yamuxLog struct{ log *slog.Logger }

func (l yamuxLog) Printf(format string, v ...any) {
	l.log.Debug("multiplexer", "text", fmt.Sprintf(format, v...))
}
func (l yamuxLog) Print(v ...any)   { l.log.Debug("multiplexer", "text", fmt.Sprint(v...)) }
func (l yamuxLog) Println(v ...any) { l.log.Debug("multiplexer", "text", fmt.Sprint(v...)) }

// once closes what it wraps once, as the end of a session and its owner may both do it.
type once struct {
	io.ReadWriteCloser
	close func() error
}

func (o once) Close() error { return o.close() }
