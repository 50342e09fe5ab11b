// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hashicorp/yamux"
)

// start starts a process and stays with it: the stream tells its end, and the
// end of the stream is the end of the process.
func (m *mux) start(stream *yamux.Stream, c Command) {
	p, err := m.spawn(c)
	if err != nil {
		m.refuse(stream, err)
		return
	}
	id := m.add(p)
	defer m.remove(id)
	m.reply(stream, answer{Process: id, PID: p.cmd.Process.Pid})
	// Nothing more comes on this stream, so reading it tells when the client goes.
	gone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, stream)
		close(gone)
	}()
	defer func() {
		stream.Close()
		<-gone
	}()
	killed := false
	select {
	case <-p.exited:
	case <-gone:
		p.abort()
		killed = true
	}
	code := p.cmd.ProcessState.ExitCode()
	m.log.Debug("ended", "program", filepath.Base(c.Path), "pid", p.cmd.Process.Pid, "exit", code, "killed", killed)
	m.reply(stream, answer{Process: id, Exit: &code})
	if killed {
		return
	}
	delivered := make(chan struct{})
	go func() {
		p.outputs.Wait()
		close(delivered)
	}()
	select {
	case <-delivered:
		// What it left behind without an output would outlive the harness.
		killGroup(p.cmd.Process.Pid)
		p.closePipes()
	case <-gone:
		p.abort()
		<-delivered
	}
}

func (m *mux) add(p *child) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last++
	m.children[m.last] = p
	return m.last
}

func (m *mux) remove(id uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.children, id)
}

func (m *mux) child(id uint64) *child {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.children[id]
}

// attach connects one stream of a process.
func (m *mux) attach(stream *yamux.Stream, r request) {
	p := m.child(r.Process)
	if p == nil {
		m.reply(stream, answer{Error: fmt.Sprintf("there is no process %d", r.Process), Gone: true})
		return
	}
	if !p.attach(r.Stream, stream) {
		m.refuse(stream, fmt.Errorf("%s of process %d is taken", r.Stream, r.Process))
		return
	}
	m.reply(stream, answer{})
	var err error
	if r.Stream == streamStdin {
		err = p.input(stream)
	} else {
		err = p.output(stream, r.Stream)
	}
	if err != nil {
		m.log.Debug("stream ended", "stream", r.Stream, "pid", p.cmd.Process.Pid, "error", err)
	}
}

// signal signals a process; one that has ended needs none.
func (m *mux) signal(stream *yamux.Stream, r request) {
	p := m.child(r.Process)
	if p == nil {
		m.reply(stream, answer{Gone: true})
		return
	}
	if err := p.cmd.Process.Signal(signals[r.Signal]); err != nil && !errors.Is(err, os.ErrProcessDone) {
		m.refuse(stream, fmt.Errorf("signal process %d: %w", p.cmd.Process.Pid, err))
		return
	}
	m.reply(stream, answer{})
}
