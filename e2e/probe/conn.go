// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/yamux"
)

// Dial connects to addr ("host:port" over TCP) from inside the container. The
// connection also has CloseWrite, which ends the writing direction only.
func (c *Client) Dial(ctx context.Context, addr string) (net.Conn, error) {
	r := request{Op: opDial, Addr: addr}
	if deadline, ok := ctx.Deadline(); ok {
		r.Within = max(time.Until(deadline), time.Millisecond)
	}
	stream, _, err := c.ask(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("dial %s from the container: %w", addr, err)
	}
	return &conn{c: c, stream: stream, addr: address(addr), in: chunkReader{r: stream}, out: chunkWriter{w: stream}}, nil
}

// conn is a TCP connection of the container.
type conn struct {
	c      *Client
	stream *yamux.Stream
	addr   address
	out    chunkWriter

	reading sync.Mutex
	in      chunkReader
	closed  atomic.Bool
}

func (c *conn) Read(b []byte) (int, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	n, err := c.in.Read(b)
	return n, c.told("read", err)
}

func (c *conn) Write(b []byte) (int, error) {
	n, err := c.out.Write(b)
	return n, c.told("write", err)
}

// CloseWrite tells the other side that nothing more comes.
func (c *conn) CloseWrite() error { return c.told("close", c.out.end(nil)) }

// Close drops both directions; a Read or Write that waits fails.
func (c *conn) Close() error {
	if !c.closed.Swap(true) {
		c.stream.Close() // which wakes a Write
		_ = c.stream.SetReadDeadline(time.Unix(1, 0))
	}
	return nil
}

// told is the error in the words of package net.
func (c *conn) told(op string, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	if c.closed.Load() {
		err = net.ErrClosed
	} else {
		err = c.c.lost(err)
	}
	return &net.OpError{Op: op, Net: "tcp", Addr: c.addr, Err: err}
}

func (c *conn) LocalAddr() net.Addr                { return address("container") }
func (c *conn) RemoteAddr() net.Addr               { return c.addr }
func (c *conn) SetDeadline(t time.Time) error      { return c.stream.SetDeadline(t) }
func (c *conn) SetReadDeadline(t time.Time) error  { return c.stream.SetReadDeadline(t) }
func (c *conn) SetWriteDeadline(t time.Time) error { return c.stream.SetWriteDeadline(t) }

// address is what was dialled.
type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }
