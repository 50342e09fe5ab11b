// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"fmt"
	"strings"

	authv1 "k8s.io/api/authorization/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

// Objects returns the live objects of a kind of the deployment's namespace.
func (e *env) Objects(ctx context.Context, kind string) ([]map[string]any, error) {
	p := e.place
	resource, err := p.mapper.ResourceFor(schema.GroupVersionResource{Resource: strings.ToLower(kind)})
	if err != nil {
		return nil, fmt.Errorf("look for the kind %s: %w", kind, err)
	}
	gvk, err := p.mapper.KindFor(resource)
	if err != nil {
		return nil, fmt.Errorf("look for the kind %s: %w", kind, err)
	}
	m, err := p.mapper.RESTMapping(gvk.GroupKind(), gvk.Version)
	if err != nil {
		return nil, fmt.Errorf("look for the kind %s: %w", kind, err)
	}
	var r dynamic.ResourceInterface = p.dynamic.Resource(m.Resource)
	if m.Scope.Name() == meta.RESTScopeNameNamespace {
		r = p.dynamic.Resource(m.Resource).Namespace(p.namespace)
	}
	list, err := r.List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, fmt.Errorf("list objects of kind %s: %w", kind, err)
	}
	out := make([]map[string]any, 0, len(list.Items))
	for _, o := range list.Items {
		out = append(out, o.Object)
	}
	return out, nil
}

// May asks the cluster whether a service account of the namespace may do something
// there. The review is the namespace's own: whoever judges need not be let into the rest.
func (e *env) May(ctx context.Context, account, verb, resource string) (bool, error) {
	p := e.place
	attributes, err := attributes(p.mapper, resource)
	if err != nil {
		return false, err
	}
	attributes.Namespace, attributes.Verb = p.namespace, verb
	review, err := p.pods.Client.AuthorizationV1().LocalSubjectAccessReviews(p.namespace).Create(ctx, &authv1.LocalSubjectAccessReview{
		ObjectMeta: metav1.ObjectMeta{Namespace: p.namespace},
		Spec: authv1.SubjectAccessReviewSpec{
			User:               "system:serviceaccount:" + p.namespace + ":" + account,
			Groups:             []string{"system:serviceaccounts", "system:serviceaccounts:" + p.namespace, "system:authenticated"},
			ResourceAttributes: attributes,
		},
	}, metav1.CreateOptions{})
	if err != nil {
		return false, fmt.Errorf("ask whether %s may %s %s: %w", account, verb, resource, err)
	}
	// A binding to a role that is gone is told as an error, too, and grants nothing.
	if why := review.Status.EvaluationError; why != "" && !review.Status.Allowed && !strings.HasPrefix(why, "RBAC:") {
		return false, fmt.Errorf("ask whether %s may %s %s: %s", account, verb, resource, why)
	}
	return review.Status.Allowed, nil
}

// attributes reads "pods", "pods/exec" (a resource of a resource) or
// "apps/deployments" (a resource of a group): which it is, the cluster knows.
func attributes(mapper meta.RESTMapper, resource string) (*authv1.ResourceAttributes, error) {
	first, second, both := strings.Cut(resource, "/")
	if both {
		if of, err := mapper.ResourceFor(schema.GroupVersionResource{Group: first, Resource: second}); err == nil && strings.HasPrefix(of.Group, first) {
			return &authv1.ResourceAttributes{Group: of.Group, Resource: of.Resource}, nil
		}
	}
	of, err := mapper.ResourceFor(schema.GroupVersionResource{Resource: first})
	if err != nil {
		return nil, fmt.Errorf("look for the resource %s: %w", resource, err)
	}
	return &authv1.ResourceAttributes{Group: of.Group, Resource: of.Resource, Subresource: second}, nil
}
