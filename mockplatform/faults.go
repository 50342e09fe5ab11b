// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/rest"
)

// faults are the faults injected into one tenant, in the order in which they were added.
type faults struct {
	mu    sync.Mutex
	count int
	list  []*fault
}

// fault is an injected fault with what is left of its counts.
type fault struct {
	control.Fault
	skip int
	left int // -1 for ever
}

// take returns the fault that answers a request, if one does. One request uses
// up one count of one fault at most: the first that matches and is due. A
// matching fault that is not due yet counts the request as passed.
func (fs *faults) take(method, path string) (control.Fault, bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for i, f := range fs.list {
		if !matches(f.Fault, method, path) {
			continue
		}
		if f.skip > 0 {
			f.skip--
			continue
		}
		if f.left > 0 {
			if f.left--; f.left == 0 {
				fs.list = slices.Delete(fs.list, i, i+1)
			}
		}
		return f.Fault, true
	}
	return control.Fault{}, false
}

// matches reports whether a request is on the fault's route.
func matches(f control.Fault, method, path string) bool {
	if f.Method != "" && f.Method != method {
		return false
	}
	path, ok := strings.CutPrefix(path, rest.Base)
	if !ok {
		return false
	}
	want, got := strings.Split(f.Path, "/"), strings.Split(path, "/")
	return slices.EqualFunc(want, got, func(want, got string) bool {
		return want == got || got != "" && strings.HasPrefix(want, "{") && strings.HasSuffix(want, "}")
	})
}

// AddFault injects a fault and returns its id. A fault that has answered as
// often as it should is removed.
func (t *Tenant) AddFault(f control.Fault) (string, error) {
	if err := checkFault(f); err != nil {
		return "", err
	}
	t.faults.mu.Lock()
	defer t.faults.mu.Unlock()
	t.faults.count++
	f.ID = "fault-" + strconv.Itoa(t.faults.count)
	left := f.Times
	if left == 0 {
		left = -1
	}
	t.faults.list = append(t.faults.list, &fault{Fault: f, skip: f.Skip, left: left})
	return f.ID, nil
}

// Faults returns the faults that may still answer, in the order in which they were added.
func (t *Tenant) Faults() []control.Fault {
	t.faults.mu.Lock()
	defer t.faults.mu.Unlock()
	out := make([]control.Fault, 0, len(t.faults.list))
	for _, f := range t.faults.list {
		out = append(out, f.Fault)
	}
	return out
}

// RemoveFault removes one fault.
func (t *Tenant) RemoveFault(id string) error {
	t.faults.mu.Lock()
	defer t.faults.mu.Unlock()
	i := slices.IndexFunc(t.faults.list, func(f *fault) bool { return f.ID == id })
	if i < 0 {
		return fmt.Errorf("fault %q: %w", id, control.ErrNotFound)
	}
	t.faults.list = slices.Delete(t.faults.list, i, i+1)
	return nil
}

// ClearFaults removes every fault.
func (t *Tenant) ClearFaults() {
	t.faults.mu.Lock()
	defer t.faults.mu.Unlock()
	t.faults.list = nil
}

var faultMethods = []string{"", http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete, http.MethodPut, http.MethodHead, http.MethodOptions}

// checkFault refuses a fault that could never answer as it asks to.
func checkFault(f control.Fault) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: fault: %s", control.ErrInvalid, fmt.Sprintf(format, args...))
	}
	kind, known := faultKinds[f.Kind]
	switch {
	case !known:
		return bad("unknown kind %q", f.Kind)
	case f.ID != "":
		return bad("id is given by the platform")
	case !slices.Contains(faultMethods, f.Method):
		return bad("unknown method %q", f.Method)
	case !strings.HasPrefix(f.Path, "/"):
		return bad(`path %q must begin with "/" and is below %s`, f.Path, rest.Base)
	case strings.HasPrefix(f.Path, rest.Base):
		return bad("path %q must be given without %s", f.Path, rest.Base)
	case f.Skip < 0 || f.Times < 0 || f.AfterFrames < 0:
		return bad("skip, times and after_frames must not be negative")
	}
	if kind.check != nil {
		if reason := kind.check(f); reason != "" {
			return bad("%s", reason)
		}
	}
	return nil
}
