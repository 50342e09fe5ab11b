// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/hashicorp/yamux"
)

// signals are those that a client may send.
var signals = map[string]syscall.Signal{
	"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "KILL": syscall.SIGKILL, "HUP": syscall.SIGHUP,
}

// child is a process that the mux has started.
type child struct {
	cmd    *exec.Cmd
	pipes  map[string]*os.File // the mux's ends, by the name of the stream
	exited chan struct{}
	// outputs are stdout and stderr until each was read to its end.
	outputs sync.WaitGroup

	mu       sync.Mutex
	attached map[string]*yamux.Stream
	aborted  bool
}

// spawn starts a process. Its pipes are read and written by those who attach.
func (m *mux) spawn(c Command) (*child, error) {
	name := filepath.Base(c.Path)
	cmd := exec.Command(c.Path, c.Args...) //nolint:noctx // It is killed with its stream.
	cmd.Dir, cmd.Env = c.Dir, environ(c)
	p := &child{cmd: cmd, pipes: map[string]*os.File{}, exited: make(chan struct{}), attached: map[string]*yamux.Stream{}}
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	for _, stream := range []string{streamStdin, streamStdout, streamStderr} {
		r, w, err := os.Pipe()
		if err != nil {
			p.closePipes()
			return nil, fmt.Errorf("start %s: %w", name, err)
		}
		if stream == streamStdin {
			cmd.Stdin, p.pipes[stream], theirs = r, w, append(theirs, r)
			continue
		}
		p.pipes[stream], theirs = r, append(theirs, w)
		if stream == streamStdout {
			cmd.Stdout = w
		} else {
			cmd.Stderr = w
		}
	}
	if err := m.spawner.start(cmd); err != nil {
		p.closePipes()
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p.outputs.Add(2)
	go func() {
		_ = cmd.Wait() // told by ProcessState
		close(p.exited)
	}()
	m.log.Debug("started", "program", name, "pid", cmd.Process.Pid)
	return p, nil
}

// environ is the environment of the command, sorted.
func environ(c Command) []string {
	all := map[string]string{}
	if path, ok := os.LookupEnv("PATH"); ok {
		all["PATH"] = path
	}
	if c.InheritEnv {
		for _, pair := range os.Environ() {
			if name, value, ok := strings.Cut(pair, "="); ok {
				all[name] = value
			}
		}
	}
	maps.Copy(all, c.Env)
	env := make([]string, 0, len(all)) // never nil, which would inherit everything
	for name, value := range all {
		env = append(env, name+"="+value)
	}
	slices.Sort(env)
	return env
}

func (p *child) closePipes() {
	for _, f := range p.pipes {
		f.Close()
	}
}

// attach claims one of the process's streams; false when it is taken or nobody will read it.
func (p *child) attach(name string, stream *yamux.Stream) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.attached[name] != nil || p.aborted {
		return false
	}
	p.attached[name] = stream
	return true
}

// abort kills the process and whatever of its group is left, and ends everything that waits for it. It is called once.
func (p *child) abort() {
	p.mu.Lock()
	p.aborted = true
	streams := slices.Collect(maps.Values(p.attached))
	for _, name := range []string{streamStdout, streamStderr} {
		if p.attached[name] == nil {
			p.outputs.Done() // nobody will carry it
		}
	}
	p.mu.Unlock()
	killGroup(p.cmd.Process.Pid)
	p.closePipes()
	for _, stream := range streams {
		stream.Close()
	}
	<-p.exited
	p.outputs.Wait()
}

// output carries stdout or stderr to its end.
func (p *child) output(stream *yamux.Stream, name string) error {
	defer p.outputs.Done()
	out := &chunkWriter{w: stream}
	_, err := io.Copy(out, p.pipes[name])
	return errors.Join(err, out.end(err))
}

// input carries stdin until it ends; what comes after the process closed it is dropped, as nobody can take it.
func (p *child) input(stream *yamux.Stream) error {
	_, err := io.Copy(p.pipes[streamStdin], &chunkReader{r: stream})
	p.pipes[streamStdin].Close()
	_, _ = io.Copy(io.Discard, stream)
	return err
}
