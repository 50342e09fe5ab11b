// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"io/fs"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// The images that are deployed unless others are named.
const (
	DefaultServerImage   = "localhost/vteam_ambient_mcp:latest"
	DefaultPlatformImage = "localhost/vteam_mockplatform:latest"
	DefaultProbeImage    = "localhost/vteam_session_probe:latest"
)

// DefaultNamespace is that of a deployment that is there already, and of one in a cluster of its own.
const DefaultNamespace = "ambient-contract"

// SessionOptions says where the deployment runs and what is deployed. A cluster
// is made and deleted unless Kubeconfig, Context or InCluster names one.
type SessionOptions struct {
	// Kubeconfig is the path of the file that leads to a given cluster, Context the context in it.
	Kubeconfig, Context string
	// Namespace is made, and deleted at the end; in a given cluster one of the
	// run's own when empty. With Deployed it is the one that is there.
	Namespace string
	// NodeImage is that of the cluster that is made; $KIND_NODE_IMAGE, then kind's default, when empty.
	NodeImage string
	// The images that are deployed; the default ones when empty.
	ServerImage, PlatformImage, ProbeImage string
	// Keep leaves cluster and deployment behind and says how to use and delete them.
	Keep bool
	// InCluster: this process runs in a pod of the cluster.
	InCluster bool
	// Deployed: everything is in Namespace already, and stays.
	Deployed bool
	// Indirect: everything is reached through the cluster's API, also where there is a faster way.
	Indirect bool
	// Manifests are kustomizations as in deploy/kustomize, which are used when nil.
	Manifests fs.FS
	// Log hears what is done and how long it took, one line each; nobody when nil.
	Log func(line string)
}

func (o SessionOptions) withDefaults() SessionOptions {
	set := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	set(&o.ServerImage, DefaultServerImage)
	set(&o.PlatformImage, DefaultPlatformImage)
	set(&o.ProbeImage, DefaultProbeImage)
	if o.Log == nil {
		o.Log = func(string) {}
	}
	if o.Namespace == "" && (o.Deployed || !o.given()) {
		o.Namespace = DefaultNamespace
	}
	return o
}

func (o SessionOptions) images() []string {
	return []string{o.ServerImage, o.PlatformImage, o.ProbeImage}
}

// given tells whether the cluster is somebody else's.
func (o SessionOptions) given() bool { return o.Kubeconfig != "" || o.Context != "" || o.InCluster }

// Session is a deployment that the passes of a run share. The first pass brings
// it up, the last one that closes removes it. Make one with [NewSession].
type Session struct {
	o SessionOptions

	mu    sync.Mutex
	users int
	begun bool
	place *place
	err   error
}

// NewSession returns a session that has not started anything.
func NewSession(o SessionOptions) *Session { return &Session{o: o.withDefaults()} }

// join counts one more target.
func (s *Session) join() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users++
}

// open brings the deployment up. What could not be brought up once is not tried again.
func (s *Session) open(ctx context.Context) (*place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun {
		s.begun = true
		s.place = &place{o: s.o, run: lease.NewID()}
		s.err = s.place.open(ctx)
	}
	return s.place, s.err
}

// leave counts one target less and removes everything after the last.
func (s *Session) leave(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users--; s.users > 0 || s.place == nil {
		return nil
	}
	p := s.place
	s.place, s.err = nil, errors.New("the session is closed")
	return p.close(ctx)
}
