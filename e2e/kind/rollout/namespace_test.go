// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	clienttesting "k8s.io/client-go/testing"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

var noon = time.Date(2026, 3, 21, 12, 0, 0, 0, time.UTC)

func namespace(name, run string, made time.Time) *corev1.Namespace {
	labels, annotations := Marks(run, made)
	return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels, Annotations: annotations}}
}

// cache makes a cache directory of the test's own, with leases that nobody holds.
func cache(t *testing.T, left ...string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	if err := os.MkdirAll(filepath.Join(dir, "ambient-contract"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range left {
		if err := os.WriteFile(filepath.Join(dir, "ambient-contract", name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSweep(t *testing.T) {
	cache(t, "dead", "kept", "kept.kept")
	held, err := lease.Hold("lives")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	ending := namespace("ending", "dead", noon)
	ending.DeletionTimestamp = &metav1.Time{Time: noon}
	timeless := namespace("timeless", "elsewhere", noon)
	timeless.Annotations = nil
	client := fake.NewClientset(
		namespace("of-the-dead", "dead", noon), namespace("of-the-living", "lives", noon), namespace("kept", "kept", noon.Add(-2*Lifetime)),
		namespace("elsewhere", "elsewhere", noon), namespace("expired", "elsewhere", noon.Add(-Lifetime-time.Minute)), ending, timeless,
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "others"}},
	)
	var told []string
	if err := Sweep(t.Context(), client, clocktesting.NewFakePassiveClock(noon.Add(time.Minute)), func(line string) { told = append(told, line) }); err != nil {
		t.Fatal(err)
	}
	var deleted []string
	for _, a := range client.Actions() {
		if d, ok := a.(clienttesting.DeleteAction); ok {
			deleted = append(deleted, d.GetName())
		}
	}
	if slices.Sort(deleted); !slices.Equal(deleted, []string{"expired", "of-the-dead"}) || len(told) != 2 {
		t.Errorf("deleted %q, told %q", deleted, told)
	}
	if dead, err := lease.Dead("dead"); dead || err != nil {
		t.Errorf("what was cleared away is not forgotten: %t, %v", dead, err)
	}
}

func TestKeepAndFree(t *testing.T) {
	client := fake.NewClientset(namespace("mine", "run", noon))
	if err := Keep(t.Context(), client, "mine"); err != nil {
		t.Fatal(err)
	}
	n, err := client.CoreV1().Namespaces().Get(t.Context(), "mine", metav1.GetOptions{})
	if err != nil || n.Annotations[Expires] != "" || n.Labels[lease.Label] != "run" {
		t.Errorf("kept: %v, %v", n, err)
	}
	if err := Keep(t.Context(), client, "gone"); err == nil {
		t.Error("kept what is not there")
	}
	if err := Free(t.Context(), client, "new"); err != nil {
		t.Error(err)
	}
	if err := Free(t.Context(), client, "mine"); err == nil || !strings.Contains(err.Error(), "namespace mine is there already; name another by --namespace") {
		t.Errorf("got %v", err)
	}
}

func TestApply(t *testing.T) {
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Namespace"), meta.RESTScopeRoot)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Pod"), meta.RESTScopeNamespace)
	ns := loose(&corev1.Namespace{TypeMeta: metav1.TypeMeta{Kind: "Namespace", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: "n"}})
	p := loose(&corev1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: "p", Namespace: "n"}})
	forbidden := func(why string) error {
		return apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "p", errors.New(why))
	}
	tests := map[string]struct {
		answers []error // to the applies of the pod
		server  bool
		err     string
	}{
		"at once":                         {answers: []error{nil}},
		"once the account is known":       {answers: []error{forbidden("error looking up service account n/a: not found"), nil}},
		"once the API has time":           {answers: []error{apierrors.NewTooManyRequests("later", 1), nil}},
		"refused for another's container": {answers: []error{forbidden(`violates PodSecurity "restricted": container "runner"`)}, err: "apply Pod p: pods \"p\" is forbidden"},
		"refused for the server's":        {answers: []error{forbidden(`violates PodSecurity "restricted": container "ambient-mcp"`)}, server: true, err: "apply Pod p"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			client := dynamicfake.NewSimpleDynamicClient(scheme.Scheme)
			var where []string
			client.PrependReactor("patch", "*", func(a clienttesting.Action) (bool, runtime.Object, error) {
				where = append(where, a.GetNamespace()+"/"+a.GetResource().Resource)
				if a.GetResource().Resource != "pods" {
					return true, ns, nil
				}
				err := tt.answers[0]
				tt.answers = tt.answers[1:]
				return true, p, err
			})
			err := Apply(t.Context(), client, mapper, []*unstructured.Unstructured{ns, p})
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("got %v, want %s", err, tt.err)
			}
			if errors.Is(err, target.ErrServer) != tt.server {
				t.Errorf("the server is to blame: %t, by %v", !tt.server, err)
			}
			if len(tt.answers) > 0 || where[0] != "/namespaces" || where[1] != "n/pods" {
				t.Errorf("left %v, applied to %q", tt.answers, where)
			}
		})
	}
}

func TestDelete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := fake.NewClientset(namespace("mine", "run", noon), &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "mine", Name: "p"}})
		pods := &resource{[]runtime.Object{pod("p")}, watch.NewFake()}
		namespaces := &resource{[]runtime.Object{namespace("mine", "run", noon), namespace("others", "run", noon)}, watch.NewFake()}
		time.AfterFunc(time.Second, func() { pods.watch.Delete(loose(pod("p"))) })
		time.AfterFunc(3*time.Second, func() { namespaces.watch.Delete(loose(namespace("mine", "run", noon))) })
		start := time.Now()
		if err := Delete(t.Context(), client, namespaces, pods, "mine"); err != nil || time.Since(start) != 3*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
		var did []string
		for _, a := range client.Actions() {
			did = append(did, a.GetVerb()+" "+a.GetResource().Resource)
		}
		if want := []string{"delete-collection deployments", "delete-collection pods", "delete namespaces"}; !slices.Equal(did, want) {
			t.Errorf("did %q", did)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		client = fake.NewClientset(namespace("mine", "run", noon))
		stuck := &resource{[]runtime.Object{namespace("mine", "run", noon)}, watch.NewFake()}
		err := Delete(ctx, client, stuck, &resource{nil, watch.NewFake()}, "mine")
		if !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "delete namespace mine: ") {
			t.Errorf("what does not go: %v", err)
		}
		if err := Delete(t.Context(), fake.NewClientset(), stuck, &resource{nil, watch.NewFake()}, "mine"); err != nil {
			t.Errorf("what is gone already: %v", err)
		}
	})
}
