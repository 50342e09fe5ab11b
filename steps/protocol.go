// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// exchange is the last JSON-RPC request that a step sent as such.
type exchange struct {
	client *client
	answer wire.Message
	// refused is the HTTP answer to a message that was not even accepted.
	refused *wire.StatusError
}

// who is the subject of a step: the caller, or another client by its name.
const who = `(the caller|"[^"]*")`

func addProtocol(sc *godog.ScenarioContext) {
	sc.Step(`^"([^"]*)" has connected$`, func(ctx context.Context, name string) error {
		_, err := From(ctx).connect(ctx, name, target.ClientOptions{})
		return err
	})
	sc.Step(`^`+who+` has initialized with revision "([^"]*)"$`, func(ctx context.Context, who, revision string) error {
		return From(ctx).initializeWith(ctx, clientName(who), revision)
	})
	sc.Step(`^`+who+` sends the request "([^"]*)" with (\{.*\})$`, func(ctx context.Context, who, method, params string) error {
		return From(ctx).ask(ctx, who, method, params)
	})
	sc.Step(`^`+who+` sends the request "([^"]*)" with:$`, func(ctx context.Context, who, method string, params *godog.DocString) error {
		return From(ctx).ask(ctx, who, method, params.Content)
	})
	sc.Step(`^the caller sends the notification "([^"]*)"$`, func(ctx context.Context, method string) error {
		c, err := From(ctx).ready(ctx, defaultClient)
		if err != nil {
			return err
		}
		return c.Conn().Notify(ctx, method, nil)
	})
	sc.Step(`^the caller sends what is not JSON: (.*)$`, func(ctx context.Context, text string) error {
		return From(ctx).sendRaw(ctx, text)
	})
	sc.Step(`^it is told (-\d+)$`, func(ctx context.Context, code int) error { return From(ctx).told(ctx, code) })
	sc.Step(`^it is answered with the error (-\d+)$`, func(ctx context.Context, code int) error {
		return From(ctx).exchange.failsWith(func(got int) bool { return got == code }, fmt.Sprint(code))
	})
	sc.Step(`^it is answered with an error that makes a client fall back to initialize$`, func(ctx context.Context) error {
		return From(ctx).exchange.failsWith(fallsBack, "an error that is none of the stateless revision's own")
	})
	sc.Step(`^it is answered with the result (\{.*\})$`, func(ctx context.Context, text string) error {
		return From(ctx).exchange.succeedsWith(text)
	})
	sc.Step(`^it is answered with the result:$`, func(ctx context.Context, text *godog.DocString) error {
		return From(ctx).exchange.succeedsWith(text.Content)
	})
	sc.Step(`^the result's "([^"]*)" is ([\["{\d-].*|true|false|null)$`, func(ctx context.Context, path, literal string) error {
		result, err := From(ctx).exchange.result()
		if err != nil {
			return err
		}
		return From(ctx).has(result, path, literal)
	})
	sc.Step(`^the result's "([^"]*)" has "([^"]*)"$`, func(ctx context.Context, path, item string) error {
		result, err := From(ctx).exchange.result()
		if err != nil {
			return err
		}
		v, _ := at(result, path)
		if list, _ := v.([]any); !slices.Contains(list, any(item)) {
			return fmt.Errorf("expected %q among %q, got %s", item, path, encode(v))
		}
		return nil
	})
	sc.Step(`^the result has no "([^"]*)"$`, func(ctx context.Context, path string) error {
		result, err := From(ctx).exchange.result()
		if err != nil {
			return err
		}
		if v, ok := at(result, path); ok {
			return fmt.Errorf("expected no %q, got %s", path, encode(v))
		}
		return nil
	})
	sc.Step(`^the answer is that of the tool "([^"]*)"$`, func(ctx context.Context, tool string) error {
		w := From(ctx)
		w.last = newAnswer(tool, w.exchange.client, w.exchange.answer)
		return nil
	})
	sc.Step(`^the caller has received no other message than answers to its requests$`, func(ctx context.Context) error {
		c, err := From(ctx).client(ctx, defaultClient)
		if err != nil {
			return err
		}
		for _, m := range c.Conn().Messages() {
			if !m.IsAnswer() || m.ID == nil || string(m.ID) == "null" {
				return fmt.Errorf("received %s", m.Raw)
			}
		}
		return nil
	})
}

