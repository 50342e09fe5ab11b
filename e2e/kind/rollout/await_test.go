// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// resource has these objects, and a watch that tells of changes.
type resource struct {
	items []runtime.Object
	watch *watch.FakeWatcher
}

func (r *resource) List(context.Context, metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	list := &unstructured.UnstructuredList{}
	for _, o := range r.items {
		list.Items = append(list.Items, *loose(o))
	}
	return list, nil
}

func (r *resource) Watch(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return r.watch, nil
}

func loose(o runtime.Object) *unstructured.Unstructured {
	m, err := runtime.DefaultUnstructuredConverter.ToUnstructured(o)
	if err != nil {
		panic(err)
	}
	return &unstructured.Unstructured{Object: m}
}

func deployed(name string, available int32) *appsv1.Deployment {
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Status: appsv1.DeploymentStatus{UpdatedReplicas: 1, AvailableReplicas: available, Conditions: []appsv1.DeploymentCondition{
			{Type: appsv1.DeploymentAvailable, LastTransitionTime: metav1.NewTime(noon)},
		}},
	}
}

// pod has containers in these states, in the order of their names as given.
func pod(name string, containers ...corev1.ContainerStatus) *corev1.Pod {
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}, Status: corev1.PodStatus{ContainerStatuses: containers}}
	for _, c := range containers {
		p.Spec.Containers = append(p.Spec.Containers, corev1.Container{Name: c.Name})
	}
	return p
}

func ready(name string) corev1.ContainerStatus {
	return corev1.ContainerStatus{Name: name, Ready: true, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}}
}

func runs(name string) corev1.ContainerStatus {
	return corev1.ContainerStatus{Name: name, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}}
}

func waits(name, reason, message string) corev1.ContainerStatus {
	return corev1.ContainerStatus{Name: name, State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason, Message: message}}}
}

// crashes is a container that ended that long after the platform was there.
func crashes(name string, after time.Duration) corev1.ContainerStatus {
	s := waits(name, "CrashLoopBackOff", "back-off")
	s.LastTerminationState.Terminated = &corev1.ContainerStateTerminated{ExitCode: 2, Reason: "Error", FinishedAt: metav1.NewTime(noon.Add(after))}
	return s
}

const root = "container has runAsNonRoot and image will run as root"

