// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/container"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind"
)

// addImages adds the flags of the targets that run images.
func (f *runFlags) addImages(flags *pflag.FlagSet) {
	flags.StringVar(&f.serverImage, "server-image", container.DefaultServerImage, "image under test, for the targets container and kind")
	flags.StringVar(&f.platformImage, "platform-image", container.DefaultPlatformImage, "image of the in-memory platform, for the targets container and kind")
	flags.StringVar(&f.probeImage, "probe-image", kind.DefaultProbeImage, "image of the runner's stand-in, for target kind")
}

// addCluster adds the flags of target kind.
func (f *runFlags) addCluster(flags *pflag.FlagSet) {
	flags.StringVar(&f.kubeconfig, "kubeconfig", "", "use the cluster of this file instead of making one, for target kind")
	flags.StringVar(&f.context, "context", "", "context of --kubeconfig; its current one when empty")
	flags.StringVar(&f.namespace, "namespace", "", "namespace to make, or with --deployed the one that is there; one of the run's own when empty")
	flags.BoolVar(&f.keep, "keep", false, "leave cluster and deployment behind and say how to use and delete them")
	flags.BoolVar(&f.inCluster, "in-cluster", false, "this program runs in a pod of the cluster")
	flags.BoolVar(&f.deployed, "deployed", false, "everything is in --namespace already and stays")
}

// cluster refuses flags of target kind that contradict each other.
func (f *runFlags) cluster() error {
	switch {
	case f.inCluster && f.kubeconfig != "":
		return errors.New("--in-cluster and --kubeconfig exclude each other")
	case f.context != "" && f.kubeconfig == "":
		return errors.New("--context needs --kubeconfig")
	case f.deployed && f.namespace == "":
		return errors.New("--deployed needs --namespace")
	case f.deployed && f.kubeconfig == "" && !f.inCluster:
		return errors.New("--deployed needs --kubeconfig or --in-cluster")
	}
	if problems := validation.IsDNS1123Label(f.namespace); f.namespace != "" && len(problems) > 0 {
		return fmt.Errorf("--namespace %q is no name of a namespace: lower-case letters, digits and -, at most 63", f.namespace)
	}
	if f.kubeconfig != "" {
		if info, err := os.Stat(f.kubeconfig); err != nil || info.IsDir() {
			return fmt.Errorf("--kubeconfig %s is not a file that can be read", f.kubeconfig)
		}
	}
	return nil
}

// newSession is what the passes in a cluster share; nothing is made before the first begins.
func (f *runFlags) newSession(progress io.Writer) *kind.Session {
	return kind.NewSession(kind.SessionOptions{
		Kubeconfig: f.kubeconfig, Context: f.context, Namespace: f.namespace,
		ServerImage: f.serverImage, PlatformImage: f.platformImage, ProbeImage: f.probeImage,
		Keep: f.keep, InCluster: f.inCluster, Deployed: f.deployed,
		Log: func(line string) { fmt.Fprintf(progress, "contract: %s\n", line) },
	})
}
