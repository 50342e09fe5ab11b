// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/hashicorp/yamux"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// ErrLost is in the chain of an error when the stream to the mux has ended:
// the container, its runtime or the way there is gone, not what was asked for.
var ErrLost = errors.New("the connection to the container is lost")

// Client is the side of the harness. Its methods may be called from many goroutines.
type Client struct {
	session *yamux.Session
	// cause is why the session ended; complete once ended is closed.
	cause   error
	ended   chan struct{}
	watches sync.WaitGroup
}

// NewClient greets the mux at the other end of rw and returns once it has
// answered, for which it has a minute. Close of rw must unblock a Read of it.
// The client owns rw from here on, also when there is an error.
func NewClient(rw io.ReadWriteCloser) (*Client, error) {
	session, err := yamux.Client(newTransport(rw), config(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, fmt.Errorf("greet the mux: %w", err)
	}
	c := &Client{session: session, ended: make(chan struct{})}
	go c.refuseStreams()
	ctx, cancel := context.WithTimeout(context.Background(), openBound)
	defer cancel()
	stream, _, err := c.ask(ctx, request{Op: opHello})
	if err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("greet the mux: %w", err)
	}
	stream.Close()
	return c, nil
}

// refuseStreams closes what the other side opens, which a mux never does, and keeps why the session ended.
func (c *Client) refuseStreams() {
	defer close(c.ended)
	for {
		stream, err := c.session.AcceptStream()
		switch {
		case err == nil:
			stream.Close()
		case c.session.IsClosed():
			c.cause = err
			return
		}
	}
}

// Done is closed when the stream to the mux has ended.
func (c *Client) Done() <-chan struct{} { return c.session.CloseChan() }

// Close ends the stream. The mux kills what runs; every process and connection of this client fails.
func (c *Client) Close() error {
	_ = c.session.Close() // returns nil
	<-c.ended
	c.watches.Wait()
	return nil
}

// lost tells an error of the session from one of the thing that was asked for.
func (c *Client) lost(err error) error {
	if err == nil || errors.Is(err, ErrLost) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	select {
	case <-c.session.CloseChan():
		<-c.ended
		if errors.Is(c.cause, ErrLost) {
			return c.cause
		}
		if errors.Is(c.cause, io.EOF) || errors.Is(c.cause, yamux.ErrSessionShutdown) {
			return ErrLost
		}
		return fmt.Errorf("%w: %w", ErrLost, c.cause)
	default:
		return err
	}
}

// send opens a stream and sends the request. The caller closes the stream.
func (c *Client) send(r request) (*yamux.Stream, error) {
	stream, err := c.session.OpenStream()
	if err != nil {
		return nil, c.lost(err)
	}
	if err := writeFrame(stream, r); err != nil {
		stream.Close()
		return nil, c.lost(err)
	}
	return stream, nil
}

// await reads the answer, for as long as ctx lasts.
func (c *Client) await(ctx context.Context, stream *yamux.Stream) (answer, error) {
	stop := context.AfterFunc(ctx, func() { _ = stream.SetReadDeadline(time.Unix(1, 0)) })
	a, err := readAnswer(stream)
	if !stop() { // It ended meanwhile, whatever came of it.
		return answer{}, ctx.Err()
	}
	if err != nil {
		return answer{}, c.lost(noEOF(err))
	}
	return a, nil
}

func readAnswer(stream io.Reader) (answer, error) {
	frame, err := readFrame(stream)
	if err != nil {
		return answer{}, err
	}
	var a answer
	return a, decode(frame, &a)
}

// ask sends the request and returns its stream with the answer. When there is an error, also one of the mux, the stream is closed.
func (c *Client) ask(ctx context.Context, r request) (*yamux.Stream, answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, answer{}, err
	}
	stream, err := c.send(r)
	if err != nil {
		return nil, answer{}, err
	}
	a, err := c.await(ctx, stream)
	if err == nil && a.Error != "" {
		err = remoteError(a.Error)
	}
	if err != nil {
		stream.Close()
		return nil, answer{}, err
	}
	return stream, a, nil
}

// Look looks into the container from within.
func (c *Client) Look(ctx context.Context, o LookOptions) (target.Container, error) {
	stream, a, err := c.ask(ctx, request{Op: opLook, Look: &o})
	if err != nil {
		return target.Container{}, fmt.Errorf("look into the container: %w", err)
	}
	stream.Close()
	if a.Container == nil {
		return target.Container{}, fmt.Errorf("look into the container: %w", os.ErrInvalid)
	}
	return *a.Container, nil
}
