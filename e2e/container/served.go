// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"strconv"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	tcnetwork "github.com/testcontainers/testcontainers-go/network"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

const (
	// lastWords bounds how long the output of a container that does not get ready is awaited.
	lastWords = time.Second
	// pollInterval is how often a server asks for the phase of a watched session,
	// unless the scenario says otherwise: the default of 5 s would be waited out.
	pollInterval = "25ms"
)

// The names and ports of platform and server inside the network.
const (
	aliasPlatform = "mockplatform"
	platformPort  = 8000
	platformURL   = "http://mockplatform:8000"
	aliasServer   = "ambient-mcp"
	serverPort    = 8090
	programURL    = "http://ambient-mcp:8090"
)

// served is a container whose port is published.
type served struct {
	*session
	id, url string
}

// service says what to run in such a container.
type service struct {
	program, image, alias string
	args                  []string
	env                   map[string]string
	port                  int
	// ready is the path that answers 200 once the program serves.
	ready  string
	mounts bool
}

// startPlatform makes the network and starts the in-memory platform.
func (t *Target) startPlatform(ctx context.Context) error {
	made, err := tcnetwork.New(ctx, tcnetwork.WithLabels(t.labels()))
	if err != nil {
		return fmt.Errorf("make a network: %w", err)
	}
	t.network = made.Name
	t.platform, err = t.serve(ctx, service{
		program: programs.Platform, image: t.images.platform.name, alias: aliasPlatform,
		args: []string{"serve", "--addr", "0.0.0.0:" + strconv.Itoa(platformPort), "--seed", "empty", "--control"},
		port: platformPort, ready: "/healthcheck",
	})
	return err
}

// startSSE starts a server that speaks SSE. It has no token, unless one is given: every caller brings one.
func (t *Target) startSSE(ctx context.Context, given map[string]string, alias string) (*served, error) {
	env := map[string]string{
		"AMBIENT_API_URL": platformURL, "MCP_TRANSPORT": "sse",
		"MCP_BIND_ADDR": ":" + strconv.Itoa(serverPort), "MCP_WATCH_POLL_INTERVAL": pollInterval,
	}
	maps.Copy(env, given)
	port := serverPort
	if _, text, err := net.SplitHostPort(env["MCP_BIND_ADDR"]); err == nil {
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			port = n
		}
	}
	return t.serve(ctx, service{
		program: programs.Server, image: t.images.server.name, alias: alias, env: env, port: port,
		ready: "/healthz", mounts: alias != "",
	})
}

// serve starts a container and waits until it serves. What it leaves when that fails is removed.
func (t *Target) serve(ctx context.Context, s service) (out *served, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("start %s from image %s: %w", s.program, s.image, err)
		}
	}()
	answer := &answering{path: s.ready, port: network.MustParsePort(strconv.Itoa(s.port) + "/tcp"), http: t.http}
	request := testcontainers.ContainerRequest{
		Image: s.image, Cmd: s.args, Env: s.env, Labels: t.labels(), ExposedPorts: []string{answer.port.String()},
		Networks: []string{t.network},
		HostConfigModifier: func(c *container.HostConfig) {
			restrict(c)
			publish(c, answer.port)
			if s.mounts {
				mountPrograms(c, t.bin)
			}
		},
		WaitingFor: answer,
	}
	if s.alias != "" {
		request.Name = t.containerName(s.program)
		request.NetworkAliases = map[string][]string{t.network: {s.alias}}
	}
	made, err := t.provider.CreateContainer(ctx, request)
	if made == nil {
		return nil, err
	}
	out = &served{id: made.GetContainerID()}
	if err == nil {
		out.session, err = t.attach(ctx, s.program, out.id, false, io.Discard)
	}
	if err == nil {
		answer.ended = out.done
		out.url, err = out.begin(ctx, made, answer)
	}
	if err != nil {
		t.discard(ctx, out)
		return nil, err
	}
	return out, nil
}

// begin starts a container that was made and returns where it answers.
func (s *session) begin(ctx context.Context, made testcontainers.Container, answer *answering) (string, error) {
	err := made.Start(ctx)
	var late *unreadyError
	switch {
	case err == nil:
		return address(ctx, made, answer.port)
	case ctx.Err() != nil:
		return "", fmt.Errorf("%w; %s", context.Cause(ctx), s.stderr.Excerpt())
	case errdefs.IsInvalidArgument(err): // there is no such program in the image, or it is for another machine
		return "", &unreadyError{err}
	case errors.As(err, &late):
		return "", fmt.Errorf("%w; %s", s.unready(ctx, late), s.stderr.Excerpt())
	default:
		return "", err
	}
}

// unready tells why a program that was started does not serve: it has ended, which
// whoever asked it may have seen first, or it goes on and does not answer.
func (s *session) unready(ctx context.Context, late *unreadyError) *unreadyError {
	ctx, cancel := context.WithTimeout(ctx, lastWords)
	defer cancel()
	if code, err := s.wait(ctx); err == nil {
		return &unreadyError{fmt.Errorf("it ended with exit code %d", code)}
	}
	return late
}

// attach attaches to a container before it is started, so that nothing of its output is missed.
func (t *Target) attach(ctx context.Context, name, id string, stdin bool, out io.Writer) (*session, error) {
	streams, err := t.engine.ContainerAttach(ctx, id, client.ContainerAttachOptions{Stream: true, Stdin: stdin, Stdout: true, Stderr: true})
	if err != nil {
		return nil, fmt.Errorf("attach to the container of %s: %w", name, err)
	}
	return engaged(name, streams.HijackedResponse, out, func(ctx context.Context) (int, error) {
		end := t.engine.ContainerWait(ctx, id, client.ContainerWaitOptions{Condition: container.WaitConditionNotRunning})
		select {
		case r := <-end.Result:
			return int(r.StatusCode), nil
		case err := <-end.Error:
			return 0, err
		}
	}), nil
}

// discard removes a container and ends its session. It may be gone already.
func (t *Target) discard(ctx context.Context, s *served) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removePatience)
	defer cancel()
	// What cannot be removed now is removed at the end, by its label.
	_, _ = t.engine.ContainerRemove(ctx, s.id, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	if s.session != nil {
		s.close()
	}
}
