// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/bearers"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/cluster"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/observe"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/rollout"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// readyPatience bounds how long the deployment may take from applied to ready.
const readyPatience = 120 * time.Second

// place is the deployment in its cluster, and the ways into its containers.
type place struct {
	o         SessionOptions
	run       string
	namespace string
	cluster   *cluster.Cluster
	api       *http.Client
	pods      pod.Cluster
	dynamic   dynamic.Interface
	mapper    meta.RESTMapper
	lease     *lease.Lease // of the namespace in a given cluster
	bearers   bearers.Set

	// sidecar and runner are in the session's pod, server is behind the Service.
	sidecar, runner, server, platform *member
	ways                              ways
	// The addresses of the Services, as everything in the cluster knows them.
	platformAddr, serverAddr string
}

// open brings everything up. What there is after an error is close's to remove.
func (p *place) open(ctx context.Context) error {
	var err error
	p.cluster, err = cluster.Open(ctx, cluster.Options{
		Kubeconfig: p.o.Kubeconfig, Context: p.o.Context, InCluster: p.o.InCluster,
		NodeImage: p.o.NodeImage, Images: p.o.images(), Log: p.o.Log,
	})
	if err != nil {
		return err
	}
	if err := p.connect(); err != nil {
		return err
	}
	if p.namespace = p.o.Namespace; p.namespace == "" {
		p.namespace = DefaultNamespace + "-" + p.run
	}
	there := p.deploy
	if p.o.Deployed {
		there = p.deployed
	}
	if err := there(ctx); err != nil {
		return err
	}
	if err := p.timed("await deployment in namespace "+p.namespace, func() error { return p.await(ctx) }); err != nil {
		return err
	}
	p.members()
	return p.timed("reach into its containers", func() error { return p.reach(ctx) })
}

// connect makes the clients of the API, which share their connections.
func (p *place) connect() error {
	var err error
	if p.api, err = rest.HTTPClientFor(p.cluster.Config); err != nil {
		return fmt.Errorf("make a client: %w", err)
	}
	client, err := kubernetes.NewForConfigAndClient(p.cluster.Config, p.api)
	if err != nil {
		return fmt.Errorf("make a client: %w", err)
	}
	p.pods = pod.Cluster{Config: p.cluster.Config, Client: client}
	if p.dynamic, err = dynamic.NewForConfigAndClient(p.cluster.Config, p.api); err != nil {
		return fmt.Errorf("make a client: %w", err)
	}
	kinds, err := restmapper.GetAPIGroupResources(client.Discovery())
	if err != nil {
		return fmt.Errorf("ask the cluster at %s what it knows: %w", p.cluster.Config.Host, err)
	}
	p.mapper = restmapper.NewDiscoveryRESTMapper(kinds)
	return nil
}

// deploy makes the namespace with everything in it. In a given cluster the
// namespace has a lease; in one of the run's own the cluster has it.
func (p *place) deploy(ctx context.Context) error {
	now := clock.RealClock{}
	if !p.cluster.Made {
		if err := rollout.Sweep(ctx, p.pods.Client, now, p.o.Log); err != nil {
			return err
		}
		if err := rollout.Free(ctx, p.pods.Client, p.namespace); err != nil {
			return err
		}
		var err error
		if p.lease, err = lease.Hold(p.run); err != nil {
			return err
		}
	}
	labels, annotations := rollout.Marks(p.run, now.Now())
	objects, err := p.manifests(labels, annotations).Render()
	if err != nil {
		return err
	}
	if p.cluster.Name != "" && !p.o.Indirect {
		ways, err := rollout.Ways(objects)
		if err != nil {
			return err
		}
		objects = append(objects, ways...)
	}
	if err := p.cluster.Load(ctx, p.o.images()...); err != nil {
		return err
	}
	return p.timed("apply manifests", func() error { return rollout.Apply(ctx, p.dynamic, p.mapper, objects) })
}

// deployed tells an error at once when the namespace holds no deployment.
func (p *place) deployed(ctx context.Context) error {
	_, err := p.pods.Client.AppsV1().Deployments(p.namespace).Get(ctx, rollout.Server, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return fmt.Errorf("namespace %s holds no deployment %s; apply deploy/kustomize/%s to it first", p.namespace, rollout.Server, overlay)
	}
	if err != nil {
		return fmt.Errorf("look for deployment %s: %w", rollout.Server, err)
	}
	return nil
}

// await waits until the deployment is ready.
func (p *place) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	const lines = 10
	return rollout.Watched{
		Pods:        p.within(corev1.SchemeGroupVersion.WithResource("pods")),
		Deployments: p.within(appsv1.SchemeGroupVersion.WithResource("deployments")),
		Log: func(ctx context.Context, name, container string) string {
			return p.lastLines(ctx, pod.Container{Namespace: p.namespace, Pod: name, Name: container}, lines)
		},
	}.Await(ctx)
}

// within are the objects of a resource in the namespace.
func (p *place) within(r schema.GroupVersionResource) observe.Resource {
	return p.dynamic.Resource(r).Namespace(p.namespace)
}

// close removes what the run has brought up.
func (p *place) close(ctx context.Context) error {
	for _, m := range []*member{p.sidecar, p.runner, p.server, p.platform} {
		if m != nil {
			m.hand.Close()
		}
	}
	var errs []error
	if p.lease != nil {
		errs = append(errs, p.abandon(ctx))
	}
	if p.api != nil {
		utilnet.CloseIdleConnectionsFor(p.api.Transport) // the client's own method does not see through what wraps it
	}
	if p.cluster != nil {
		errs = append(errs, p.cluster.Close(p.o.Keep))
	}
	return errors.Join(errs...)
}

// abandon removes the namespace of a given cluster, or keeps it.
func (p *place) abandon(ctx context.Context) error {
	if p.o.Keep {
		p.o.Log(fmt.Sprintf("kept namespace %s: look at it by \"kubectl -n %s get pods\", delete it by \"kubectl delete namespace %s\"", p.namespace, p.namespace, p.namespace))
		return errors.Join(rollout.Keep(ctx, p.pods.Client, p.namespace), p.lease.Keep())
	}
	err := p.timed("delete namespace "+p.namespace, func() error {
		return rollout.Delete(ctx, p.pods.Client, p.dynamic.Resource(corev1.SchemeGroupVersion.WithResource("namespaces")), p.within(corev1.SchemeGroupVersion.WithResource("pods")), p.namespace)
	})
	if err != nil {
		return err
	}
	return p.lease.Release()
}

// timed logs how long a step took, also one that failed.
func (p *place) timed(what string, do func() error) error {
	start := time.Now()
	err := do()
	outcome := fmt.Sprintf("%.1f s", time.Since(start).Seconds())
	if err != nil {
		outcome = "failed after " + outcome
	}
	p.o.Log(what + " … " + outcome)
	return err
}
