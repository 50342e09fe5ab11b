// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	authv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/restmapper"
	clienttesting "k8s.io/client-go/testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
)

// mapper knows what a cluster knows of these kinds.
func mapper() meta.RESTMapper {
	group := func(name string, resources ...metav1.APIResource) *restmapper.APIGroupResources {
		v := metav1.GroupVersionForDiscovery{GroupVersion: strings.TrimPrefix(name+"/v1", "/"), Version: "v1"}
		return &restmapper.APIGroupResources{
			Group:              metav1.APIGroup{Name: name, Versions: []metav1.GroupVersionForDiscovery{v}, PreferredVersion: v},
			VersionedResources: map[string][]metav1.APIResource{"v1": resources},
		}
	}
	resource := func(plural, kind string, namespaced bool) metav1.APIResource {
		return metav1.APIResource{Name: plural, SingularName: strings.ToLower(kind), Kind: kind, Namespaced: namespaced}
	}
	return restmapper.NewDiscoveryRESTMapper([]*restmapper.APIGroupResources{
		group("", resource("pods", "Pod", true), resource("serviceaccounts", "ServiceAccount", true), resource("nodes", "Node", false)),
		group("apps", resource("deployments", "Deployment", true)),
		group("batch", resource("jobs", "Job", true)),
	})
}

func TestObjects(t *testing.T) {
	in := func(namespace, name string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Namespace: namespace, Name: name}
	}
	p := &place{namespace: "n", mapper: mapper(), dynamic: dynamicfake.NewSimpleDynamicClient(scheme.Scheme,
		&corev1.Pod{ObjectMeta: in("n", "mine"), Spec: corev1.PodSpec{ServiceAccountName: "a"}}, &corev1.Pod{ObjectMeta: in("other", "theirs")},
		&appsv1.Deployment{ObjectMeta: in("n", "d")}, &corev1.Node{ObjectMeta: in("", "node")},
	)}
	e := &env{place: p}
	for kind, want := range map[string]string{"Pod": "mine", "Deployment": "d", "Node": "node"} {
		got, err := e.Objects(t.Context(), kind)
		if err != nil || len(got) != 1 || got[0]["metadata"].(map[string]any)["name"] != want || got[0]["kind"] != kind {
			t.Errorf("%s: %v, %v", kind, got, err)
		}
	}
	if _, err := e.Objects(t.Context(), "Moon"); err == nil || !strings.HasPrefix(err.Error(), "look for the kind Moon: ") {
		t.Errorf("got %v", err)
	}
}

func TestAttributes(t *testing.T) {
	for resource, want := range map[string]authv1.ResourceAttributes{
		"pods":                  {Resource: "pods"},
		"pods/exec":             {Resource: "pods", Subresource: "exec"},
		"serviceaccounts/token": {Resource: "serviceaccounts", Subresource: "token"},
		"apps/deployments":      {Group: "apps", Resource: "deployments"},
		"batch/jobs":            {Group: "batch", Resource: "jobs"},
		"nodes":                 {Resource: "nodes"},
	} {
		got, err := attributes(mapper(), resource)
		if err != nil || *got != want {
			t.Errorf("%s: %+v, %v", resource, got, err)
		}
	}
	for _, resource := range []string{"moons", "moons/dust", ""} {
		if got, err := attributes(mapper(), resource); err == nil {
			t.Errorf("%q is %+v", resource, got)
		}
	}
}

func TestMay(t *testing.T) {
	client := fake.NewClientset()
	var asked authv1.SubjectAccessReviewSpec
	answer := authv1.SubjectAccessReviewStatus{Allowed: true}
	client.PrependReactor("create", "localsubjectaccessreviews", func(a clienttesting.Action) (bool, runtime.Object, error) {
		asked = a.(clienttesting.CreateAction).GetObject().(*authv1.LocalSubjectAccessReview).Spec
		return true, &authv1.LocalSubjectAccessReview{Status: answer}, nil
	})
	e := &env{place: &place{namespace: "n", mapper: mapper(), pods: pod.Cluster{Client: client}}}
	if may, err := e.May(t.Context(), "ambient-mcp", "create", "pods/exec"); !may || err != nil {
		t.Errorf("allowed: %t, %v", may, err)
	}
	want := authv1.ResourceAttributes{Namespace: "n", Verb: "create", Resource: "pods", Subresource: "exec"}
	if asked.User != "system:serviceaccount:n:ambient-mcp" || *asked.ResourceAttributes != want || len(asked.Groups) != 3 {
		t.Errorf("asked for %+v, %+v", asked, asked.ResourceAttributes)
	}
	answer = authv1.SubjectAccessReviewStatus{}
	if may, err := e.May(t.Context(), "ambient-mcp", "get", "pods"); may || err != nil {
		t.Errorf("denied: %t, %v", may, err)
	}
	answer.EvaluationError = `RBAC: role.rbac.authorization.k8s.io "gone" not found`
	if may, err := e.May(t.Context(), "ambient-mcp", "get", "pods"); may || err != nil {
		t.Errorf("denied beside a binding to nothing: %t, %v", may, err)
	}
	answer.EvaluationError = "no webhook"
	if _, err := e.May(t.Context(), "ambient-mcp", "get", "pods"); err == nil {
		t.Error("what could not be evaluated counts as denied")
	}
	if _, err := e.May(t.Context(), "ambient-mcp", "get", "moons"); err == nil {
		t.Error("what is not there counts as denied")
	}
}
