// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"fmt"
	"io/fs"
	"slices"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/ambient-code/platform/components/ambient-mcp/deploy/kustomize"
)

// Directories that are applied as they are, and the base that others build on.
const (
	base   = "base"
	dev    = "overlays/dev"
	kind   = "overlays/kind"
	shards = "shards"
)

// deployments are what is in a namespace together.
var deployments = map[string][]string{
	"base": {base}, "dev": {dev}, "kind": {kind}, "shards": {kind, shards},
}

// manifests are the objects that some directories render to.
type manifests []runtime.Object

// render renders directories of the embedded files, and more files when given.
func render(t *testing.T, dirs []string, more ...map[string]string) manifests {
	t.Helper()
	memory := filesys.MakeFsInMemory()
	write := func(path string, text []byte) {
		if err := memory.WriteFile("/"+path, text); err != nil {
			t.Fatal(err)
		}
	}
	err := fs.WalkDir(kustomize.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(kustomize.FS, path)
		write(path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, files := range more {
		for path, text := range files {
			write(path, []byte(text))
		}
	}
	// A field that Kubernetes does not know is an error.
	decoder := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, json.SerializerOptions{Yaml: true, Strict: true})
	var out manifests
	for _, dir := range dirs {
		rendered, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(memory, "/"+dir)
		if err != nil {
			t.Fatalf("render %s: %v", dir, err)
		}
		for _, r := range rendered.Resources() {
			text, err := r.AsYAML()
			if err != nil {
				t.Fatal(err)
			}
			o, _, err := decoder.Decode(text, nil, nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", dir, r.CurId(), err)
			}
			out = append(out, o)
		}
	}
	return out
}

// copy is a copy that can be changed.
func (m manifests) copy() manifests {
	out := make(manifests, len(m))
	for i, o := range m {
		out[i] = o.DeepCopyObject()
	}
	return out
}

// of are the objects of one type.
func of[T runtime.Object](m manifests) []T {
	var out []T
	for _, o := range m {
		if typed, ok := o.(T); ok {
			out = append(out, typed)
		}
	}
	return out
}

// named is the object of one type that has the name.
func named[T interface {
	runtime.Object
	metav1.Object
}](m manifests, name string) T {
	all := of[T](m)
	i := slices.IndexFunc(all, func(o T) bool { return o.GetName() == name })
	if i < 0 {
		panic(fmt.Sprintf("there is no %T %s", *new(T), name))
	}
	return all[i]
}

// pod is a Pod, or the template of those that a controller makes.
type pod struct {
	owner     string // "Pod session-example"
	namespace string
	meta      *metav1.ObjectMeta
	spec      *corev1.PodSpec
	job       bool // it ends by itself and serves nobody
}

func (m manifests) pods() []pod {
	var out []pod
	for _, o := range m {
		switch o := o.(type) {
		case *corev1.Pod:
			out = append(out, pod{"Pod " + o.Name, o.Namespace, &o.ObjectMeta, &o.Spec, false})
		case *appsv1.Deployment:
			out = append(out, pod{"Deployment " + o.Name, o.Namespace, &o.Spec.Template.ObjectMeta, &o.Spec.Template.Spec, false})
		case *batchv1.Job:
			out = append(out, pod{"Job " + o.Name, o.Namespace, &o.Spec.Template.ObjectMeta, &o.Spec.Template.Spec, true})
		}
	}
	return out
}

// container is one container of a pod.
type container struct {
	*corev1.Container
	pod     pod
	initial bool
}

func (c container) String() string { return c.pod.owner + ", container " + c.Name }

func (m manifests) containers() []container {
	var out []container
	for _, p := range m.pods() {
		for i := range p.spec.InitContainers {
			out = append(out, container{&p.spec.InitContainers[i], p, true})
		}
		for i := range p.spec.Containers {
			out = append(out, container{&p.spec.Containers[i], p, false})
		}
	}
	return out
}

// env is the value of a variable, and whether it is there at all.
func (c container) env(name string) (corev1.EnvVar, bool) {
	i := slices.IndexFunc(c.Env, func(v corev1.EnvVar) bool { return v.Name == name })
	if i < 0 {
		return corev1.EnvVar{}, false
	}
	return c.Env[i], true
}
