// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// holds lets the fake engine have a container and a network of each of these runs.
func (f *fake) holds(ids ...string) {
	type thing struct {
		ID     string `json:"Id"`
		Labels map[string]string
	}
	list := func(prefix string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			out := []thing{}
			filter := r.URL.Query().Get("filters")
			for _, id := range ids {
				if !strings.Contains(filter, lease.Label+"=") || strings.Contains(filter, lease.Label+"="+id+`"`) {
					out = append(out, thing{ID: prefix + id, Labels: map[string]string{lease.Label: id}})
				}
			}
			_ = json.NewEncoder(w).Encode(out)
		}
	}
	f.mux.HandleFunc("GET /containers/json", list("c-"))
	f.mux.HandleFunc("GET /networks", list("n-"))
}

func here(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
}

func TestSweep(t *testing.T) {
	here(t)
	died(t, "dead", "kept")
	l, err := lease.Hold("living")
	if err != nil {
		t.Fatal(err)
	}
	f := fakeEngine(t)
	f.holds("dead", "kept", "living", "ofanotheruser", "../../etc")
	f.answer("DELETE /", 204, nil)
	sweep(t.Context(), f)
	for call, want := range map[string]int{
		"DELETE /": 2, "DELETE /containers/c-dead": 1, "DELETE /networks/n-dead": 1,
	} {
		if got := f.called(call); got != want {
			t.Errorf("%s: %d times, want %d", call, got, want)
		}
	}
	if dead, err := lease.Dead("dead"); dead || err != nil {
		t.Errorf("what was cleared away is not forgotten: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Error(err)
	}
}

func TestWhatCannotBeClearedAway(t *testing.T) {
	here(t)
	died(t, "dead")
	f := fakeEngine(t)
	f.holds("dead")
	f.answer("DELETE /containers/{id}", 500, map[string]string{"message": "device busy"})
	sweep(t.Context(), f)
	if dead, err := lease.Dead("dead"); !dead || err != nil {
		t.Errorf("it is forgotten: %v", err)
	}
	if err := clearAway(t.Context(), f, "dead"); err == nil || !strings.Contains(err.Error(), "remove container c-dead: ") || strings.Contains(err.Error(), "network") {
		t.Errorf("got %v", err)
	}
}

func TestWhatSomebodyElseRemoves(t *testing.T) {
	f := fakeEngine(t)
	f.holds("x")
	f.answer("DELETE /containers/{id}", 409, map[string]string{"message": "removal is already in progress"})
	f.answer("POST /containers/{id}/wait", 404, map[string]string{"message": "No such container"})
	f.answer("DELETE /networks/{id}", 404, map[string]string{"message": "No such network"})
	if err := clearAway(t.Context(), f, "x"); err != nil || f.called("POST /containers/c-x/wait") != 1 {
		t.Errorf("got %v", err)
	}
}

func TestANetworkThatIsStuck(t *testing.T) {
	for status, stuck := range map[int]bool{403: true, 500: false} {
		f := fakeEngine(t)
		f.holds("x")
		f.answer("DELETE /containers/{id}", 204, nil)
		f.answer("DELETE /networks/{id}", status, map[string]string{"message": "has active endpoints"})
		if err := clearAway(t.Context(), f, "x"); err == nil || errors.Is(err, errStuck) != stuck || !strings.Contains(err.Error(), "remove network") {
			t.Errorf("status %d: %v", status, err)
		}
	}
}

func TestClearAwayWithoutAnEngine(t *testing.T) {
	f := fakeEngine(t) // which knows of nothing
	if err := clearAway(t.Context(), f, "x"); err == nil || !strings.Contains(err.Error(), "list the containers of run x: ") {
		t.Errorf("got %v", err)
	}
}
