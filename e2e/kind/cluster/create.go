// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/kind/pkg/apis/config/v1alpha4"
	kind "sigs.k8s.io/kind/pkg/cluster"
	kindexec "sigs.k8s.io/kind/pkg/exec"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// ServicePort is the port of a made cluster's node that 127.0.0.1 leads to.
const ServicePort = 30080

const (
	// prefix begins the name of every cluster that a run makes, and only of those.
	prefix = "ambient-contract-"
	// attempts: a node that does not boot is tried once more.
	attempts = 2
	// nodePatience bounds how long a node may take from boot to ready.
	nodePatience = 120 * time.Second
)

// await waits until every node of a cluster is ready.
type await func(ctx context.Context, c *rest.Config) error

// create makes a cluster of this run's own, under a lease.
func create(ctx context.Context, o Options, e engine, ready await) (*Cluster, error) {
	if err := sweep(e, o.Log); err != nil {
		return nil, err
	}
	for _, image := range o.Images {
		if id, err := imageID(ctx, image); err != nil {
			return nil, err
		} else if id == "" && strings.HasPrefix(image, local) {
			return nil, missing(image)
		}
	}
	name := prefix + lease.NewID()[:6]
	held, err := lease.Hold(name)
	if err != nil {
		return nil, err
	}
	c := &Cluster{Name: name, Made: true, engine: e, lease: held, log: o.Log}
	for attempt := 1; ; attempt++ {
		start := time.Now()
		if err = c.boot(ctx, o, ready); err == nil {
			o.Log(fmt.Sprintf("create cluster %s … %s", name, since(start)))
			return c, nil
		}
		err = fmt.Errorf("create cluster %s: %w", name, err)
		o.Log(fmt.Sprintf("%s … failed after %s", oneLine(err.Error()), since(start)))
		// A node that did not boot may have left its container, and the next has the same name.
		if gone := remove(e, name); gone != nil {
			return nil, errors.Join(err, gone)
		}
		if attempt == attempts || ctx.Err() != nil {
			return nil, errors.Join(err, held.Release())
		}
	}
}

// boot makes the cluster and waits for its nodes.
func (c *Cluster) boot(ctx context.Context, o Options, ready await) (err error) {
	if c.NodePort, err = freePort(ctx); err != nil {
		return err
	}
	if err := inPrivate(c.Name, func(kubeconfig string) error { return c.start(ctx, o.NodeImage, kubeconfig) }); err != nil {
		return err
	}
	text, err := c.engine.KubeConfig(c.Name, false)
	if err != nil {
		return plain(err)
	}
	if c.Config, err = clientcmd.RESTConfigFromKubeConfig([]byte(text)); err != nil {
		return fmt.Errorf("read the kubeconfig: %w", err)
	}
	unlimited(c.Config)
	ctx, cancel := context.WithTimeout(ctx, nodePatience)
	defer cancel()
	return ready(ctx, c.Config)
}

// start has kind make the cluster. Kind knows no context: to interrupt it, the nodes are taken from under it.
func (c *Cluster) start(ctx context.Context, image, kubeconfig string) error {
	made := make(chan error, 1)
	go func() {
		made <- c.engine.Create(c.Name,
			kind.CreateWithV1Alpha4Config(config(c.NodePort)), kind.CreateWithNodeImage(image),
			kind.CreateWithKubeconfigPath(kubeconfig), kind.CreateWithDisplayUsage(false), kind.CreateWithDisplaySalutation(false))
	}()
	select {
	case err := <-made:
		return plain(err)
	case <-ctx.Done():
	}
	err := remove(c.engine, c.Name)
	if late := <-made; late == nil { // it was made all the same
		err = remove(c.engine, c.Name)
	}
	return errors.Join(context.Cause(ctx), err)
}

func config(port int) *v1alpha4.Cluster {
	return &v1alpha4.Cluster{
		TypeMeta:   v1alpha4.TypeMeta{Kind: "Cluster", APIVersion: "kind.x-k8s.io/v1alpha4"},
		Networking: v1alpha4.Networking{APIServerAddress: "127.0.0.1"},
		Nodes: []v1alpha4.Node{{
			Role: v1alpha4.ControlPlaneRole,
			ExtraPortMappings: []v1alpha4.PortMapping{
				{ContainerPort: ServicePort, HostPort: int32(port), ListenAddress: "127.0.0.1"},
			},
		}},
	}
}

// sweep deletes the clusters of runs that were killed.
func sweep(e engine, log func(string)) error {
	names, err := e.List()
	if err != nil {
		return fmt.Errorf("list the clusters of this machine: %w; a container engine must run, or name a cluster by --kubeconfig", plain(err))
	}
	for _, name := range names {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		switch dead, err := lease.Dead(name); {
		case err != nil:
			return err
		case !dead:
			continue
		}
		log(fmt.Sprintf("delete cluster %s, which a run that was killed has left", name))
		if err := errors.Join(remove(e, name), tidy(name), lease.Forget(name)); err != nil {
			return err
		}
	}
	return nil
}

// freePort picks a port of 127.0.0.1 that nobody has.
func freePort(ctx context.Context) (int, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("pick a port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// plain is an error of kind with the last line that the engine said, which kind's own text leaves out.
func plain(err error) error {
	if err == nil {
		return nil
	}
	if failed := kindexec.RunErrorForError(err); failed != nil {
		lines := strings.Split(strings.TrimSpace(string(failed.Output)), "\n")
		if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
			return fmt.Errorf("%s: %s", oneLine(err.Error()), last)
		}
	}
	return errors.New(oneLine(err.Error()))
}
