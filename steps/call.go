// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/cucumber/godog"
)

func addCall(sc *godog.ScenarioContext) {
	sc.When(`^the caller calls "([^"]*)"$`, func(ctx context.Context, tool string) error {
		return From(ctx).call(ctx, tool, nil)
	})
	sc.When(`^the caller calls "([^"]*)" with (\{.*\})$`, func(ctx context.Context, tool, args string) error {
		return From(ctx).callText(ctx, tool, args)
	})
	sc.When(`^the caller calls "([^"]*)" with the arguments:$`, func(ctx context.Context, tool string, args *godog.DocString) error {
		return From(ctx).callText(ctx, tool, args.Content)
	})
	sc.When(`^the caller calls "([^"]*)" with:$`, func(ctx context.Context, tool string, t *godog.Table) error {
		args, err := arguments(t)
		if err != nil {
			return err
		}
		return From(ctx).callText(ctx, tool, args)
	})
	sc.When(`^the caller calls "([^"]*)" (\d+) times at once, with:$`, func(ctx context.Context, tool string, n int, t *godog.Table) error {
		args, err := arguments(t)
		if err != nil {
			return err
		}
		return From(ctx).callAtOnce(ctx, tool, n, args)
	})
}

// callText calls a tool with arguments as the scenario writes them.
func (w *World) callText(ctx context.Context, tool, args string) error {
	args, err := w.names.expand(args)
	if err != nil {
		return err
	}
	if !json.Valid([]byte(args)) {
		return fmt.Errorf("the scenario's arguments are not JSON: %s", args)
	}
	return w.call(ctx, tool, json.RawMessage(args))
}

// jsonCell matches a table cell that is JSON rather than a plain string.
var jsonCell = regexp.MustCompile(`^(?:[\[{"].*|true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$`)

// arguments writes a table of | argument | value | as a JSON object. A value that
// looks like JSON is JSON; put it in double quotes where it is to be a string.
func arguments(t *godog.Table) (string, error) {
	rows, err := tableRows(t)
	if err != nil {
		return "", err
	}
	var members []string
	for _, row := range rows {
		name, ok := row["argument"]
		value, also := row["value"]
		if !ok || !also {
			return "", fmt.Errorf("a table of arguments has the columns \"argument\" and \"value\", not %q", columns(t))
		}
		if !jsonCell.MatchString(value) || strings.HasPrefix(value, "{") && !json.Valid([]byte(value)) {
			value = encode(value)
		}
		members = append(members, encode(name)+": "+value)
	}
	return "{" + strings.Join(members, ", ") + "}", nil
}

// callAtOnce sends n calls before it awaits the first answer. {#} in the
// arguments is the number of the call. All must succeed; the last answer is kept.
func (w *World) callAtOnce(ctx context.Context, tool string, n int, args string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.client(ctx, w.current)
	if err != nil {
		return err
	}
	if err := errors.Join(w.arrange(ctx), w.observe(ctx)); err != nil {
		return err
	}
	w.bookAtOnce()
	ids := make([]json.RawMessage, n)
	for i := range n {
		text, err := w.names.expand(strings.ReplaceAll(args, "{#}", fmt.Sprint(i+1)))
		if err != nil {
			return err
		}
		params := map[string]any{"name": tool, "arguments": json.RawMessage(text)}
		if ids[i], err = c.Conn().SendRequest(ctx, "tools/call", params); err != nil {
			return err
		}
	}
	for i, id := range ids {
		m, err := c.Conn().AwaitAnswer(ctx, id)
		if err != nil {
			return fmt.Errorf("call %d of %s: %w", i+1, tool, err)
		}
		w.last = newAnswer(tool, c, m)
		if _, err := w.last.document(); err != nil {
			return fmt.Errorf("call %d of %s: %w", i+1, tool, err)
		}
	}
	return nil
}
