// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/observe"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// Expires is the annotation of a namespace that says, as RFC 3339, from when on
// any run may delete it. It is for runs of other machines, whose leases are not here.
const Expires = "ambient-code.io/contract-expires"

// Lifetime is how long a run has before its namespace expires: far longer than any takes.
const Lifetime = 4 * time.Hour

// Marks are the labels and annotations of the namespace of the run that holds that lease.
func Marks(run string, now time.Time) (labels, annotations map[string]string) {
	return map[string]string{lease.Label: run}, map[string]string{Expires: now.Add(Lifetime).UTC().Format(time.RFC3339)}
}

// Sweep deletes the namespaces of runs that were killed, and does not wait until they are gone.
func Sweep(ctx context.Context, client kubernetes.Interface, c clock.PassiveClock, log func(string)) error {
	list, err := client.CoreV1().Namespaces().List(ctx, metav1.ListOptions{LabelSelector: lease.Label})
	if err != nil {
		return fmt.Errorf("list namespaces: %w", err)
	}
	for i := range list.Items {
		n := &list.Items[i]
		gone, err := abandoned(n, c.Now())
		if err != nil {
			return err
		}
		if !gone {
			continue
		}
		log(fmt.Sprintf("delete namespace %s, which a run that was killed has left", n.Name))
		// The object's own id: a namespace of the same name that is made meanwhile is somebody else's.
		o := metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(n.UID))}
		if err := client.CoreV1().Namespaces().Delete(ctx, n.Name, o); err != nil && !apierrors.IsNotFound(err) && !apierrors.IsConflict(err) {
			return fmt.Errorf("delete namespace %s: %w", n.Name, err)
		}
		if err := lease.Forget(n.Labels[lease.Label]); err != nil {
			return err
		}
	}
	return nil
}

// abandoned tells whether the run that made a namespace is over.
func abandoned(n *corev1.Namespace, now time.Time) (bool, error) {
	if n.DeletionTimestamp != nil {
		return false, nil
	}
	run := n.Labels[lease.Label]
	dead, err := lease.Dead(run)
	if dead || err != nil {
		return dead, err
	}
	if kept, err := lease.Kept(run); kept || err != nil {
		return false, err
	}
	until, err := time.Parse(time.RFC3339, n.Annotations[Expires])
	return err == nil && now.After(until), nil //nolint:nilerr // without a time it never expires
}

// Keep lets a namespace never expire.
func Keep(ctx context.Context, client kubernetes.Interface, name string) error {
	n, err := client.CoreV1().Namespaces().Get(ctx, name, metav1.GetOptions{})
	if err == nil {
		delete(n.Annotations, Expires)
		_, err = client.CoreV1().Namespaces().Update(ctx, n, metav1.UpdateOptions{})
	}
	if err != nil {
		return fmt.Errorf("keep namespace %s: %w", name, err)
	}
	return nil
}

// Delete deletes a namespace with all that is in it and waits until it is gone.
// The pods go first, and fast: the cluster would wait out their grace in any case.
func Delete(ctx context.Context, client kubernetes.Interface, namespaces, pods observe.Resource, name string) error {
	if err := empty(ctx, client, pods, name); err != nil {
		return fmt.Errorf("delete the pods of namespace %s: %w", name, err)
	}
	err := client.CoreV1().Namespaces().Delete(ctx, name, metav1.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err == nil {
		err = observe.Until(ctx, map[string]observe.Resource{"namespaces": namespaces}, func(seen observe.Seen) (bool, error) {
			return seen["namespaces"][name] == nil, nil
		})
	}
	if err != nil {
		return fmt.Errorf("delete namespace %s: %w", name, err)
	}
	return nil
}

// empty deletes the pods of a namespace and what would make new ones.
func empty(ctx context.Context, client kubernetes.Interface, pods observe.Resource, name string) error {
	background := metav1.DeletePropagationBackground
	if err := client.AppsV1().Deployments(name).DeleteCollection(ctx, metav1.DeleteOptions{PropagationPolicy: &background}, metav1.ListOptions{}); err != nil {
		return err
	}
	grace := int64(1)
	if err := client.CoreV1().Pods(name).DeleteCollection(ctx, metav1.DeleteOptions{GracePeriodSeconds: &grace}, metav1.ListOptions{}); err != nil {
		return err
	}
	return observe.Until(ctx, map[string]observe.Resource{"pods": pods}, func(seen observe.Seen) (bool, error) {
		return len(seen["pods"]) == 0, nil
	})
}

// Free tells an error when there is a namespace of that name already: what is in it is not this run's to change.
func Free(ctx context.Context, client kubernetes.Interface, name string) error {
	_, err := client.CoreV1().Namespaces().Get(ctx, name, metav1.GetOptions{})
	switch {
	case apierrors.IsNotFound(err):
		return nil
	case err == nil:
		return errors.New("namespace " + name + " is there already; name another by --namespace, or run against what is in it by --deployed")
	}
	return fmt.Errorf("look for namespace %s: %w", name, err)
}
