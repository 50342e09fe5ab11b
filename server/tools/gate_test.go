// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
)

func TestOneEditsAtATimeAndNothingIsLeftBehind(t *testing.T) {
	g := newGate()
	var all sync.WaitGroup
	editing := 0
	for range 100 {
		all.Go(func() {
			v := g.visit()
			defer v.done()
			_, leave, err := v.enter(t.Context(), "session/a")
			if err != nil {
				t.Error(err)
				return
			}
			defer leave()
			if editing++; editing != 1 {
				t.Errorf("%d edit at once", editing)
			}
			editing--
		})
	}
	all.Wait()
	if len(g.turns) != 0 {
		t.Errorf("%d resources are remembered", len(g.turns))
	}
	if len(g.visits) != 0 || len(g.edited) != 0 {
		t.Errorf("%d visits and %d edits are remembered", len(g.visits), len(g.edited))
	}
}

func TestOtherResourcesNeitherWaitNorMakeAReadOld(t *testing.T) {
	g := newGate()
	a, b := g.visit(), g.visit()
	defer b.done()
	_, leave, _ := a.enter(t.Context(), "a")
	leave()
	a.done()
	stale, other, err := b.enter(t.Context(), "b")
	if err != nil || stale {
		t.Fatalf("stale %t, %v", stale, err)
	}
	other()
}

func TestAReadBeforeAnotherEditOfTheResourceIsOld(t *testing.T) {
	g := newGate()
	early, editor := g.visit(), g.visit()
	defer early.done()
	_, leave, _ := editor.enter(t.Context(), "a")
	leave()
	editor.done()
	late := g.visit()
	defer late.done()
	stale, leave, _ := late.enter(t.Context(), "a")
	if leave(); stale {
		t.Error("a read after the edit counts as old")
	}
	stale, leave, _ = early.enter(t.Context(), "a")
	if leave(); !stale {
		t.Error("a read before the edit counts as new")
	}
}

func TestACallThatEndsWhileItWaitsGivesUpItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		_, leave, _ := g.visit().enter(t.Context(), "a")
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, _, err := g.visit().enter(ctx, "a")
			failed <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-failed; err == nil {
			t.Error("it got in")
		}
		leave()
		if len(g.turns) != 0 {
			t.Errorf("%d resources are remembered", len(g.turns))
		}
	})
}
