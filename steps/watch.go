// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// subscription is one watch of the scenario.
type subscription struct {
	// name is what the scenario calls it: the session's name unless said otherwise.
	name string
	// id is the subscription id, session the id of the watched session.
	id, session string
	client      *client
	// answer is the id of the JSON-RPC request that made it.
	answer json.RawMessage
	// after is the seq behind which it starts; since is the journal's mark when it began.
	after, since int64
	// expected is what the scenario last said it has brought.
	expected []string
}

// watching is the subscriptions of the scenario, in the order they were made.
type watching struct {
	subs []*subscription
	// about is the one that the last step was about.
	about *subscription
	// sentinels counts the messages and sessions that steps made for themselves.
	sentinels int
}

func addWatch(sc *godog.ScenarioContext) {
	sc.Step(`^the caller watches "([^"]*)"(?: after message "([^"]*)")?(?: as "([^"]*)")?$`, func(ctx context.Context, session, after, name string) error {
		return From(ctx).watch(ctx, defaultClient, session, after, name)
	})
	sc.Step(`^"([^"]*)" watches "([^"]*)"$`, func(ctx context.Context, name, session string) error {
		return From(ctx).watch(ctx, name, session, "", name+" "+session)
	})
	sc.Step(`^the caller watches "([^"]*)" (\d+) times( at once)?$`, func(ctx context.Context, session string, n int, atOnce string) error {
		if atOnce != "" {
			return From(ctx).watchOften(ctx, session, n)
		}
		for i := range n {
			if err := From(ctx).watch(ctx, defaultClient, session, "", session+" "+strconv.Itoa(i+1)); err != nil {
				return err
			}
		}
		return nil
	})
	sc.Step(`^the caller unwatches "([^"]*)"$`, func(ctx context.Context, name string) error {
		w := From(ctx)
		s, err := w.subscribed(name)
		if err != nil {
			return err
		}
		return w.call(ctx, "unwatch_session_messages", json.RawMessage(`{"subscription_id": `+encode(s.id)+`}`))
	})
	sc.Step(`^"([^"]*)" calls "([^"]*)" with (\{.*\})$`, func(ctx context.Context, name, tool, args string) error {
		w := From(ctx)
		args, err := w.names.expand(args)
		if err != nil {
			return err
		}
		return w.callAs(ctx, name, tool, json.RawMessage(args))
	})
	sc.Step(`^the caller's connection is lost$`, func(ctx context.Context) error {
		c, err := From(ctx).client(ctx, defaultClient)
		if err != nil {
			return err
		}
		return c.Disconnect()
	})
	sc.Step(`^the answer's "([^"]*)" is a subscription id$`, func(ctx context.Context, path string) error {
		doc, err := From(ctx).last.document()
		if err != nil {
			return err
		}
		v, _ := at(doc, path)
		id, _ := v.(string)
		return isSubscriptionID(id)
	})
	sc.Step(`^the (\d+) subscription ids have nothing in common$`, func(ctx context.Context, n int) error {
		return From(ctx).idsAreUnguessable(n)
	})
}

// watch subscribes the client to the session and keeps the subscription.
func (w *World) watch(ctx context.Context, by, session, after, name string) error {
	if err := w.arrange(ctx); err != nil { // so that messages have a session to be in
		return err
	}
	args := `{"session_id": "{` + session + `}"}`
	if after != "" {
		args = `{"session_id": "{` + session + `}", "after_seq": {` + after + `.seq}}`
	}
	args, err := w.names.expand(args)
	if err != nil {
		return err
	}
	if err := w.callAs(ctx, by, "watch_session_messages", json.RawMessage(args)); err != nil {
		return err
	}
	if name == "" {
		name = session
	}
	s, err := w.subscription(name, w.last.message, w.last.client)
	if err != nil {
		return err
	}
	s.after = w.seqOf(after)
	s.since = w.before.mark
	return nil
}

// watchOften subscribes the caller n times before it reads the first answer.
func (w *World) watchOften(ctx context.Context, session string, n int) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.client(ctx, defaultClient)
	if err != nil {
		return err
	}
	if err := errors.Join(w.arrange(ctx), w.observe(ctx)); err != nil {
		return err
	}
	id, err := w.names.id(session)
	if err != nil {
		return err
	}
	ids := make([]json.RawMessage, n)
	for i := range ids {
		params := map[string]any{"name": "watch_session_messages", "arguments": map[string]any{"session_id": id}}
		if ids[i], err = c.Conn().SendRequest(ctx, "tools/call", params); err != nil {
			return err
		}
	}
	for i, request := range ids {
		m, err := c.Conn().AwaitAnswer(ctx, request)
		if err != nil {
			return fmt.Errorf("watch %d: %w", i+1, err)
		}
		w.last = newAnswer("watch_session_messages", c, m)
		if _, err := w.subscription(session+" "+strconv.Itoa(i+1), m, c); err != nil {
			return err
		}
	}
	return nil
}

// subscription keeps what the answer to watch_session_messages says.
func (w *World) subscription(name string, m wire.Message, c *client) (*subscription, error) {
	doc, err := newAnswer("watch_session_messages", c, m).document()
	if err != nil {
		return nil, err
	}
	s := &subscription{name: name, client: c, answer: m.ID}
	s.id, _ = doc["subscription_id"].(string)
	s.session, _ = doc["session_id"].(string)
	if s.id == "" || s.session == "" {
		return nil, fmt.Errorf("expected subscription_id and session_id, got %s", encode(doc))
	}
	w.watching.subs = append(w.watching.subs, s)
	w.watching.about = s
	w.names.set("watch", s.id)
	return s, nil
}

// subscribed returns the newest subscription with that name.
func (w *World) subscribed(name string) (*subscription, error) {
	for i := len(w.watching.subs) - 1; i >= 0; i-- {
		if s := w.watching.subs[i]; s.name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("nobody watches anything under the name %q", name)
}

// subscribedBy returns the client's newest subscription.
func (w *World) subscribedBy(name string) (*subscription, error) {
	for i := len(w.watching.subs) - 1; i >= 0; i-- {
		if s := w.watching.subs[i]; s.client.name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%q watches nothing", name)
}

// seqOf returns the seq of a message that the scenario gave a name, 0 without a name.
func (w *World) seqOf(message string) int64 {
	id, err := w.names.id(message + ".seq")
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(id, 10, 64)
	return n
}

// subscriptionID is the form of a subscription id: the specification's prefix
// and enough characters that it cannot be guessed.
var subscriptionID = regexp.MustCompile(`^sub_[A-Za-z0-9_-]{20,100}$`)

func isSubscriptionID(id string) error {
	if !subscriptionID.MatchString(id) {
		return fmt.Errorf("expected sub_ and at least 20 characters, got %q", id)
	}
	return nil
}

// idsAreUnguessable checks that no two ids share more of their beginning or of
// their end than chance gives: whoever has one must not be able to tell the next.
func (w *World) idsAreUnguessable(n int) error {
	const most = 10
	if len(w.watching.subs) != n {
		return fmt.Errorf("expected %d subscriptions, there are %d", n, len(w.watching.subs))
	}
	for i, a := range w.watching.subs {
		if err := isSubscriptionID(a.id); err != nil {
			return err
		}
		for _, b := range w.watching.subs[:i] {
			x, y := strings.TrimPrefix(a.id, "sub_"), strings.TrimPrefix(b.id, "sub_")
			if x[:most] == y[:most] || x[len(x)-most:] == y[len(y)-most:] {
				return fmt.Errorf("the ids %s and %s have too much in common", a.id, b.id)
			}
		}
	}
	return nil
}
