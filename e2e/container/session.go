// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/moby/moby/client"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

// session is a program that runs in a container, and its streams.
type session struct {
	name   string
	stdin  io.WriteCloser
	stderr *tail.Tail
	// done is closed when the program has ended and its output is complete.
	done chan struct{}
	code int
	err  error // why the end is not known
	// drop gives up the connection to the streams.
	drop func() error
	// end gives up everything; done is closed soon after.
	end func()
}

// engaged is a session with a program to whose streams the engine attached conn: its
// output goes to out, which is closed at its end if it can be. The function waits for the exit code.
func engaged(name string, conn client.HijackedResponse, out io.Writer, exit func(context.Context) (int, error)) *session {
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{
		name: name, stdin: halfClosing{conn}, stderr: &tail.Tail{}, done: make(chan struct{}), drop: conn.Conn.Close,
		end: func() {
			cancel()
			conn.Close()
		},
	}
	go func() {
		defer close(s.done)
		read := demultiplex(conn.Reader, out, s.stderr)
		finish(out)
		code, err := exit(ctx)
		s.conclude(code, errors.Join(err, read))
	}()
	return s
}

// muxed is a session with a program that the mux in a container started.
func muxed(p *probe.Process, name string, out io.Writer) *session {
	s := &session{
		name: name, stdin: p.Stdin(), stderr: &tail.Tail{}, done: make(chan struct{}), drop: func() error { return nil },
		end: func() { _ = p.Close() }, // kills it, which never fails
	}
	logged := make(chan error, 1)
	go func() {
		_, err := io.Copy(s.stderr, p.Stderr())
		logged <- err
	}()
	go func() {
		defer close(s.done)
		_, read := io.Copy(lasting{out}, p.Stdout())
		finish(out)
		code, err := p.Wait(context.Background())
		s.conclude(code, errors.Join(err, read, <-logged))
	}()
	return s
}

func (s *session) conclude(code int, err error) {
	if s.code = code; err != nil {
		s.err = fmt.Errorf("await the end of %s: %w", s.name, err)
	}
}

// finish tells who reads an output that there is no more.
func finish(out io.Writer) {
	if c, ok := out.(io.Closer); ok {
		_ = c.Close() // a pipe, whose end never fails
	}
}

// wait waits for the end and returns the exit code.
func (s *session) wait(ctx context.Context) (int, error) {
	select {
	case <-s.done:
		return s.code, s.err
	case <-ctx.Done():
		return 0, fmt.Errorf("await the end of %s: %w", s.name, ctx.Err())
	}
}

// close ends the session, and what the mux has started with it. What the engine has started
// goes on when it does not heed the end of its input.
func (s *session) close() {
	s.end()
	<-s.done
}

// feed gives a program its input. One that does not read it to its end has ended before.
func (s *session) feed(from io.Reader) {
	if from != nil {
		_, _ = io.Copy(s.stdin, from)
	}
	_ = s.stdin.Close()
}

// halfClosing is the standard input over an engine's connection. To close it leaves the output readable.
type halfClosing struct{ conn client.HijackedResponse }

func (h halfClosing) Write(p []byte) (int, error) { return h.conn.Conn.Write(p) }

func (h halfClosing) Close() error { return h.conn.CloseWrite() }

// output is the standard output of a session. To close it drops the connection, as a client does that is gone.
type output struct {
	*io.PipeReader
	s *session
}

func (o output) Close() error { return errors.Join(o.PipeReader.Close(), o.s.drop()) }
