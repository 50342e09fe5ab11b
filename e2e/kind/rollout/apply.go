// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// manager is who owns the fields that are applied.
const manager = "ambient-contract"

// applyPatience bounds how long a cluster that has only just begun may refuse
// an object because its own accounts and controllers are not there yet.
const applyPatience = 60 * time.Second

// Apply applies the objects server-side, in their order.
func Apply(ctx context.Context, client dynamic.Interface, mapper meta.RESTMapper, objects []*unstructured.Unstructured) error {
	ctx, cancel := context.WithTimeout(ctx, applyPatience)
	defer cancel()
	for _, o := range objects {
		if err := applyOne(ctx, client, mapper, o); err != nil {
			return refused(fmt.Errorf("apply %s %s: %w", o.GetKind(), o.GetName(), err))
		}
	}
	return nil
}

func applyOne(ctx context.Context, client dynamic.Interface, mapper meta.RESTMapper, o *unstructured.Unstructured) error {
	kind := o.GroupVersionKind()
	m, err := mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if err != nil {
		return err
	}
	var r dynamic.ResourceInterface = client.Resource(m.Resource)
	if m.Scope.Name() == meta.RESTScopeNameNamespace {
		r = client.Resource(m.Resource).Namespace(o.GetNamespace())
	}
	again := time.NewTicker(250 * time.Millisecond)
	defer again.Stop()
	for {
		_, err := r.Apply(ctx, o.GetName(), o, metav1.ApplyOptions{FieldManager: manager, Force: true})
		if err == nil || !passing(err) {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		}
	}
}

// passing tells errors of a cluster that is busy or has only just begun, where a
// pod is forbidden until its service account is known everywhere.
func passing(err error) bool {
	return apierrors.IsServerTimeout(err) || apierrors.IsTooManyRequests(err) || apierrors.IsServiceUnavailable(err) ||
		apierrors.IsInternalError(err) || apierrors.IsTimeout(err) ||
		apierrors.IsForbidden(err) && strings.Contains(err.Error(), "looking up service account")
}

// refused blames the server for an object that the cluster refuses because of the server's container.
func refused(err error) error {
	if err != nil && namesServer(err.Error()) {
		return fmt.Errorf("%w: %w", target.ErrServer, err)
	}
	return err
}

// namesServer tells whether a refusal by the pod security standards is about the server's container.
func namesServer(message string) bool {
	return strings.Contains(message, "violates PodSecurity") && strings.Contains(message, `"`+Server+`"`)
}
