// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package rollout brings the deployment under test into a cluster: it renders
// the manifests, applies them, and waits until everything is ready or it is clear
// who is to blame that it is not.
package rollout

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// Names of the deployment's objects and containers, as the manifests have them.
const (
	Server   = "ambient-mcp"     // Deployment, Service, container, service account
	Platform = "mockplatform"    // Deployment, Service, container
	Session  = "session-example" // Pod
	Runner   = "runner"          // container beside the server in the session's pod

	ServerPort   = 8090
	PlatformPort = 8000
)

// Manifests says what to render and how it differs from what is written there.
type Manifests struct {
	// FS holds kustomizations; Overlay is the directory of the one to render.
	FS      fs.FS
	Overlay string
	// Namespace replaces the overlay's own.
	Namespace string
	// Images replaces images, by their name without a tag.
	Images map[string]string
	// NodePorts says what becomes of Services of that type.
	NodePorts NodePorts
	// Labels and Annotations are added to the namespace.
	Labels, Annotations map[string]string
}

// NodePorts says what becomes of Services of type NodePort.
type NodePorts int

// The choices of [NodePorts].
const (
	// Written: they have the port that they ask for. One deployment per cluster can have it.
	Written NodePorts = iota
	// Assigned: they have a port of the cluster's choice.
	Assigned
	// Internal: they have none, and are of type ClusterIP.
	Internal
)

// Render returns the objects in the order in which they are to be applied.
func (m Manifests) Render() ([]*unstructured.Unstructured, error) {
	memory := filesys.MakeFsInMemory()
	err := fs.WalkDir(m.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(m.FS, path)
		if err != nil {
			return err
		}
		return memory.WriteFile("/"+path, text)
	})
	if err != nil {
		return nil, fmt.Errorf("read the manifests: %w", err)
	}
	rendered, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(memory, "/"+m.Overlay)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", m.Overlay, err)
	}
	var out []*unstructured.Unstructured
	for _, r := range rendered.Resources() {
		text, err := r.MarshalJSON()
		if err != nil {
			return nil, fmt.Errorf("render %s: %w", m.Overlay, err)
		}
		o := &unstructured.Unstructured{}
		if err := o.UnmarshalJSON(text); err != nil { // which makes the numbers what the API's clients expect
			return nil, fmt.Errorf("render %s: %w", m.Overlay, err)
		}
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(a, b *unstructured.Unstructured) int { return cmp.Compare(rank(a), rank(b)) })
	if err := m.adapt(out); err != nil {
		return nil, fmt.Errorf("render %s: %w", m.Overlay, err)
	}
	return out, nil
}

// rank orders kinds: what others need comes first.
func rank(o *unstructured.Unstructured) int {
	order := []string{"Namespace", "ServiceAccount", "Secret", "ConfigMap", "NetworkPolicy", "Service", "PodDisruptionBudget", "Deployment", "Pod"}
	if i := slices.Index(order, o.GetKind()); i >= 0 {
		return i
	}
	return len(order)
}

// adapt makes the differences.
func (m Manifests) adapt(objects []*unstructured.Unstructured) error {
	written := ""
	for _, o := range objects {
		if o.GetKind() == "Namespace" {
			written = o.GetName()
			o.SetName(m.Namespace)
			o.SetLabels(with(o.GetLabels(), m.Labels))
			o.SetAnnotations(with(o.GetAnnotations(), m.Annotations))
		}
	}
	if written == "" {
		return fmt.Errorf("there is no Namespace, so nothing says which name to replace")
	}
	for _, o := range objects {
		o.Object = m.replace(written, "", o.Object).(map[string]any)
		if o.GetKind() == "Service" && m.NodePorts != Written {
			unbind(o, m.NodePorts)
		}
	}
	return nil
}

// replace returns v, which stands under a key, with the written namespace and the images replaced.
func (m Manifests) replace(written, key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, below := range v {
			v[k] = m.replace(written, k, below)
		}
	case []any:
		for i, below := range v {
			v[i] = m.replace(written, key, below)
		}
	case string:
		switch {
		case v == written && (key == "namespace" || key == "kubernetes.io/metadata.name"):
			return m.Namespace
		case key == "image":
			if image := m.Images[NameOf(v)]; image != "" {
				return image
			}
		}
		return strings.ReplaceAll(v, "."+written+".svc", "."+m.Namespace+".svc")
	}
	return v
}

// NameOf is an image reference without its tag and digest.
func NameOf(image string) string {
	image, _, _ = strings.Cut(image, "@")
	if i := strings.LastIndexByte(image, ':'); i > strings.LastIndexByte(image, '/') {
		return image[:i]
	}
	return image
}

// unbind takes from a Service of type NodePort the port that it asks for, and the type if it is to be internal.
func unbind(o *unstructured.Unstructured, how NodePorts) {
	if kind, _, _ := unstructured.NestedString(o.Object, "spec", "type"); kind != "NodePort" {
		return
	}
	if how == Internal {
		unstructured.RemoveNestedField(o.Object, "spec", "type")
		unstructured.RemoveNestedField(o.Object, "spec", "externalTrafficPolicy")
	}
	ports, _, _ := unstructured.NestedSlice(o.Object, "spec", "ports")
	for _, p := range ports {
		if port, ok := p.(map[string]any); ok {
			delete(port, "nodePort")
		}
	}
	_ = unstructured.SetNestedSlice(o.Object, ports, "spec", "ports") // a spec is there, since it has a type
}

func with(have, more map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range []map[string]string{have, more} {
		for k, v := range m {
			out[k] = v
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
