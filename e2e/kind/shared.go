// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind/pod"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/tail"
)

// skew is by how much the clocks of this machine and of the cluster may differ.
const skew = time.Minute

// shared is the log of the server that all scenarios of a pass share.
type shared struct {
	place  *place
	member *member
	// from is the beginning of what the pass answers for; zero means all that there is.
	from   time.Time
	log    tail.Tail
	cancel context.CancelFunc
	ended  chan struct{}
}

// follow begins to follow the log.
func (p *place) follow(ctx context.Context, m *member) *shared {
	s := &shared{place: p, member: m, ended: make(chan struct{})}
	if p.o.Deployed { // what others did with it before is not this run's
		s.from = time.Now().Add(-skew)
	}
	ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(s.ended)
		p.pods.Follow(ctx, m.find, s.from, &s.log)
	}()
	return s
}

func (s *shared) stop() {
	s.cancel()
	<-s.ended
}

// audit reads the log as a whole and looks for bearers in it.
func (s *shared) audit(ctx context.Context) error {
	c, err := s.member.find(ctx)
	if err != nil {
		return err
	}
	log, err := s.place.pods.Log(ctx, c, pod.LogOptions{Since: s.from})
	if err != nil {
		return err
	}
	if log == "" {
		return fmt.Errorf("the log of %s is empty after a whole pass", c)
	}
	// A long log is rotated, and what was followed has more of it.
	return errors.Join(found(c, s.place.bearers.Leak(log)), found(c, s.place.bearers.Leak(s.log.Since(0))))
}

func found(c pod.Container, leak error) error {
	if leak != nil {
		return fmt.Errorf("the log of %s: %w", c, leak)
	}
	return nil
}

// Audit reads the whole log of the server that all scenarios shared: no bearer is in it.
func (t *Target) Audit(ctx context.Context) error {
	if t.shared == nil {
		return nil // it did not start
	}
	return t.shared.audit(ctx)
}
