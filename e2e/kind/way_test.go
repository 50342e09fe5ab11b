// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/cluster"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/rollout"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/relay"
)

// holding is a place whose API holds these objects.
func holding(objects ...runtime.Object) *place {
	return &place{
		namespace: "n", cluster: &cluster.Cluster{}, o: SessionOptions{Log: func(string) {}},
		pods: pod.Cluster{Client: fake.NewClientset(objects...)},
	}
}

func in(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Namespace: "n", Name: name} }

func TestNodePort(t *testing.T) {
	service := func(kind corev1.ServiceType) *corev1.Service {
		return &corev1.Service{ObjectMeta: in("s"), Spec: corev1.ServiceSpec{Type: kind, Ports: []corev1.ServicePort{{Port: 8000, NodePort: 31000}}}}
	}
	for want, p := range map[string]*place{
		"10.0.0.1:31000": holding(service(corev1.ServiceTypeNodePort)),
		"":               holding(service(corev1.ServiceTypeClusterIP)),
	} {
		if got, err := p.nodePort(t.Context(), "10.0.0.1", "s"); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if got, err := holding().nodePort(t.Context(), "10.0.0.1", "s"); got != "" || err != nil {
		t.Errorf("without the service: %q, %v", got, err)
	}
}

func TestSessionAddr(t *testing.T) {
	p := holding(&corev1.Pod{ObjectMeta: in(rollout.Session), Status: corev1.PodStatus{PodIP: "10.1.2.3"}})
	if got, err := p.sessionAddr(t.Context()); got != "10.1.2.3:9000" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := holding().sessionAddr(t.Context()); err == nil {
		t.Error("without the pod")
	}
}

func TestEventually(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		tries := 0
		if err := eventually(ctx, func() error {
			if tries++; tries < 3 {
				return errors.New("not yet")
			}
			return nil
		}); err != nil || tries != 3 {
			t.Errorf("%d tries, %v", tries, err)
		}
		never := errors.New("never")
		if err := eventually(ctx, func() error { return never }); !errors.Is(err, never) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

func TestOpenDoor(t *testing.T) {
	asked := make(chan string, 8)
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.Host + r.URL.Path }))
	defer s.Close()
	p := holding()
	p.serverAddr = "ambient-mcp.n.svc:8090"
	p.ways = ways{service: relay.To(s.Listener.Addr().String()), session: relay.To(s.Listener.Addr().String())}
	for beside, within := range map[bool]string{true: "http://127.0.0.1:8090", false: "http://ambient-mcp.n.svc:8090"} {
		d, err := p.openDoor(t.Context(), beside)
		if err != nil {
			t.Fatal(err)
		}
		if d.within != within || !strings.HasPrefix(d.url, "http://127.0.0.1:") {
			t.Errorf("beside %t: %q from here, %q from within", beside, d.url, d.within)
		}
		if got := <-asked; got != strings.TrimPrefix(d.url, "http://")+"/healthz" {
			t.Errorf("asked %s", got)
		}
		resp, err := http.Get(d.url + "/through/the/relay")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := <-asked; !strings.HasSuffix(got, "/through/the/relay") {
			t.Errorf("asked %s", got)
		}
		d.close()
		http.DefaultClient.CloseIdleConnections()
	}
	p.cluster.NodePort = s.Listener.Addr().(*net.TCPAddr).Port
	p.ways.service = func(context.Context) (net.Conn, error) { return nil, errors.New("not this way") }
	d, err := p.openDoor(t.Context(), false)
	if err != nil {
		t.Fatalf("by the port of a cluster that was made: %v", err)
	}
	d.close()
}

func TestADoorThatLeadsNowhere(t *testing.T) {
	slice := &discoveryv1.EndpointSlice{ObjectMeta: in("e")}
	slice.Labels = map[string]string{discoveryv1.LabelServiceName: rollout.Server}
	filled := slice.DeepCopy()
	filled.Endpoints = []discoveryv1.Endpoint{{Addresses: []string{"10.0.0.1"}}}
	tests := map[string]struct {
		slice  *discoveryv1.EndpointSlice
		beside bool
		server bool
	}{
		"a service without a pod":             {slice, false, true},
		"a service with a pod, and no way":    {filled, false, false},
		"the server beside, which has no way": {slice, true, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &door{url: "http://door", within: "http://within", http: &http.Client{Transport: refusing{}}}
				err := holding(tt.slice).knock(t.Context(), d, tt.beside)
				if err == nil || !strings.Contains(err.Error(), "reach the server at http://within") || errors.Is(err, target.ErrServer) != tt.server {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}

// refusing is a transport that leads nowhere.
type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("connection refused")
}
