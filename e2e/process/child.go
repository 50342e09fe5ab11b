// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

// grace is how long a program that was asked to end may take before it is
// killed: longer than the server gives its running calls and its connections.
const grace = 12 * time.Second

// child is a program that runs.
type child struct {
	name   string
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	stderr *tail.Tail
	// done is closed when it has ended and its standard error is complete.
	done chan struct{}
}

// start starts a program. Its output is the caller's to read and to close.
func start(path string, args []string, env map[string]string, dir string) (*child, error) {
	c := &child{name: path[strings.LastIndexByte(path, '/')+1:], stderr: &tail.Tail{}, done: make(chan struct{})}
	c.cmd = exec.Command(path, args...) //nolint:noctx // It is asked to end before it is killed.
	c.cmd.Env = environment(env)
	c.cmd.Dir = dir
	c.cmd.Stderr = c.stderr
	c.cmd.WaitDelay = grace
	var err error
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start %s: %w", c.name, err)
	}
	// exec's own StdoutPipe is closed as soon as the program ends, read or not.
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", c.name, err)
	}
	c.stdout, c.cmd.Stdout = read, write
	err = c.cmd.Start()
	write.Close()
	if err != nil {
		read.Close()
		c.stdin.Close()
		return nil, fmt.Errorf("start %s: %w", c.name, err)
	}
	go func() {
		_ = c.cmd.Wait() // told by ProcessState
		close(c.done)
	}()
	return c, nil
}

// wait waits for the end and returns the exit code; -1 when a signal ended it.
func (c *child) wait(ctx context.Context) (int, error) {
	select {
	case <-c.done:
		return c.cmd.ProcessState.ExitCode(), nil
	case <-ctx.Done():
		return 0, fmt.Errorf("await the end of %s: %w", c.name, ctx.Err())
	}
}

// signal sends a signal; none when the program has ended.
func (c *child) signal(s os.Signal) error {
	if err := c.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("signal %s: %w", c.name, err)
	}
	return nil
}

// stop asks the program to end, kills it when it does not, and waits for its end.
func (c *child) stop(ctx context.Context) error {
	c.stdin.Close()
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	err := c.signal(syscall.SIGTERM)
	if _, late := c.wait(ctx); late != nil {
		c.kill()
		err = fmt.Errorf("%s was asked to end and had to be killed", c.name)
	}
	c.stdout.Close()
	return err
}

// kill ends the program at once.
func (c *child) kill() {
	_ = c.signal(syscall.SIGKILL)
	<-c.done
	c.stdin.Close()
	c.stdout.Close()
}
