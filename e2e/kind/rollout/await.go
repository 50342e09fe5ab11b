// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/observe"
)

// Watched is where the state of the deployment is seen.
type Watched struct {
	Pods, Deployments observe.Resource
	// Log returns the last lines of a container's log, for messages.
	Log func(ctx context.Context, pod, container string) string
}

// Await waits until the deployment is ready. The error wraps [target.ErrServer] as
// soon as the server's container is refused or keeps ending although the platform is
// ready, and when it alone is not ready once the context ends.
func (w Watched) Await(ctx context.Context) error {
	var last state
	err := observe.Until(ctx, map[string]observe.Resource{"pods": w.Pods, "deployments": w.Deployments}, func(seen observe.Seen) (bool, error) {
		var err error
		if last, err = read(seen); err != nil {
			return false, err
		}
		if t, blame, fatal := last.verdict(); fatal {
			return false, w.blamed(ctx, t, blame)
		}
		return last.ready(), nil
	})
	if err == nil || ctx.Err() == nil {
		return err
	}
	patience := context.WithoutCancel(ctx) // to ask for the log
	if t, alone := last.onlyServer(); alone && errors.Is(err, context.DeadlineExceeded) {
		return w.blamed(patience, t, true)
	}
	return fmt.Errorf("await the deployment: %w; %s", err, last.told())
}

// blamed makes the error for a container's trouble.
func (w Watched) blamed(ctx context.Context, t trouble, server bool) error {
	text := t.String()
	if t.kind == unpulled {
		text += `; run "make images", or name another image by its flag`
	} else if log := w.Log(ctx, t.pod, t.container); log != "" {
		text += "; its last lines: " + log
	}
	if server {
		return fmt.Errorf("%w: %s", target.ErrServer, text)
	}
	return errors.New(text)
}

// state is what the deployment is in.
type state struct {
	deployments map[string]string // why each is not there, by name; "" when it is
	pods        map[string]bool   // ready, by name
	troubles    []trouble
	refusal     string    // why no pod of the server is made
	since       time.Time // when the platform became available
}

func read(seen observe.Seen) (state, error) {
	s := state{deployments: map[string]string{Server: "there is none", Platform: "there is none"}, pods: map[string]bool{Session: false}}
	for _, name := range slices.Sorted(maps.Keys(seen["deployments"])) {
		var d appsv1.Deployment
		if err := convert(seen["deployments"][name], &d); err != nil {
			return s, err
		}
		s.deployments[name] = unavailable(&d)
		if name == Server && namesServer(s.deployments[name]) {
			s.refusal = s.deployments[name]
		}
		for _, c := range d.Status.Conditions {
			if name == Platform && c.Type == appsv1.DeploymentAvailable {
				s.since = c.LastTransitionTime.Time
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(seen["pods"])) {
		var p corev1.Pod
		if err := convert(seen["pods"][name], &p); err != nil {
			return s, err
		}
		if member(&p) {
			found := troubles(&p)
			s.pods[name] = len(found) == 0
			s.troubles = append(s.troubles, found...)
		}
	}
	return s, nil
}

// member tells the pods of the deployment from others in its namespace, and from
// those of its own that are on their way out or were replaced.
func member(p *corev1.Pod) bool {
	if p.DeletionTimestamp != nil || p.Status.Phase == corev1.PodFailed && len(p.OwnerReferences) > 0 {
		return false
	}
	return p.Name == Session || slices.ContainsFunc(p.Spec.Containers, func(c corev1.Container) bool {
		return c.Name == Server || c.Name == Platform
	})
}

// unavailable is why a Deployment has not all its pods, or "".
func unavailable(d *appsv1.Deployment) string {
	for _, c := range d.Status.Conditions {
		if c.Type == appsv1.DeploymentReplicaFailure && c.Status == corev1.ConditionTrue {
			return strings.Join(strings.Fields(c.Reason+": "+c.Message), " ")
		}
	}
	wanted := int32(1)
	if d.Spec.Replicas != nil {
		wanted = *d.Spec.Replicas
	}
	if d.Status.ObservedGeneration < d.Generation || d.Status.UpdatedReplicas < wanted || d.Status.AvailableReplicas < wanted {
		return fmt.Sprintf("%d of %d pods are available", d.Status.AvailableReplicas, wanted)
	}
	return ""
}

// ready: everything is there.
func (s state) ready() bool {
	return s.deployments[Server] == "" && s.deployments[Platform] == "" && s.pods[Session]
}

// verdict is the trouble that ends the wait, and whether the server is to blame for it.
func (s state) verdict() (t trouble, blame, fatal bool) {
	if s.refusal != "" {
		return trouble{pod: "of the deployment " + Server, container: Server, kind: rejected, reason: s.refusal}, true, true
	}
	serverWaits := false
	for _, t := range s.troubles {
		serverWaits = serverWaits || t.container == Server
	}
	for _, t := range s.troubles {
		switch {
		case !t.kind.fatal():
		case t.kind == unpulled:
			return t, false, true
		case t.container == Server:
			// A server may end because the platform is not there yet: its next end counts.
			if t.kind == rejected || s.deployments[Platform] == "" && (t.last.IsZero() || t.last.After(s.since)) {
				return t, true, true
			}
		case t.container == Runner && serverWaits:
			// The runner awaits the server; what is wrong is there.
		default:
			return t, false, true
		}
	}
	return trouble{}, false, false
}

// onlyServer is the trouble of the server's container when nothing else keeps the deployment from being ready.
func (s state) onlyServer() (trouble, bool) {
	var found trouble
	for _, t := range s.troubles {
		switch {
		case t.container == Server && t.kind == unready || t.container == Server && t.kind.fatal():
			found = t
		case t.container == Runner && t.kind == unready:
			// it awaits the server
		default:
			return trouble{}, false
		}
	}
	return found, found.container != "" && s.deployments[Platform] == ""
}

// told says what is not ready.
func (s state) told() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s.deployments)) {
		if why := s.deployments[name]; why != "" {
			out = append(out, fmt.Sprintf("deployment %s: %s", name, why))
		}
	}
	if !s.pods[Session] && len(s.pods) > 0 {
		out = append(out, "pod "+Session+" is not ready")
	}
	for _, t := range s.troubles {
		out = append(out, t.String())
	}
	if len(out) == 0 {
		return "nothing is known of it"
	}
	return strings.Join(out, "; ")
}

func convert(o *unstructured.Unstructured, into any) error {
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, into); err != nil {
		return fmt.Errorf("read %s %s: %w", o.GetKind(), o.GetName(), err)
	}
	return nil
}