func TestAwait(t *testing.T) {
	refusedByPolicy := deployed(Server, 0)
	refusedByPolicy.Status.Conditions = []appsv1.DeploymentCondition{{
		Type: appsv1.DeploymentReplicaFailure, Status: corev1.ConditionTrue, Reason: "FailedCreate",
		Message: `pods "x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "ambient-mcp" must set it)`,
	}}
	tests := []struct {
		name        string
		deployments []runtime.Object
		pods        []runtime.Object
		// later are the pods that change a second after that, with every deployment there.
		later  []*corev1.Pod
		server bool
		err    string
	}{
		{
			name: "everything there", deployments: []runtime.Object{deployed(Server, 1), deployed(Platform, 1)},
			pods: []runtime.Object{pod(Session, ready(Runner), ready(Server))},
		},
		{
			name: "everything there in time", deployments: []runtime.Object{deployed(Server, 1), deployed(Platform, 0)},
			pods:  []runtime.Object{pod(Session, runs(Runner), crashes(Server, -time.Second))}, // the platform is not there yet
			later: []*corev1.Pod{pod(Session, ready(Runner), ready(Server))},
		},
		{
			name: "an image that runs as root", deployments: []runtime.Object{deployed(Server, 0), deployed(Platform, 0)},
			pods:   []runtime.Object{pod(Session, runs(Runner), waits(Server, "CreateContainerConfigError", root))},
			server: true, err: "pod session-example, container ambient-mcp: CreateContainerConfigError: " + root + "; its last lines: said this",
		},
		{
			name: "a server that keeps ending", deployments: []runtime.Object{deployed(Server, 0), deployed(Platform, 1)},
			pods:   []runtime.Object{pod(Session, crashes(Runner, time.Second), crashes(Server, time.Second))},
			server: true, err: "pod session-example, container ambient-mcp: CrashLoopBackOff: it ended with exit code 2 (Error); its last lines: said this",
		},
		{
			name: "a server whose pods are refused", deployments: []runtime.Object{refusedByPolicy, deployed(Platform, 0)},
			server: true, err: `pod of the deployment ambient-mcp, container ambient-mcp: FailedCreate: pods "x" is forbidden: violates PodSecurity`,
		},
		{
			name: "an image of the server that nobody has", deployments: []runtime.Object{deployed(Server, 0), deployed(Platform, 1)},
			pods: []runtime.Object{pod(Session, waits(Server, "ImagePullBackOff", "no"))},
			err:  `pod session-example, container ambient-mcp: ImagePullBackOff: no; run "make images", or name another image by its flag`,
		},
		{
			name: "a platform that keeps ending", deployments: []runtime.Object{deployed(Server, 0), deployed(Platform, 0)},
			pods: []runtime.Object{pod("m", crashes(Platform, time.Second)), pod(Session, crashes(Server, time.Second))},
			err:  "pod m, container mockplatform: CrashLoopBackOff",
		},
		{
			name: "a runner that keeps ending beside a server that is ready", deployments: []runtime.Object{deployed(Server, 1), deployed(Platform, 1)},
			pods: []runtime.Object{pod(Session, crashes(Runner, time.Second), ready(Server))},
			err:  "pod session-example, container runner: CrashLoopBackOff",
		},
		{
			name: "a server that never gets ready", deployments: []runtime.Object{deployed(Server, 0), deployed(Platform, 1)},
			pods:   []runtime.Object{pod(Session, runs(Runner), runs(Server))},
			server: true, err: "pod session-example, container ambient-mcp: it runs and is not ready; its last lines: said this",
		},
		{
			name: "a node that is full", deployments: []runtime.Object{deployed(Server, 0), deployed(Platform, 1)},
			pods: []runtime.Object{pod(Session, ready(Runner), waits(Server, "ContainerCreating", ""))},
			err:  "await the deployment: context deadline exceeded; deployment ambient-mcp: 0 of 1 pods are available; pod session-example is not ready; pod session-example, container ambient-mcp: ContainerCreating",
		},
		{name: "nothing", err: "await the deployment: context deadline exceeded; deployment ambient-mcp: there is none; deployment mockplatform: there is none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				defer cancel()
				pods, deployments := &resource{tt.pods, watch.NewFake()}, &resource{tt.deployments, watch.NewFake()}
				if tt.later != nil {
					time.AfterFunc(time.Second, func() {
						for _, name := range []string{Server, Platform} {
							deployments.watch.Modify(loose(deployed(name, 1)))
						}
						for _, p := range tt.later {
							pods.watch.Modify(loose(p))
						}
					})
				}
				log := func(context.Context, string, string) string { return "said this" }
				err := Watched{Pods: pods, Deployments: deployments, Log: log}.Await(ctx)
				if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
					t.Errorf("got %v, want %s", err, tt.err)
				}
				if errors.Is(err, target.ErrServer) != tt.server {
					t.Errorf("the server is to blame: %t, by %v", !tt.server, err)
				}
			})
		})
	}
}

func TestAwaitIsInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		interrupt := errors.New("interrupt")
		time.AfterFunc(time.Second, func() { cancel(interrupt) })
		w := Watched{
			Pods:        &resource{[]runtime.Object{pod(Session, runs(Server))}, watch.NewFake()},
			Deployments: &resource{[]runtime.Object{deployed(Server, 0), deployed(Platform, 1)}, watch.NewFake()},
			Log:         func(context.Context, string, string) string { return "" },
		}
		if err := w.Await(ctx); !errors.Is(err, interrupt) || errors.Is(err, target.ErrServer) {
			t.Errorf("got %v", err)
		}
	})
}
