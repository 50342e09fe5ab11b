// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package cluster makes the cluster that the contract runs in, or takes a given
// one, and clears away what runs that were killed have left.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	kind "sigs.k8s.io/kind/pkg/cluster"
	"sigs.k8s.io/kind/pkg/cluster/nodes"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// NodeImageEnv names the variable that says which node image a made cluster has.
const NodeImageEnv = "KIND_NODE_IMAGE"

// Options says which cluster is wanted. A cluster is made unless one is given
// by Kubeconfig, Context or InCluster.
type Options struct {
	// Kubeconfig is the path of the file that leads to a given cluster, Context
	// the context in it; with Context alone the user's own files are looked at.
	Kubeconfig, Context string
	// InCluster: this process runs in a pod of the given cluster.
	InCluster bool
	// NodeImage is that of a made cluster; $KIND_NODE_IMAGE, then kind's default, when empty.
	NodeImage string
	// Images are those that will be loaded: before a cluster is made for them, they must be there.
	Images []string
	// Log hears what is done, one line each; nobody when nil.
	Log func(line string)
}

// Cluster is one to run in. [Open] makes or takes it.
type Cluster struct {
	// Name is kind's name of the cluster; empty when it is none of this machine's.
	Name string
	// Config leads to its API. It has no limit of requests per second.
	Config *rest.Config
	// Made: the cluster is of this run, which deletes it.
	Made bool
	// NodePort is the port of 127.0.0.1 that leads to [ServicePort] of the node; 0 when none does.
	NodePort int

	engine engine
	lease  *lease.Lease
	log    func(string)
}

// engine is what is needed of kind; its own type in earnest.
type engine interface {
	Create(name string, options ...kind.CreateOption) error
	Delete(name, kubeconfig string) error
	List() ([]string, error)
	KubeConfig(name string, internal bool) (string, error)
	ListInternalNodes(name string) ([]nodes.Node, error)
}

// Open makes or takes the cluster that the options ask for.
func Open(ctx context.Context, o Options) (*Cluster, error) {
	if o.Log == nil {
		o.Log = func(string) {}
	}
	if o.NodeImage == "" {
		o.NodeImage = os.Getenv(NodeImageEnv)
	}
	if o.InCluster || o.Kubeconfig != "" || o.Context != "" {
		return given(o, newEngine())
	}
	return create(ctx, o, newEngine(), awaitNodes)
}

func newEngine() engine { return kind.NewProvider(providerOptions()...) }

// providerOptions follow the kind program: its variable first, then what is installed.
func providerOptions() []kind.ProviderOption {
	switch os.Getenv("KIND_EXPERIMENTAL_PROVIDER") {
	case "podman":
		return []kind.ProviderOption{kind.ProviderWithPodman()}
	case "docker":
		return []kind.ProviderOption{kind.ProviderWithDocker()}
	case "nerdctl", "finch", "nerdctl.lima":
		return []kind.ProviderOption{kind.ProviderWithNerdctl(os.Getenv("KIND_EXPERIMENTAL_PROVIDER"))}
	}
	return nil
}

// Close deletes a cluster that was made; keep leaves it and says how to use it.
func (c *Cluster) Close(keep bool) error {
	if !c.Made {
		return nil
	}
	if keep {
		c.log(fmt.Sprintf("kept cluster %s: use it by \"kind get kubeconfig --name %s\", delete it by \"kind delete cluster --name %s\"", c.Name, c.Name, c.Name))
		return c.lease.Keep()
	}
	start := time.Now()
	if err := remove(c.engine, c.Name); err != nil {
		return err
	}
	c.log(fmt.Sprintf("delete cluster %s … %s", c.Name, since(start)))
	return c.lease.Release()
}

// remove deletes a cluster. The kubeconfig that kind would mend is one that nobody uses.
func remove(e engine, name string) error {
	return inPrivate(name, func(kubeconfig string) error {
		if err := e.Delete(name, kubeconfig); err != nil {
			return fmt.Errorf("delete cluster %s: %w", name, plain(err))
		}
		return nil
	})
}

// inPrivate hands over the path of a file in a directory of its own, which is then removed.
func inPrivate(name string, do func(path string) error) error {
	dir, err := os.MkdirTemp("", name+"-")
	if err != nil {
		return fmt.Errorf("make a directory for a kubeconfig: %w", err)
	}
	return errors.Join(do(filepath.Join(dir, "kubeconfig")), os.RemoveAll(dir))
}

// tidy removes the directories that a run that was killed has left of inPrivate.
func tidy(name string) error {
	left, err := filepath.Glob(filepath.Join(os.TempDir(), name+"-*"))
	errs := []error{err}
	for _, dir := range left {
		errs = append(errs, os.RemoveAll(dir))
	}
	return errors.Join(errs...)
}

// since is how long something took, as a log line says it.
func since(start time.Time) string {
	return fmt.Sprintf("%.1f s", time.Since(start).Seconds())
}

// oneLine is a text without line ends.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
