// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package probe reaches into a container over the one thing that every runtime
// offers: the standard input and output of a program that is executed there.
// [ServeMux] is that program's side; [Client] is the other. Between them any
// number of processes, connections and looks share the stream.
//
// When the stream ends, for whatever reason, everything that was started
// through it is killed: a harness that dies leaves nothing in the container.
package probe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/yamux"
)

// dialBound bounds a connection attempt for which the client names no bound.
const dialBound = 30 * time.Second

// mux serves one stream.
type mux struct {
	log     *slog.Logger
	spawner *spawner

	mu       sync.Mutex
	last     uint64
	children map[uint64]*child
}

// ServeMux serves a [Client] until the stream or ctx ends, which is no error.
// Then it kills every process that it started, awaits their ends and closes
// rw, whose Close must unblock a Read. Log never holds arguments or environments.
func ServeMux(ctx context.Context, rw io.ReadWriteCloser, log *slog.Logger) error {
	session, err := yamux.Server(newTransport(rw), config(log))
	if err != nil {
		return fmt.Errorf("serve the mux: %w", err)
	}
	m := &mux{log: log, spawner: newSpawner(), children: map[uint64]*child{}}
	defer m.spawner.stop()
	ctx, cancel := context.WithCancel(ctx)
	closed := make(chan struct{})
	go func() {
		<-ctx.Done()
		_ = session.Close() // returns nil
		close(closed)
	}()
	var handlers sync.WaitGroup
	for {
		var stream *yamux.Stream
		if stream, err = session.AcceptStream(); err != nil {
			break
		}
		handlers.Go(func() {
			defer stream.Close()
			m.serve(ctx, stream)
		})
	}
	cancel()
	// With the session every stream has ended, and with its stream every process and connection.
	handlers.Wait()
	<-closed
	for _, end := range []error{io.EOF, io.ErrClosedPipe, os.ErrClosed, syscall.EPIPE, yamux.ErrSessionShutdown} {
		if errors.Is(err, end) {
			return nil
		}
	}
	return fmt.Errorf("serve the mux: %w", err)
}

// serve answers the one request of a stream.
func (m *mux) serve(ctx context.Context, stream *yamux.Stream) {
	frame, err := readFrame(stream)
	if err != nil {
		m.log.Debug("no request", "error", err)
		return
	}
	r, err := decodeRequest(frame)
	if err != nil {
		m.refuse(stream, err)
		return
	}
	switch r.Op {
	case opHello:
		m.reply(stream, answer{})
	case opStart:
		m.start(stream, *r.Command)
	case opAttach:
		m.attach(stream, r)
	case opSignal:
		m.signal(stream, r)
	case opDial:
		m.dial(ctx, stream, r)
	case opLook:
		found, err := Look(ctx, *r.Look)
		if err != nil {
			m.refuse(stream, err)
			return
		}
		m.reply(stream, answer{Container: &found})
	}
}

func (m *mux) reply(stream io.Writer, a answer) {
	if err := writeFrame(stream, a); err != nil {
		m.log.Debug("no answer", "error", err)
	}
}

func (m *mux) refuse(stream io.Writer, err error) {
	m.reply(stream, answer{Error: err.Error()})
}

// dial carries a TCP connection over the stream.
func (m *mux) dial(ctx context.Context, stream *yamux.Stream, r request) {
	d := net.Dialer{Timeout: dialBound}
	if r.Within > 0 {
		d.Timeout = r.Within
	}
	conn, err := d.DialContext(ctx, "tcp", r.Addr)
	if err != nil {
		m.refuse(stream, err)
		return
	}
	defer conn.Close()
	m.reply(stream, answer{})
	tcp := conn.(*net.TCPConn)
	var toClient sync.WaitGroup
	toClient.Go(func() {
		out := &chunkWriter{w: stream}
		_, err := io.Copy(out, tcp)
		_ = out.end(err) // else the client is gone
	})
	in := &chunkReader{r: stream}
	if _, err := io.Copy(tcp, in); err == nil {
		_ = tcp.CloseWrite() // else the connection is gone
		// The client may still listen: its stream ends when it does not.
		_, _ = io.Copy(io.Discard, stream)
	} else if !errors.Is(in.err, io.ErrUnexpectedEOF) {
		// The other side takes nothing more, which the client learns from reading.
		_, _ = io.Copy(io.Discard, stream)
	}
	tcp.Close()
	stream.Close()
	toClient.Wait()
}