func clientName(who string) string {
	if who == "the caller" {
		return defaultClient
	}
	return strings.Trim(who, `"`)
}

// ready returns the named client once the platform is arranged and observed.
func (w *World) ready(ctx context.Context, name string) (*client, error) {
	c, err := w.client(ctx, name)
	if err != nil {
		return nil, err
	}
	return c, errors.Join(w.arrange(ctx), w.observe(ctx))
}

// initializeWith connects a client that asks for that revision.
func (w *World) initializeWith(ctx context.Context, name, revision string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.connect(ctx, name, target.ClientOptions{})
	if err != nil {
		return err
	}
	m, err := c.Conn().Initialize(ctx, revision)
	if err == nil && m.Error != nil {
		err = m.Error
	}
	return err
}

// ask sends a request and keeps the answer.
func (w *World) ask(ctx context.Context, who, method, params string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.ready(ctx, clientName(who))
	if err != nil {
		return err
	}
	params, err = w.names.expand(params)
	if err != nil {
		return err
	}
	if !json.Valid([]byte(params)) {
		return fmt.Errorf("the scenario's parameters are not JSON: %s", params)
	}
	m, err := c.Conn().Call(ctx, method, json.RawMessage(params))
	if err != nil {
		return err
	}
	w.exchange = exchange{client: c, answer: m}
	w.last = newAnswer(method, c, m)
	return nil
}

// sendRaw sends bytes that are no message.
func (w *World) sendRaw(ctx context.Context, text string) error {
	c, err := w.ready(ctx, defaultClient)
	if err != nil {
		return err
	}
	w.exchange = exchange{client: c}
	err = c.Conn().Send(ctx, []byte(text))
	if errors.As(err, &w.exchange.refused) {
		w.bookRefusal("client "+c.name, err)
		return nil
	}
	return err
}

// told checks the error that a message without a usable id is answered with:
// over the stream with id null or, over SSE, in the answer to the POST.
func (w *World) told(ctx context.Context, code int) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	e := w.exchange
	if e.refused == nil {
		m, err := e.client.Conn().Await(ctx, func(m wire.Message) bool { return m.Error != nil && string(m.ID) == "null" })
		if err != nil {
			return err
		}
		return exchange{answer: m}.failsWith(func(got int) bool { return got == code }, fmt.Sprint(code))
	}
	if e.refused.Status != 400 {
		return fmt.Errorf("expected status 400, got %w", e.refused)
	}
	var m wire.Message
	if err := json.Unmarshal([]byte(e.refused.Body), &m); err != nil {
		return fmt.Errorf("expected a JSON-RPC error as the body of the refusal, got %q: %w", e.refused.Body, err)
	}
	return exchange{answer: m}.failsWith(func(got int) bool { return got == code }, fmt.Sprint(code))
}

// The errors after which a client of the stateless revision does not try initialize.
var statelessErrors = []int{-32020, -32021, -32022}

func fallsBack(code int) bool { return !slices.Contains(statelessErrors, code) }

func (e exchange) failsWith(match func(int) bool, expected string) error {
	switch {
	case e.answer.Error == nil:
		return fmt.Errorf("expected the JSON-RPC error %s, got %s", expected, e.answer.Result)
	case !match(e.answer.Error.Code):
		return fmt.Errorf("expected the JSON-RPC error %s, got %w", expected, e.answer.Error)
	case strings.TrimSpace(e.answer.Error.Message) == "":
		return errors.New("the JSON-RPC error has no message")
	}
	return nil
}

func (e exchange) result() (map[string]any, error) {
	if e.client == nil {
		return nil, errors.New("no request was sent yet")
	}
	if e.answer.Error != nil {
		return nil, fmt.Errorf("expected a result, got %w", e.answer.Error)
	}
	return object(string(e.answer.Result))
}

func (e exchange) succeedsWith(text string) error {
	result, err := e.result()
	if err != nil {
		return err
	}
	expected, err := object(text)
	if err != nil {
		return fmt.Errorf("the scenario's result: %w", err)
	}
	return same(any(expected), any(result))
}
