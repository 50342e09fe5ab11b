// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package pod reaches into the containers of pods: programs that are executed
// there, connections made from there, and what the containers log.
package pod

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/httpstream"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/remotecommand"
	"k8s.io/client-go/util/exec"
)

// Cluster is the API through which pods are reached.
type Cluster struct {
	Config *rest.Config
	Client kubernetes.Interface
}

// Container names one container.
type Container struct {
	Namespace, Pod, Name string
}

func (c Container) String() string { return "container " + c.Name + " of pod " + c.Pod }

// Exec executes a program in a container, as kubectl does, and waits for its
// end. The exit code is an error only where there is none.
func (k Cluster) Exec(ctx context.Context, c Container, stdin io.Reader, stdout, stderr io.Writer, command ...string) (int, error) {
	o := remotecommand.StreamOptions{Stdin: stdin, Stdout: stdout, Stderr: stderr}
	e, err := k.executor(c, o, command)
	if err != nil {
		return 0, fmt.Errorf("execute %s in %s: %w", command[0], c, err)
	}
	err = e.StreamWithContext(ctx, o)
	var ended exec.CodeExitError
	if errors.As(err, &ended) {
		return ended.Code, nil
	}
	if err != nil {
		return 0, fmt.Errorf("execute %s in %s: %w", command[0], c, err)
	}
	return 0, nil
}

// executor prefers a WebSocket, which every proxy lets through, to the older protocol.
func (k Cluster) executor(c Container, o remotecommand.StreamOptions, command []string) (remotecommand.Executor, error) {
	to := k.execURL(c, o, command)
	older, err := remotecommand.NewSPDYExecutor(k.Config, http.MethodPost, to)
	if err != nil {
		return nil, err
	}
	newer, err := remotecommand.NewWebSocketExecutor(k.Config, http.MethodGet, to.String())
	if err != nil {
		return nil, err
	}
	return remotecommand.NewFallbackExecutor(newer, older, func(err error) bool {
		return httpstream.IsUpgradeFailure(err) || httpstream.IsHTTPSProxyError(err)
	})
}

func (k Cluster) execURL(c Container, o remotecommand.StreamOptions, command []string) *url.URL {
	return k.Client.CoreV1().RESTClient().Post().Resource("pods").Namespace(c.Namespace).Name(c.Pod).SubResource("exec").
		VersionedParams(&corev1.PodExecOptions{
			Container: c.Name, Command: command,
			Stdin: o.Stdin != nil, Stdout: o.Stdout != nil, Stderr: o.Stderr != nil,
		}, scheme.ParameterCodec).URL()
}
