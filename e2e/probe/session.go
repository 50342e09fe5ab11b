// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"fmt"
	"io"
	"log/slog"
	"sync"
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

// transport is the stream under a session. It is closed once, as the end of a
// session and its owner may both do it, and an error of writing to it is told
// from one of what is written: the session itself ends only a moment later.
type transport struct {
	io.ReadWriteCloser
	close func() error
}

func newTransport(rw io.ReadWriteCloser) transport { return transport{rw, sync.OnceValue(rw.Close)} }

func (t transport) Close() error { return t.close() }

func (t transport) Write(p []byte) (int, error) {
	n, err := t.ReadWriteCloser.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrLost, err)
	}
	return n, err
}
