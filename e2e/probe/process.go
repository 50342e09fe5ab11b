// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/hashicorp/yamux"
)

// Process is a process inside the container.
type Process struct {
	c       *Client
	name    string
	id      uint64
	pid     int
	control *yamux.Stream
	stdin   *input
	stdout  *output
	stderr  *output
	// code and err are complete once done is closed.
	done chan struct{}
	code int
	err  error
}

// Start starts a process, which ctx does not end: [Process.Signal],
// [Process.Close] and [Client.Close] do, and the end of the stream to the mux.
func (c *Client) Start(ctx context.Context, cmd Command) (*Process, error) {
	p := &Process{c: c, name: path.Base(cmd.Path), done: make(chan struct{})}
	control, a, err := c.ask(ctx, request{Op: opStart, Command: &cmd})
	if err != nil {
		return nil, fmt.Errorf("start %s in the container: %w", p.name, err)
	}
	p.control, p.id, p.pid = control, a.Process, a.PID
	streams, err := p.attach(ctx)
	if err != nil {
		control.Close() // which ends the process
		return nil, fmt.Errorf("attach to %s in the container: %w", p.name, err)
	}
	p.stdin = &input{p: p, stream: streams[0], out: chunkWriter{w: streams[0]}}
	p.stdout = &output{c: c, in: chunkReader{r: streams[1]}}
	p.stderr = &output{c: c, in: chunkReader{r: streams[2]}}
	c.watches.Go(p.watch)
	return p, nil
}

// attach connects the three streams at once.
func (p *Process) attach(ctx context.Context) (streams [3]*yamux.Stream, err error) {
	defer func() {
		for _, stream := range streams {
			if err != nil && stream != nil {
				stream.Close()
			}
		}
	}()
	for i, name := range []string{streamStdin, streamStdout, streamStderr} {
		if streams[i], err = p.c.send(request{Op: opAttach, Process: p.id, Stream: name}); err != nil {
			return streams, err
		}
	}
	for _, stream := range streams {
		a, err := p.c.await(ctx, stream)
		if err != nil {
			return streams, err
		}
		if a.Error != "" {
			return streams, remoteError(a.Error)
		}
	}
	for _, stream := range streams[1:] {
		stream.Close() // This side writes nothing.
	}
	return streams, nil
}

// watch waits for the end of the process, then for that of its outputs.
func (p *Process) watch() {
	a, err := readAnswer(p.control)
	switch {
	case err == nil && a.Exit != nil:
		p.code = *a.Exit
	case err == nil:
		err = errors.New("the mux told no exit code")
		fallthrough
	default:
		p.code, p.err = -1, fmt.Errorf("await the end of %s: %w", p.name, p.c.lost(noEOF(err)))
	}
	close(p.done)
	p.stdin.stream.Close()
	_, _ = io.Copy(io.Discard, p.control) // until the mux has delivered its outputs
	p.control.Close()
}

// PID is the process's id as the container numbers it.
func (p *Process) PID() int { return p.pid }

// Stdin is the standard input; Close ends it and leaves the process running.
// A Write fails once the process has ended.
func (p *Process) Stdin() io.WriteCloser { return p.stdin }

// Stdout is the standard output, to io.EOF; [ErrLost] when it stops for another reason.
func (p *Process) Stdout() io.Reader { return p.stdout }

// Stderr is the standard error, to io.EOF; [ErrLost] when it stops for another reason.
func (p *Process) Stderr() io.Reader { return p.stderr }

// Wait waits for the end and returns the exit code, -1 when a signal ended the
// process. It may be called often. The outputs may have more to read.
func (p *Process) Wait(ctx context.Context) (int, error) {
	select {
	case <-p.done:
		return p.code, p.err
	default:
	}
	select {
	case <-p.done:
		return p.code, p.err
	case <-ctx.Done():
		return 0, fmt.Errorf("await the end of %s: %w", p.name, ctx.Err())
	}
}

// Signal sends TERM, INT, KILL or HUP. To a process that has ended it sends nothing, which is no error.
func (p *Process) Signal(ctx context.Context, name string) error {
	select {
	case <-p.done:
		if p.err != nil {
			return fmt.Errorf("signal %s: %w", p.name, p.err)
		}
		return nil
	default:
	}
	stream, _, err := p.c.ask(ctx, request{Op: opSignal, Process: p.id, Signal: name})
	if err != nil {
		return fmt.Errorf("signal %s: %w", p.name, err)
	}
	stream.Close()
	return nil
}

// Close kills the process if it runs, with what it has started, and gives up
// what of its outputs was not read.
func (p *Process) Close() error {
	p.control.Close()
	<-p.done
	return nil
}

// input is the writing side of a process's standard input.
type input struct {
	p      *Process
	stream *yamux.Stream
	out    chunkWriter
}

func (i *input) Write(b []byte) (int, error) {
	n, err := i.out.Write(b)
	select {
	case <-i.p.done:
		if i.p.err != nil {
			return n, i.p.err
		}
		return n, fmt.Errorf("write to %s, which has ended: %w", i.p.name, io.ErrClosedPipe)
	default:
		return n, i.p.c.lost(err)
	}
}

func (i *input) Close() error {
	select {
	case <-i.p.done:
		return nil
	default:
	}
	err := i.out.end(nil)
	i.stream.Close()
	return i.p.c.lost(err)
}

// output is the reading side of one of a process's outputs.
type output struct {
	c  *Client
	in chunkReader
}

func (o *output) Read(b []byte) (int, error) {
	n, err := o.in.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = o.c.lost(err)
	}
	return n, err
}
