// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package pod

import (
	"io"
	"sync"
)

// maxPiped bounds what is written and not yet read, in bytes.
const maxPiped = 1 << 20

// pipe is like [io.Pipe], but a write does not wait for its reader, which gets
// everything that was written meanwhile at once. A multiplexer writes its frames
// in small pieces, and each read becomes a message that the API server, the
// kubelet and the runtime hand on.
type pipe struct {
	mu      sync.Mutex
	changed sync.Cond
	held    []byte
	err     error // why nothing more is written
	gone    bool  // nothing more is read
	lost    bool  // and what is written is lost without an error
}

func newPipe() *pipe {
	p := &pipe{}
	p.changed.L = &p.mu
	return p
}

// Write waits only when too much is unread.
func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.held) >= maxPiped && p.err == nil && !p.gone {
		p.changed.Wait()
	}
	switch {
	case p.lost:
		return len(b), nil
	case p.err != nil || p.gone:
		return 0, io.ErrClosedPipe
	}
	p.held = append(p.held, b...)
	p.changed.Broadcast()
	return len(b), nil
}

// Read returns what there is, and at the end why it is the end.
func (p *pipe) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.held) == 0 && p.err == nil && !p.gone {
		p.changed.Wait()
	}
	switch {
	case p.gone:
		return 0, io.ErrClosedPipe
	case len(p.held) == 0:
		return 0, p.err
	}
	n := copy(b, p.held)
	p.held = p.held[n:]
	if len(p.held) == 0 {
		p.held = nil
	}
	p.changed.Broadcast()
	return n, nil
}

// end lets the reader have what is there, and then err; io.EOF when nil.
func (p *pipe) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil {
		err = io.EOF
	}
	if p.err == nil {
		p.err = err
	}
	p.changed.Broadcast()
}

// abandon says that nothing more is read: to write is an error.
func (p *pipe) abandon() { p.leave(false) }

// discard says that nothing more is of interest: whoever writes need not know.
func (p *pipe) discard() { p.leave(true) }

func (p *pipe) leave(lost bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone, p.lost, p.held = true, lost, nil
	p.changed.Broadcast()
}
