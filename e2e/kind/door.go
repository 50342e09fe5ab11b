// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/rollout"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/relay"
)

// door is the HTTP door of the server that all scenarios share.
type door struct {
	// url is its base URL for any HTTP client of this machine, within for a program in the session's pod.
	url, within string
	http        *http.Client
	relay       *relay.Relay
}

// openDoor opens the way to the server beside the runner, or to the one behind
// the Service, and waits until it answers. The address of this machine that it has
// is also what makes it one: a server on the loopback interface refuses other names.
func (p *place) openDoor(ctx context.Context, beside bool) (*door, error) {
	d, way := &door{within: "http://" + p.serverAddr}, p.ways.service
	switch {
	case beside:
		d.within, way = "http://"+loopbackServer, p.ways.session
	case p.cluster.NodePort > 0: // the one public address that the deployment has
		way = relay.To(net.JoinHostPort("127.0.0.1", strconv.Itoa(p.cluster.NodePort)))
	}
	var err error
	if d.relay, err = relay.Listen(ctx, "127.0.0.1:0", way, slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	d.url = "http://" + d.relay.Addr()
	d.http = &http.Client{Transport: transport(way)} // which spares the relay
	if err := p.knock(ctx, d, beside); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// knock waits until the server answers. That a Service leads nowhere although
// the deployment is ready is the fault of what is deployed.
func (p *place) knock(ctx context.Context, d *door, beside bool) error {
	ctx, cancel := context.WithTimeout(ctx, reachPatience/2)
	defer cancel()
	err := eventually(ctx, func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url+"/healthz", nil)
		if err != nil {
			return err
		}
		resp, err := d.http.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
	if err == nil {
		return nil
	}
	err = fmt.Errorf("reach the server at %s: %w", d.within, err)
	if !beside && p.leadsNowhere(context.WithoutCancel(ctx)) {
		return fmt.Errorf("%w: the service %s leads to no pod although the deployment is ready: %w", target.ErrServer, rollout.Server, err)
	}
	return err
}

// leadsNowhere tells whether the server's Service has no endpoint.
func (p *place) leadsNowhere(ctx context.Context) bool {
	slices, err := p.pods.Client.DiscoveryV1().EndpointSlices(p.namespace).List(ctx, metav1.ListOptions{LabelSelector: discoveryv1.LabelServiceName + "=" + rollout.Server})
	if err != nil {
		return false
	}
	for _, s := range slices.Items {
		if len(s.Endpoints) > 0 {
			return false
		}
	}
	return true
}

func (d *door) close() {
	d.http.CloseIdleConnections()
	d.relay.Close()
}
