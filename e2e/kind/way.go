// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/rollout"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/relay"
)

const (
	// reachPatience bounds how long names may take to be known in the cluster, and ways to lead somewhere.
	reachPatience = 60 * time.Second
	// directPatience bounds how long a direct way may take to be there before the other is taken.
	directPatience = 5 * time.Second
)

// ways lead from this process into the cluster. By way of a hand in a container
// there always is one; a direct one costs the cluster a tenth of that.
type ways struct {
	platform, service, session relay.Dial
}

// reach waits until names are known where the server runs, since the name service
// may come up after everything else, and finds the ways.
func (p *place) reach(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, reachPatience)
	defer cancel()
	err := eventually(ctx, func() error {
		conn, err := p.sidecar.hand.Dial(ctx, p.platformAddr)
		if err != nil {
			return err
		}
		return conn.Close()
	})
	if err != nil {
		return err
	}
	platform := net.JoinHostPort("127.0.0.1", strconv.Itoa(rollout.PlatformPort))
	p.ways = ways{platform: p.platform.to(platform), service: p.runner.to(p.serverAddr), session: p.runner.to(loopbackServer)}
	node := ""
	if !p.o.InCluster && !p.o.Indirect {
		node = p.cluster.Node(ctx)
	}
	direct := 0
	for _, w := range []struct {
		way    *relay.Dial
		within func() (string, error)
		port   string // the Service of the node's port
	}{
		{&p.ways.platform, func() (string, error) { return p.platformAddr, nil }, rollout.PlatformWay},
		{&p.ways.service, func() (string, error) { return p.serverAddr, nil }, rollout.Server},
		{&p.ways.session, func() (string, error) { return p.sessionAddr(ctx) }, rollout.SessionWay},
	} {
		var addr string
		var err error
		switch {
		case p.o.Indirect:
		case p.o.InCluster:
			addr, err = w.within()
		case node != "":
			addr, err = p.nodePort(ctx, node, w.port)
		}
		if err != nil {
			return err
		}
		if addr != "" && listens(ctx, addr) {
			*w.way = relay.To(addr)
			direct++
		}
	}
	p.o.Log(fmt.Sprintf("%d of 3 ways into the cluster are direct, the others lead through its API", direct))
	return nil
}

// to leads to addr as the member's container reaches it.
func (m *member) to(addr string) relay.Dial {
	return func(ctx context.Context) (net.Conn, error) { return m.hand.Dial(ctx, addr) }
}

// listens tells whether a connection to addr can be made, now or soon.
func listens(ctx context.Context, addr string) bool {
	ctx, cancel := context.WithTimeout(ctx, directPatience)
	defer cancel()
	return eventually(ctx, func() error {
		conn, err := relay.To(addr)(ctx)
		if err != nil {
			return err
		}
		return conn.Close()
	}) == nil
}

// nodePort is the address at which a node has the port of a Service; empty where that has none.
func (p *place) nodePort(ctx context.Context, node, service string) (string, error) {
	s, err := p.pods.Client.CoreV1().Services(p.namespace).Get(ctx, service, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return "", nil // somebody else's deployment
	}
	if err != nil {
		return "", fmt.Errorf("look for service %s: %w", service, err)
	}
	if s.Spec.Type != corev1.ServiceTypeNodePort || len(s.Spec.Ports) == 0 {
		return "", nil
	}
	return net.JoinHostPort(node, strconv.Itoa(int(s.Spec.Ports[0].NodePort))), nil
}

// sessionAddr is the relay in the session's pod.
func (p *place) sessionAddr(ctx context.Context) (string, error) {
	pod, err := p.pods.Client.CoreV1().Pods(p.namespace).Get(ctx, rollout.Session, metav1.GetOptions{})
	if err != nil {
		return "", fmt.Errorf("look for pod %s: %w", rollout.Session, err)
	}
	return net.JoinHostPort(pod.Status.PodIP, strconv.Itoa(rollout.RelayPort)), nil
}

// service is the address of a Service as everything in the cluster knows it.
func (p *place) service(name string, port int) string {
	return net.JoinHostPort(name+"."+p.namespace+".svc", strconv.Itoa(port))
}

// loopbackServer is the server beside the runner as everything in its pod knows it.
var loopbackServer = net.JoinHostPort("127.0.0.1", strconv.Itoa(rollout.ServerPort))

// eventually tries until it works or the context ends.
func eventually(ctx context.Context, try func() error) error {
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		}
	}
}

// transport is one whose connections all take one way. There is no proxy: everything is in the cluster.
func transport(dial relay.Dial) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = nil
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 64
	t.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) }
	return t
}
