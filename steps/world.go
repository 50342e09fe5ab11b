// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package steps holds the step definitions of the contract, one file per
// domain. A step says what a user of the platform sees; the [World] of a
// scenario turns it into calls of an MCP client and observations of the platform.
package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// Patience bounds how long a step waits for an event that should have come.
const Patience = 30 * time.Second

// World is what one scenario knows: its surroundings, the names it gave to
// things, its MCP clients and what the last call answered.
type World struct {
	env       target.Env
	transport target.Transport

	seed   seedDocument
	names  names
	access access

	clients []*client
	current string

	last   *answer
	before observed

	// pushedTo is the session to which the scenario pushed last.
	pushedTo string
	watching watching

	// exchange is the last JSON-RPC request that was sent as such, lists are the answers to tools/list.
	exchange exchange
	lists    []toolList
	burst    burst
	// refusal is why a client could not connect, ended how a server ended.
	refusal error
	ended   *target.Result
	door    door
	hosts   hosts
	program program
	account account
	// container is what the last look into the server's container found.
	container *target.Container
	// releases run at the end of the scenario.
	releases []func()
}

// observed is what the platform held and had received before the last tool call.
type observed struct {
	state control.State
	mark  int64
}

// NewWorld makes the world of one scenario in these surroundings.
func NewWorld(env target.Env, tr target.Transport) *World {
	return &World{env: env, transport: tr, names: newNames(), access: newAccess(), current: defaultClient}
}

type worldKey struct{}

// NewContext returns a context that carries the world to the steps.
func NewContext(ctx context.Context, w *World) context.Context {
	return context.WithValue(ctx, worldKey{}, w)
}

// From returns the world of the scenario that runs; nil outside of one.
func From(ctx context.Context) *World {
	w, _ := ctx.Value(worldKey{}).(*World)
	return w
}

// AddTo registers every step.
func AddTo(sc *godog.ScenarioContext) {
	addSeed(sc)
	addAccess(sc)
	addFault(sc)
	addCall(sc)
	addPlain(sc)
	addAnswer(sc)
	addFailure(sc)
	addJournal(sc)
	addStored(sc)
	addMention(sc)
	addJoin(sc)
	addWatch(sc)
	addStream(sc)
	addNotified(sc)
	addNoticeShape(sc)
	addServerTime(sc)
	addProtocol(sc)
	addToolList(sc)
	addEnding(sc)
	addEntrance(sc)
	addDoor(sc)
	addHosts(sc)
	addPrograms(sc)
	addContainer(sc)
	addCluster(sc)
	sc.After(func(ctx context.Context, _ *godog.Scenario, err error) (context.Context, error) {
		if w := From(ctx); w != nil && err == nil {
			err = w.leftClean()
		}
		return ctx, err
	})
}

// WireLog returns what the scenario's clients sent and received, tokens scrubbed.
func (w *World) WireLog() []string {
	var out []string
	for _, c := range w.clients {
		for _, r := range c.Conn().Log() {
			out = append(out, fmt.Sprintf("%s %s %s", c.name, r.Direction, w.access.scrub(r.Text)))
		}
	}
	return out
}

// ServerLog returns what the servers of the scenario's clients have logged, tokens
// scrubbed. Of clients that share a server the one that saw most of its log tells it.
func (w *World) ServerLog() []string {
	var out []string
	for i, c := range w.clients {
		log := c.Stderr()
		told := slices.ContainsFunc(w.clients, func(other *client) bool {
			longer := other.Stderr()
			return other != c && strings.HasSuffix(longer, log) && (len(longer) > len(log) || slices.Index(w.clients, other) < i)
		})
		if log == "" || told {
			continue
		}
		for _, line := range strings.Split(strings.TrimRight(log, "\n"), "\n") {
			out = append(out, c.name+": "+w.access.scrub(line))
		}
	}
	return out
}

// Close releases the scenario's clients and surroundings.
func (w *World) Close(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := w.env.Close(ctx); err != nil {
		return fmt.Errorf("close scenario: %w", err)
	}
	return nil
}

// leftClean holds for every scenario: no client received what JSON-RPC does
// not allow, and no server wrote a bearer to its log.
func (w *World) leftClean() error {
	var errs []error
	for _, c := range w.clients {
		if v := c.Conn().Violations(); len(v) > 0 && !c.hostile {
			errs = append(errs, fmt.Errorf("client %q received what JSON-RPC does not allow: %s", c.name, strings.Join(v, "; ")))
		}
		if label := w.access.leakedIn(c.Stderr()); label != "" {
			errs = append(errs, fmt.Errorf("the server of client %q logged the token %q", c.name, label))
		}
	}
	return errors.Join(errs...)
}

// observe notes what the platform holds and has received up to now.
func (w *World) observe(ctx context.Context) error {
	state, err := w.env.Platform().State(ctx)
	if err != nil {
		return err
	}
	journal, err := w.env.Platform().Journal(ctx, w.before.mark)
	if err != nil {
		return err
	}
	w.before = observed{state: state, mark: journal.Mark}
	return nil
}

// received returns the requests that the platform received since the last tool call began.
func (w *World) received(ctx context.Context) ([]control.Request, error) {
	journal, err := w.env.Platform().Journal(ctx, w.before.mark)
	return journal.Requests, err
}

// call calls a tool as the current client and keeps the answer.
func (w *World) call(ctx context.Context, tool string, args json.RawMessage) error {
	return w.callAs(ctx, w.current, tool, args)
}

// callAs calls a tool as the named client and keeps the answer.
func (w *World) callAs(ctx context.Context, name, tool string, args json.RawMessage) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.client(ctx, name)
	if err != nil {
		return err
	}
	if err := w.arrange(ctx); err != nil {
		return err
	}
	if err := w.observe(ctx); err != nil {
		return err
	}
	var sent any
	if args != nil {
		sent = args
	}
	m, err := c.Conn().CallTool(ctx, tool, sent)
	if err != nil {
		return fmt.Errorf("call %s: %w", tool, err)
	}
	w.last = newAnswer(tool, c, m)
	return nil
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, Patience)
}
