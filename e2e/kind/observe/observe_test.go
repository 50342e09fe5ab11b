// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package observe_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/observe"
)

// resource answers each List and Watch with the next of what it is given.
type resource struct {
	lists   []any // names of objects, or an error
	watches []any // a watch, or an error
}

func (r *resource) List(context.Context, metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	next := r.lists[0]
	if len(r.lists) > 1 {
		r.lists = r.lists[1:]
	}
	if err, ok := next.(error); ok {
		return nil, err
	}
	list := &unstructured.UnstructuredList{}
	for name := range strings.FieldsSeq(next.(string)) {
		list.Items = append(list.Items, *named(name))
	}
	return list, nil
}

func (r *resource) Watch(context.Context, metav1.ListOptions) (watch.Interface, error) {
	next := r.watches[0]
	if len(r.watches) > 1 {
		r.watches = r.watches[1:]
	}
	if err, ok := next.(error); ok {
		return nil, err
	}
	return next.(watch.Interface), nil
}

func named(name string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{}}
	o.SetName(name)
	return o
}

// awaits is a judge that is done once exactly these pods are seen.
func awaits(names string) func(observe.Seen) (bool, error) {
	return func(seen observe.Seen) (bool, error) {
		var got []string
		for name := range seen["pods"] {
			got = append(got, name)
		}
		slices.Sort(got)
		return strings.Join(got, " ") == names, nil
	}
}

func TestUntil(t *testing.T) {
	gone := apierrors.NewResourceExpired("too old")
	forbidden := apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "", errors.New("not you"))
	tests := []struct {
		name  string
		lists []any
		watch func() []any
		want  string // what is awaited
		err   string
	}{
		{name: "what is there already", lists: []any{"a b"}, watch: silent, want: "a b"},
		{name: "what comes and goes", lists: []any{"a"}, watch: func() []any {
			w := watch.NewFake()
			go func() {
				w.Add(named("b"))
				w.Delete(named("a"))
			}()
			return []any{w}
		}, want: "b"},
		{name: "after a watch that the API ended", lists: []any{"a", "b"}, watch: func() []any {
			w := watch.NewFake()
			go w.Stop()
			return []any{w, watch.NewFake()}
		}, want: "b"},
		{name: "after a watch that is too old", lists: []any{"a", "b"}, watch: func() []any {
			w := watch.NewFake()
			go w.Error(&gone.ErrStatus)
			return []any{w, watch.NewFake()}
		}, want: "b"},
		{name: "after an API that did not answer", lists: []any{errors.New("connection refused"), "b"}, watch: silent, want: "b"},
		{name: "an API that never answers", lists: []any{errors.New("connection refused")}, watch: silent, want: "b", err: "context deadline exceeded\nwatch pods: connection refused"},
		{name: "an API that refuses", lists: []any{forbidden}, watch: silent, err: "watch pods: pods is forbidden: not you"},
		{name: "what never comes", lists: []any{"a"}, watch: silent, want: "b", err: "context deadline exceeded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				pods := &resource{lists: tt.lists, watches: tt.watch()}
				err := observe.Until(ctx, map[string]observe.Resource{"pods": pods}, awaits(tt.want))
				switch {
				case tt.err == "" && err != nil:
					t.Error(err)
				case tt.err != "" && (err == nil || err.Error() != tt.err):
					t.Errorf("got %v, want %s", err, tt.err)
				}
			})
		})
	}
}

func silent() []any { return []any{watch.NewFake()} }

func TestUntilJudgesOnceAllKindsAreKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sources := map[string]observe.Resource{
			"pods":  &resource{lists: []any{errors.New("not yet"), errors.New("not yet"), "a"}, watches: silent()},
			"nodes": &resource{lists: []any{"n"}, watches: silent()},
		}
		err := observe.Until(t.Context(), sources, func(seen observe.Seen) (bool, error) {
			if len(seen["pods"]) != 1 || len(seen["nodes"]) != 1 {
				return false, errors.New("judged too early")
			}
			return true, nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestUntilTellsWhatTheJudgeSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		err := observe.Until(t.Context(), map[string]observe.Resource{"pods": &resource{lists: []any{""}, watches: silent()}},
			func(observe.Seen) (bool, error) { return false, broken })
		if !errors.Is(err, broken) {
			t.Error(err)
		}
	})
}
