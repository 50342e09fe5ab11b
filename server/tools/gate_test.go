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
			leave, err := g.enter(t.Context(), "session/a")
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
	if g.count() != 100 {
		t.Errorf("%d edits were counted", g.count())
	}
}

func TestOtherResourcesDoNotWait(t *testing.T) {
	g := newGate()
	leave, _ := g.enter(t.Context(), "a")
	defer leave()
	other, err := g.enter(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	other()
}

func TestACallThatEndsWhileItWaitsGivesUpItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		leave, _ := g.enter(t.Context(), "a")
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := g.enter(ctx, "a")
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
