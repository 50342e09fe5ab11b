// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/ambient-code/platform/components/ambient-mcp/deploy/kustomize"
)

// own is a deployment of the embedded manifests as the target asks for it.
func own(ports NodePorts) Manifests {
	return Manifests{
		FS: kustomize.FS, Overlay: "overlays/kind", Namespace: "ambient-contract-x", NodePorts: ports,
		Images: map[string]string{"localhost/vteam_ambient_mcp": "example.com/mine@sha256:0"},
		Labels: map[string]string{"run": "x"}, Annotations: map[string]string{"until": "noon"},
	}
}

func find(t *testing.T, objects []*unstructured.Unstructured, kind, name string) *unstructured.Unstructured {
	t.Helper()
	i := slices.IndexFunc(objects, func(o *unstructured.Unstructured) bool { return o.GetKind() == kind && o.GetName() == name })
	if i < 0 {
		t.Fatalf("there is no %s %s", kind, name)
	}
	return objects[i]
}

func TestRender(t *testing.T) {
	objects, err := own(Written).Render()
	if err != nil {
		t.Fatal(err)
	}
	ns := find(t, objects, "Namespace", "ambient-contract-x")
	if ns.GetLabels()["run"] != "x" || ns.GetLabels()["pod-security.kubernetes.io/enforce"] != "restricted" || ns.GetAnnotations()["until"] != "noon" {
		t.Errorf("namespace: labels %v, annotations %v", ns.GetLabels(), ns.GetAnnotations())
	}
	var kinds []string
	for _, o := range objects {
		kinds = append(kinds, o.GetKind())
		if o.GetKind() != "Namespace" && o.GetNamespace() != "ambient-contract-x" {
			t.Errorf("%s %s is in namespace %q", o.GetKind(), o.GetName(), o.GetNamespace())
		}
		text, err := o.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"ambient-contract"`) || strings.Contains(string(text), ".ambient-contract.") || strings.Contains(string(text), "vteam_ambient_mcp") {
			t.Errorf("something was not replaced: %s", text)
		}
	}
	if kinds[0] != "Namespace" || slices.Index(kinds, "ServiceAccount") > slices.Index(kinds, "Pod") {
		t.Errorf("the order is %q", kinds)
	}
	for _, name := range []string{Server, Platform} {
		find(t, objects, "Deployment", name)
		find(t, objects, "Service", name)
	}
	pod := find(t, objects, "Pod", Session)
	containers, _, _ := unstructured.NestedSlice(pod.Object, "spec", "containers")
	images := map[string]any{}
	for _, c := range containers {
		images[c.(map[string]any)["name"].(string)] = c.(map[string]any)["image"]
	}
	want := map[string]any{Runner: "localhost/vteam_session_probe:latest", Server: "example.com/mine@sha256:0"}
	if diff := cmp.Diff(want, images); diff != "" {
		t.Errorf("images of the session's pod (-want +got):\n%s", diff)
	}
}

func TestRenderNodePorts(t *testing.T) {
	for ports, want := range map[NodePorts][2]any{
		Written: {"NodePort", int64(30080)}, Assigned: {"NodePort", nil}, Internal: {nil, nil},
	} {
		objects, err := own(ports).Render()
		if err != nil {
			t.Fatal(err)
		}
		spec, _, _ := unstructured.NestedMap(find(t, objects, "Service", Server).Object, "spec")
		port := spec["ports"].([]any)[0].(map[string]any)
		if got := [2]any{spec["type"], port["nodePort"]}; got != want || port["port"] != int64(ServerPort) {
			t.Errorf("%d: got %v and port %v, want %v", ports, got, port["port"], want)
		}
	}
}

func TestRenderReplacesNames(t *testing.T) {
	const text = `apiVersion: v1
kind: Namespace
metadata: {name: old}
---
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: old, labels: {kind: old}}
spec:
  containers:
  - {name: c, image: "localhost:5000/old:v1", args: ["http://x.old.svc:1", "http://x.old.svc.cluster.local", old, "x.older.svc"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: r, namespace: old}
subjects: [{kind: ServiceAccount, name: a, namespace: old}]
roleRef: {kind: Role, name: r, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: n, namespace: old}
spec: {podSelector: {}, ingress: [{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: old}}}]}]}
`
	objects, err := Manifests{FS: fstest.MapFS{
		"o/kustomization.yaml": {Data: []byte("resources: [all.yaml]\n")}, "o/all.yaml": {Data: []byte(text)},
	}, Overlay: "o", Namespace: "new", Images: map[string]string{"localhost:5000/old": "other:v2"}}.Render()
	if err != nil {
		t.Fatal(err)
	}
	pod := find(t, objects, "Pod", "p").Object
	want := map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "p", "namespace": "new", "labels": map[string]any{"kind": "old"}},
		"spec": map[string]any{"containers": []any{map[string]any{
			"name": "c", "image": "other:v2", "args": []any{"http://x.new.svc:1", "http://x.new.svc.cluster.local", "old", "x.older.svc"},
		}}},
	}
	if diff := cmp.Diff(want, pod); diff != "" {
		t.Errorf("pod (-want +got):\n%s", diff)
	}
	subjects, _, _ := unstructured.NestedSlice(find(t, objects, "RoleBinding", "r").Object, "subjects")
	if subjects[0].(map[string]any)["namespace"] != "new" {
		t.Errorf("subjects %v", subjects)
	}
	policy, _ := find(t, objects, "NetworkPolicy", "n").MarshalJSON()
	if !strings.Contains(string(policy), `"kubernetes.io/metadata.name":"new"`) {
		t.Errorf("policy %s", policy)
	}
}

func TestRenderFails(t *testing.T) {
	for want, files := range map[string]fstest.MapFS{
		"render o: ": {},
		"render o: there is no Namespace, so nothing says which name to replace": {
			"o/kustomization.yaml": {Data: []byte("resources: [a.yaml]\n")},
			"o/a.yaml":             {Data: []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")},
		},
	} {
		if _, err := (Manifests{FS: files, Overlay: "o", Namespace: "n"}).Render(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestNameOf(t *testing.T) {
	for image, want := range map[string]string{
		"localhost/x:latest": "localhost/x", "localhost:5000/x": "localhost:5000/x", "localhost:5000/x:1": "localhost:5000/x",
		"x": "x", "x@sha256:0": "x", "a/x:1@sha256:0": "a/x",
	} {
		if got := NameOf(image); got != want {
			t.Errorf("%s: got %s, want %s", image, got, want)
		}
	}
}

func TestWays(t *testing.T) {
	objects, err := own(Assigned).Render()
	if err != nil {
		t.Fatal(err)
	}
	ways, err := Ways(objects)
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]map[string]string{SessionWay: find(t, objects, "Pod", Session).GetLabels()}
	template, _, _ := unstructured.NestedStringMap(find(t, objects, "Deployment", Platform).Object, "spec", "template", "metadata", "labels")
	labels[PlatformWay] = template
	for name, port := range map[string]int64{PlatformWay: PlatformPort, SessionWay: RelayPort} {
		service, policy := find(t, ways, "Service", name), find(t, ways, "NetworkPolicy", name)
		selector, _, _ := unstructured.NestedStringMap(service.Object, "spec", "selector")
		selected, _, _ := unstructured.NestedStringMap(policy.Object, "spec", "podSelector", "matchLabels")
		for _, s := range []map[string]string{selector, selected} {
			if len(s) == 0 {
				t.Errorf("%s selects everything", name)
			}
			for k, v := range s {
				if labels[name][k] != v {
					t.Errorf("%s selects %v, the pod has %v", name, s, labels[name])
				}
			}
		}
		ports, _, _ := unstructured.NestedSlice(service.Object, "spec", "ports")
		if got := ports[0].(map[string]any)["port"]; got != port || service.GetNamespace() != "ambient-contract-x" {
			t.Errorf("%s: port %v in namespace %s", name, got, service.GetNamespace())
		}
	}
	if _, err := Ways([]*unstructured.Unstructured{{Object: map[string]any{"kind": "Pod", "metadata": map[string]any{"name": Session}}}}); err == nil {
		t.Error("a pod without labels was taken")
	}
}
