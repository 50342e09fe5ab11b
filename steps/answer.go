// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/cucumber/godog"
)

func addAnswer(sc *godog.ScenarioContext) {
	sc.Then(`^the call succeeds$`, func(ctx context.Context) error {
		_, err := From(ctx).last.document()
		return err
	})
	sc.Then(`^the answer's "([^"]*)" is ([\["{\d-].*|true|false|null)$`, func(ctx context.Context, path, literal string) error {
		return From(ctx).answerHas(path, literal)
	})
	sc.Then(`^the answer has no "([^"]*)"$`, func(ctx context.Context, path string) error {
		doc, err := From(ctx).last.document()
		if err != nil {
			return err
		}
		if v, ok := at(doc, path); ok {
			return fmt.Errorf("expected no %q, got %s", path, encode(v))
		}
		return nil
	})
	sc.Then(`^the answer has exactly the fields "([^"]*)"$`, func(ctx context.Context, list string) error {
		doc, err := From(ctx).last.document()
		if err != nil {
			return err
		}
		return sameStrings(sorted(strings.Split(list, ", ")), keys(doc))
	})
	sc.Then(`^the answer is:$`, func(ctx context.Context, text *godog.DocString) error {
		return From(ctx).answerIs(text.Content)
	})
	sc.Then(`^the answer lists nothing$`, func(ctx context.Context) error {
		return From(ctx).answerLists(nil)
	})
	sc.Then(`^the answer lists ("[^"]*"(?:, "[^"]*")*)$`, func(ctx context.Context, list string) error {
		return From(ctx).answerLists(quoted(list))
	})
	sc.Then(`^the answer's items are:$`, func(ctx context.Context, t *godog.Table) error {
		return From(ctx).answerItems(t)
	})
	sc.Then(`^the answer lists (\d+) items$`, func(ctx context.Context, n int) error {
		items, err := From(ctx).items()
		if err == nil && len(items) != n {
			err = fmt.Errorf("expected %d items, got %d", n, len(items))
		}
		return err
	})
	sc.Then(`^the answer's "([^"]*)" is a new (session|agent) id, called "([^"]*)" from here on$`, nameNew)
	sc.Then(`^neither a "prompt" nor the text "([^"]*)" is anywhere in the answer$`, func(ctx context.Context, text string) error {
		return From(ctx).answerHides("prompt", text)
	})
}

// answerHas compares the value at path with a JSON literal.
func (w *World) answerHas(path, literal string) error {
	doc, err := w.last.document()
	if err != nil {
		return err
	}
	return w.has(doc, path, literal)
}

// has compares the value at path of v with a JSON literal of the scenario.
func (w *World) has(v any, path, literal string) error {
	literal, err := w.names.expand(literal)
	if err != nil {
		return err
	}
	expected, err := decode(literal)
	if err != nil {
		return fmt.Errorf("the scenario's value %s: %w", literal, err)
	}
	got, ok := at(v, path)
	if !ok {
		return fmt.Errorf("expected %q to be %s, there is no %q in %s", path, literal, path, encode(v))
	}
	if err := same(expected, got); err != nil {
		return fmt.Errorf("%q: %w", path, err)
	}
	return nil
}

// answerIs compares the whole answer.
func (w *World) answerIs(text string) error {
	doc, err := w.last.document()
	if err != nil {
		return err
	}
	if text, err = w.names.expand(text); err != nil {
		return err
	}
	expected, err := object(text)
	if err != nil {
		return fmt.Errorf("the scenario's answer: %w", err)
	}
	return same(any(expected), any(doc))
}

// items returns the items of a list answer.
func (w *World) items() ([]any, error) {
	doc, err := w.last.document()
	if err != nil {
		return nil, err
	}
	items, ok := doc["items"].([]any)
	if !ok {
		return nil, fmt.Errorf("the answer has no list of items: %s", encode(doc))
	}
	return items, nil
}

// answerLists compares the names of the items, in order.
func (w *World) answerLists(names []string) error {
	items, err := w.items()
	if err != nil {
		return err
	}
	var got []string
	for _, item := range items {
		name, ok := at(item, "name")
		got = append(got, cellOf(name, ok))
	}
	return sameStrings(names, got)
}

// answerItems compares the named fields of all items, in order.
func (w *World) answerItems(t *godog.Table) error {
	items, err := w.items()
	if err != nil {
		return err
	}
	rows, err := tableRows(t)
	if err != nil {
		return err
	}
	if len(items) != len(rows) {
		return fmt.Errorf("expected %d items, got %d: %s", len(rows), len(items), encode(items))
	}
	for i, row := range rows {
		for _, column := range columns(t) {
			expected, err := w.names.expand(row[column])
			if err != nil {
				return err
			}
			v, ok := at(items[i], column)
			if got := cellOf(v, ok); got != expected {
				return fmt.Errorf("item %d: expected %s %q, got %q", i, column, expected, got)
			}
		}
	}
	return nil
}

// answerHides checks that the whole message has no such key at any depth and does not hold the text.
func (w *World) answerHides(key, text string) error {
	if w.last == nil {
		return errNoAnswer
	}
	v, err := decode(string(w.last.message.Raw))
	if err != nil {
		return err
	}
	if found := keysNamed(key, v, "message"); len(found) > 0 {
		return fmt.Errorf("the answer has %q at %s", key, strings.Join(found, ", "))
	}
	if strings.Contains(string(w.last.message.Raw), text) {
		return fmt.Errorf("the answer holds the text %q: %s", text, w.last.message.Raw)
	}
	return nil
}

// The forms of ids.
var idForms = map[string]*regexp.Regexp{
	"session": regexp.MustCompile(`^[0-9A-Za-z]{27}$`),
	"agent":   regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`),
}

// nameNew checks that the answer holds an id that nothing had before the call, and names it.
func nameNew(ctx context.Context, path, kind, name string) error {
	w := From(ctx)
	doc, err := w.last.document()
	if err != nil {
		return err
	}
	v, _ := at(doc, path)
	id, _ := v.(string)
	if !idForms[kind].MatchString(id) {
		return fmt.Errorf("expected the id of a %s at %q, got %s", kind, path, encode(v))
	}
	if w.names.has(id) {
		return fmt.Errorf("the id %s at %q is not new", id, path)
	}
	if _, err := w.names.id(name); err == nil {
		return errors.New("the scenario calls something else " + name)
	}
	w.names.set(name, id)
	return nil
}
