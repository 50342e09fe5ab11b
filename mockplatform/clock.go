// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform

import (
	"fmt"
	"sync"
	"time"

	"k8s.io/utils/clock"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// The modes of a tenant's clock.
const (
	clockReal   = "real"
	clockFrozen = "frozen"
)

// tenantClock is the time of one tenant: that of the platform, or one that
// stands still until it is advanced.
type tenantClock struct {
	base clock.PassiveClock

	mu     sync.Mutex
	frozen bool
	at     time.Time
}

var _ clock.PassiveClock = (*tenantClock)(nil)

// Now is the tenant's present.
func (c *tenantClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

// Since is how long ago ts was for the tenant.
func (c *tenantClock) Since(ts time.Time) time.Duration { return c.Now().Sub(ts) }

func (c *tenantClock) now() time.Time {
	if c.frozen {
		return c.at
	}
	return c.base.Now().UTC()
}

func (c *tenantClock) state() control.ClockState {
	c.mu.Lock()
	defer c.mu.Unlock()
	mode := clockReal
	if c.frozen {
		mode = clockFrozen
	}
	return control.ClockState{Mode: mode, Now: c.now()}
}

func (c *tenantClock) set(s control.ClockState) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch s.Mode {
	case clockReal:
		c.frozen = false
	case clockFrozen:
		if s.Now.IsZero() {
			s.Now = c.now()
		}
		c.frozen, c.at = true, s.Now.UTC()
	default:
		return fmt.Errorf("%w: clock mode %q is neither %q nor %q", control.ErrInvalid, s.Mode, clockReal, clockFrozen)
	}
	return nil
}

func (c *tenantClock) advance(d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d < 0 {
		return fmt.Errorf("%w: a clock cannot be advanced by %s", control.ErrInvalid, d)
	}
	if !c.frozen {
		return fmt.Errorf("%w: only a frozen clock can be advanced", control.ErrConflict)
	}
	c.at = c.at.Add(d)
	return nil
}

// Clock is the tenant's clock.
func (t *Tenant) Clock() control.ClockState { return t.clock.state() }

// SetClock sets mode and time of the tenant's clock. Frozen without a time, it
// stops where it is; a real one takes no time.
func (t *Tenant) SetClock(s control.ClockState) error { return t.clock.set(s) }

// Advance moves a frozen clock forward.
func (t *Tenant) Advance(d time.Duration) error { return t.clock.advance(d) }
