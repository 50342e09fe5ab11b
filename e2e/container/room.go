// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"fmt"
	"io"
	"path"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/probe"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// exitPoll is how often the engine is asked for the exit code of a program whose output has ended.
const exitPoll = 5 * time.Millisecond

// room is a container in which servers on stdio and programs are started. Its
// first process is the mux that starts them: each begins with an environment of its own, and ends
// with the run, even one that is killed.
type room struct {
	*served
	mux *probe.Client
}

// openRoom starts the room.
func (t *Target) openRoom(ctx context.Context) error {
	id, err := t.create(ctx, &container.Config{
		Image: t.images.server.name, Labels: t.labels(), Entrypoint: []string{path.Join(mountedAt, programs.Probe), "mux"},
		AttachStdin: true, AttachStdout: true, AttachStderr: true, OpenStdin: true, StdinOnce: true,
	}, t.containerName("room"), true)
	if err != nil {
		return err
	}
	t.room = &room{served: &served{id: id}}
	read, write := io.Pipe()
	if t.room.session, err = t.attach(ctx, programs.Probe, id, true, write); err != nil {
		return err
	}
	if _, err = t.engine.ContainerStart(ctx, id, client.ContainerStartOptions{}); err == nil {
		t.room.mux, err = probe.NewClient(struct {
			io.Reader
			io.WriteCloser
		}{read, closing{t.room.stdin, output{read, t.room.session}}})
	}
	if err != nil {
		return fmt.Errorf("start %s in a container of image %s: %w; %s", programs.Probe, t.images.server.name, err, t.room.stderr.Excerpt())
	}
	return nil
}

// close ends what was started in the room; a room that was never opened is no error.
func (r *room) close() {
	if r == nil || r.served == nil || r.session == nil {
		return
	}
	if r.mux != nil {
		_ = r.mux.Close() // which never fails
	}
	r.session.close()
}

// closing is a writer that closes something else.
type closing struct {
	io.Writer
	io.Closer
}

// start starts a program in the room. Its environment is on no command line.
func (r *room) start(ctx context.Context, command []string, env map[string]string, out io.Writer) (*session, *probe.Process, error) {
	p, err := r.mux.Start(ctx, probe.Command{Path: command[0], Args: command[1:], Env: env})
	if err != nil {
		return nil, nil, err
	}
	return muxed(p, command[0], out), p, nil
}

// create makes a restricted container without published ports. The library
// publishes what an image exposes and waits until it is published, which a
// server on stdio neither needs nor outlives.
func (t *Target) create(ctx context.Context, config *container.Config, name string, mounts bool) (string, error) {
	host := &container.HostConfig{NetworkMode: container.NetworkMode(t.network)}
	restrict(host)
	if mounts {
		mountPrograms(host, t.bin)
	}
	made, err := t.engine.ContainerCreate(ctx, client.ContainerCreateOptions{Config: config, HostConfig: host, Name: name})
	if err != nil {
		return "", fmt.Errorf("make a container of image %s: %w", config.Image, err)
	}
	return made.ID, nil
}

// exec starts a program in a container that runs, with its standard input attached.
// The environment travels in the body of a request and is on no command line.
func (t *Target) exec(ctx context.Context, id string, command []string, env map[string]string, out io.Writer) (*session, error) {
	name := command[0]
	made, err := t.engine.ExecCreate(ctx, id, client.ExecCreateOptions{
		AttachStdin: true, AttachStdout: true, AttachStderr: true, Env: pairs(env), Cmd: command,
	})
	if err != nil {
		return nil, fmt.Errorf("exec %s: %w", name, err)
	}
	streams, err := t.engine.ExecAttach(ctx, made.ID, client.ExecAttachOptions{})
	if err != nil {
		return nil, fmt.Errorf("exec %s: %w", name, err)
	}
	return engaged(name, streams.HijackedResponse, out, func(ctx context.Context) (int, error) {
		return t.exitCode(ctx, made.ID)
	}), nil
}

// exitCode waits for the exit code of a program whose output has ended; the
// engine has no call that waits.
func (t *Target) exitCode(ctx context.Context, exec string) (int, error) {
	pause := time.NewTicker(exitPoll)
	defer pause.Stop()
	for {
		r, err := t.engine.ExecInspect(ctx, exec, client.ExecInspectOptions{})
		if err != nil {
			return 0, err
		}
		if !r.Running {
			return r.ExitCode, nil
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}
