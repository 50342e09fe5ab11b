// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// Limits of stdio.
const (
	// maxCalls is how many tool calls of one client run at the same time; further input waits.
	maxCalls = 64
	// drainTime is how long calls may still run once the input has ended.
	drainTime = 30 * time.Second
	// graceTime is how long calls may still run once the server was told to stop.
	graceTime = 5 * time.Second
)

// ServeStdio serves one client that writes one JSON-RPC message per line to in
// and reads the answers from out. At the end of the input it lets the running
// calls finish, for at most 30 s, and returns nil; when ctx ends it does so for at
// most 5 s. A Read of in that blocks then is left behind: close in to release it.
//
// The loop is ours rather than the SDK's: that one shares a session among all
// servers of a process and cancels what runs when the input ends.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	client := &stdioClient{id: "stdio-" + s.newID(), notifications: make(chan mcp.JSONRPCNotification, 16)}
	if err := s.mcp.RegisterSession(ctx, client); err != nil {
		return fmt.Errorf("serve stdio: %w", err)
	}
	defer s.mcp.UnregisterSession(context.WithoutCancel(ctx), client.id)
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	// Calls outlive ctx for a while, so that they can finish.
	working, cancel := context.WithCancel(s.mcp.WithContext(context.WithoutCancel(ctx), client))
	defer cancel()
	l := &loop{server: s, client: client, out: out, ctx: working, fail: fail, slots: make(chan struct{}, maxCalls)}
	err := l.read(ctx, lines(ctx, in))
	limit := drainTime
	if ctx.Err() != nil {
		limit = graceTime
	}
	l.finish(limit, cancel)
	var broken *writeError
	if cause := context.Cause(ctx); errors.As(cause, &broken) {
		return fmt.Errorf("serve stdio: %w", broken)
	}
	if err != nil {
		return fmt.Errorf("serve stdio: %w", err)
	}
	return nil
}

// stdioClient is the session of one ServeStdio.
type stdioClient struct {
	id            string
	initialized   atomic.Bool
	notifications chan mcp.JSONRPCNotification
}

func (c *stdioClient) SessionID() string { return c.id }
func (c *stdioClient) Initialize()       { c.initialized.Store(true) }
func (c *stdioClient) Initialized() bool { return c.initialized.Load() }
func (c *stdioClient) NotificationChannel() chan<- mcp.JSONRPCNotification {
	return c.notifications
}

// loop serves the lines of one client.
type loop struct {
	server *Server
	client *stdioClient
	ctx    context.Context
	fail   context.CancelCauseFunc
	// slots bounds the running calls.
	slots   chan struct{}
	running sync.WaitGroup

	mu  sync.Mutex
	out io.Writer
}

// read serves lines until they or ctx end. Tool calls run beside each other;
// everything else is quick and keeps its order, so that a call sees the
// handshake written before it.
func (l *loop) read(ctx context.Context, in <-chan line) error {
	for {
		var next line
		select {
		case next = <-in:
		case <-ctx.Done():
			return nil
		}
		switch {
		case next.tooLong:
			l.write(parseError(fmt.Sprintf("the message is larger than %d bytes", maxLine)))
		case len(next.text) == 0: // A blank line is no message.
		case !json.Valid(next.text):
			l.write(parseError("Parse error"))
		case isCall(next.text):
			select {
			case l.slots <- struct{}{}:
			case <-ctx.Done():
				return nil
			}
			l.running.Go(func() {
				defer func() { <-l.slots }()
				l.serve(next.text)
			})
		default:
			l.serve(next.text)
		}
		switch {
		case errors.Is(next.err, io.EOF):
			return nil
		case next.err != nil:
			return fmt.Errorf("read: %w", next.err)
		}
	}
}

func isCall(message []byte) bool {
	var m struct {
		Method string `json:"method"`
		ID     any    `json:"id"`
	}
	return json.Unmarshal(message, &m) == nil && m.Method == string(mcp.MethodToolsCall) && m.ID != nil
}

// serve handles one message and writes its answer, if it has one.
func (l *loop) serve(message []byte) {
	ctx, answered := context.WithCancel(withExchange(l.ctx, tools.TransportStdio))
	defer answered()
	if answer := l.server.mcp.HandleMessage(ctx, repair(message)); answer != nil {
		l.write(answer)
	}
}

// finish waits for the running calls, cancels them when the limit is over, and waits again.
func (l *loop) finish(limit time.Duration, cancel context.CancelFunc) {
	done := make(chan struct{})
	go func() {
		l.running.Wait()
		close(done)
	}()
	timer := l.server.clock.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return
	case <-timer.C():
	}
	cancel()
	<-done
}

// writeError is a client that no longer takes answers.
type writeError struct{ err error }

func (e *writeError) Error() string { return "write: " + e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// write sends a message, after any notification that was queued before it. A
// client that cannot be written to ends the loop.
func (l *loop) write(message any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		select {
		case n := <-l.client.notifications:
			l.writeLocked(n)
			continue
		default:
		}
		break
	}
	l.writeLocked(message)
}

func (l *loop) writeLocked(message any) {
	text, err := json.Marshal(message)
	if err != nil { // Answers are ours; this is a defect, but not one to die of.
		l.server.log.Error("answer cannot be encoded", "error", err.Error())
		return
	}
	if _, err := l.out.Write(append(text, '\n')); err != nil {
		l.fail(&writeError{err})
	}
}
