// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package observe waits for a state of Kubernetes objects by watching them.
package observe

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

// pause is the time between two attempts to reach the API.
const pause = 200 * time.Millisecond

// Resource lists and watches objects of one kind; a dynamic client's is one.
type Resource interface {
	List(ctx context.Context, o metav1.ListOptions) (*unstructured.UnstructuredList, error)
	Watch(ctx context.Context, o metav1.ListOptions) (watch.Interface, error)
}

// Seen are objects by kind, as the sources call it, and name.
type Seen map[string]map[string]*unstructured.Unstructured

// change is all objects of a kind, anew, or why they cannot be known.
type change struct {
	kind    string
	objects map[string]*unstructured.Unstructured
	err     error
}

// Until watches the sources, by kind, and hands all their objects to judge after
// every change, until that says that it is done or fails. An API that does not
// answer is asked again until the context ends; one that refuses is an error.
func Until(ctx context.Context, sources map[string]Resource, judge func(Seen) (done bool, err error)) error {
	watching, stop := context.WithCancel(ctx)
	changes := make(chan change)
	left := len(sources)
	ended := make(chan struct{})
	for kind, r := range sources {
		go func() {
			follow(watching, kind, r, changes)
			ended <- struct{}{}
		}()
	}
	defer func() {
		stop()
		for ; left > 0; left-- {
			<-ended
		}
	}()
	seen := Seen{}
	var last error // why a source is not known, to say when time is up
	for {
		select {
		case c := <-changes:
			if c.err != nil {
				if last = c.err; refused(c.err) {
					return c.err
				}
				continue
			}
			if seen[c.kind] = c.objects; len(seen) < len(sources) {
				continue
			}
			last = nil
			if done, err := judge(seen); done || err != nil {
				return err
			}
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), last)
		}
	}
}

// refused tells an answer that would be the same another time.
func refused(err error) bool {
	return apierrors.IsForbidden(err) || apierrors.IsUnauthorized(err) || apierrors.IsNotFound(err)
}

// follow tells of a kind's objects until the context ends.
func follow(ctx context.Context, kind string, r Resource, changes chan<- change) {
	for ctx.Err() == nil {
		if err := once(ctx, kind, r, changes); err != nil {
			tell(ctx, changes, change{kind: kind, err: fmt.Errorf("watch %s: %w", kind, err)})
		}
		again := time.NewTimer(pause)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
		}
	}
}

// once lists the objects and then watches them for as long as the API keeps the watch up.
func once(ctx context.Context, kind string, r Resource, changes chan<- change) error {
	list, err := r.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	objects := map[string]*unstructured.Unstructured{}
	for i := range list.Items {
		objects[list.Items[i].GetName()] = &list.Items[i]
	}
	tell(ctx, changes, change{kind: kind, objects: maps.Clone(objects)})
	w, err := r.Watch(ctx, metav1.ListOptions{ResourceVersion: list.GetResourceVersion()})
	if err != nil {
		return err
	}
	defer w.Stop()
	for {
		select {
		case e, ok := <-w.ResultChan():
			if !ok {
				return nil
			}
			o, ok := e.Object.(*unstructured.Unstructured)
			switch {
			case e.Type == watch.Error:
				return apierrors.FromObject(e.Object)
			case !ok || e.Type == watch.Bookmark:
				continue
			case e.Type == watch.Deleted:
				delete(objects, o.GetName())
			default:
				objects[o.GetName()] = o
			}
			tell(ctx, changes, change{kind: kind, objects: maps.Clone(objects)})
		case <-ctx.Done():
			return nil
		}
	}
}

func tell(ctx context.Context, changes chan<- change, c change) {
	select {
	case changes <- c:
	case <-ctx.Done():
	}
}
