// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"io/fs"

	"github.com/ambient-code/platform/components/ambient-mcp/deploy/kustomize"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/rollout"
)

// overlay is the kustomization that the contract runs against.
const overlay = "overlays/kind"

// manifests are what is deployed, with what is particular to this run.
func (p *place) manifests(labels, annotations map[string]string) rollout.Manifests {
	var files fs.FS = kustomize.FS
	if p.o.Manifests != nil {
		files = p.o.Manifests
	}
	ports := rollout.Internal
	switch {
	case p.cluster.Made:
		ports = rollout.Written
	case p.cluster.Name != "": // another deployment in it may have the one that is written
		ports = rollout.Assigned
	}
	return rollout.Manifests{
		FS: files, Overlay: overlay, Namespace: p.namespace, NodePorts: ports,
		Images: map[string]string{
			rollout.NameOf(DefaultServerImage): p.o.ServerImage, rollout.NameOf(DefaultPlatformImage): p.o.PlatformImage,
			rollout.NameOf(DefaultProbeImage): p.o.ProbeImage,
		},
		Labels: labels, Annotations: annotations,
	}
}
