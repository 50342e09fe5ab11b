// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// apiBase is the path below which the platform's resources are.
const apiBase = "/api/ambient/v1"

func addJournal(sc *godog.ScenarioContext) {
	sc.Then(`^the platform received exactly:$`, func(ctx context.Context, t *godog.Table) error {
		rows, err := tableRows(t)
		if err != nil {
			return err
		}
		return From(ctx).receivedExactly(ctx, rows)
	})
	sc.Then(`^the platform received exactly "([A-Z]+) ([^"]*)"$`, func(ctx context.Context, method, path string) error {
		return From(ctx).receivedExactly(ctx, []map[string]string{{"method": method, "path": path}})
	})
	sc.Then(`^the only change the platform was asked for is:$`, func(ctx context.Context, t *godog.Table) error {
		rows, err := tableRows(t)
		if err != nil {
			return err
		}
		return From(ctx).changedExactly(ctx, rows)
	})
	sc.Then(`^the platform's "([A-Z]+) ([^"]*)" had the body:$`, func(ctx context.Context, method, path string, body *godog.DocString) error {
		return From(ctx).changedExactly(ctx, []map[string]string{{"method": method, "path": path, "body": body.Content}})
	})
	sc.Then(`^the platform received no call$`, func(ctx context.Context) error {
		return From(ctx).receivedExactly(ctx, nil)
	})
	sc.Then(`^the platform received no call that changes anything$`, func(ctx context.Context) error {
		got, err := From(ctx).received(ctx)
		if err != nil {
			return err
		}
		for _, r := range got {
			if r.Method != http.MethodGet {
				return fmt.Errorf("expected only reads, got %s", told(r))
			}
		}
		return nil
	})
	sc.Then(`^the platform received (\d+) "([A-Z]+) ([^"]*)" calls?$`, func(ctx context.Context, n int, method, path string) error {
		w := From(ctx)
		got, err := w.received(ctx)
		if err != nil {
			return err
		}
		if path, err = w.names.expand(path); err != nil {
			return err
		}
		count := 0
		for _, r := range got {
			if r.Method == method && strings.TrimPrefix(r.Path, apiBase) == path {
				count++
			}
		}
		if count != n {
			return fmt.Errorf("expected %d calls, got %d among %s", n, count, toldAll(got))
		}
		return nil
	})
}

// changedExactly compares those requests of the last tool call that are no reads.
func (w *World) changedExactly(ctx context.Context, rows []map[string]string) error {
	got, err := w.received(ctx)
	if err != nil {
		return err
	}
	return w.sameCalls(rows, slices.DeleteFunc(got, func(r control.Request) bool { return r.Method == http.MethodGet }))
}

// receivedExactly compares the requests of the last tool call with the
// expected ones: number, order, method, path, query and body. {new} in a path
// is the id of a session made by the call: the first one found is called "new"
// from there on, a second {new:2} and so on.
func (w *World) receivedExactly(ctx context.Context, rows []map[string]string) error {
	got, err := w.received(ctx)
	if err != nil {
		return err
	}
	return w.sameCalls(rows, got)
}

func (w *World) sameCalls(rows []map[string]string, got []control.Request) error {
	if w.last == nil {
		return errNoAnswer
	}
	for i, row := range rows {
		if i >= len(got) {
			return fmt.Errorf("expected a further call %s %s, got only %s", row["method"], row["path"], toldAll(got))
		}
		if err := w.sameCall(row, got[i]); err != nil {
			return fmt.Errorf("call %d of %s: %w", i+1, toldAll(got), err)
		}
	}
	if len(got) > len(rows) {
		return fmt.Errorf("expected %d calls, got %s", len(rows), toldAll(got))
	}
	for _, r := range got {
		if r.TokenLabel != w.last.client.label {
			return fmt.Errorf("expected the bearer of %q, got that of %q with %s", w.last.client.label, r.TokenLabel, told(r))
		}
	}
	return nil
}

func (w *World) sameCall(row map[string]string, got control.Request) error {
	if row["method"] != got.Method {
		return fmt.Errorf("expected %s %s, got %s", row["method"], row["path"], told(got))
	}
	path, query, _ := strings.Cut(row["path"], "?")
	if err := w.samePath(path, strings.TrimPrefix(got.Path, apiBase)); err != nil {
		return err
	}
	expected, err := w.query(query)
	if err != nil {
		return err
	}
	actual, err := url.ParseQuery(got.Query)
	if err != nil {
		return fmt.Errorf("query %q: %w", got.Query, err)
	}
	if err := same(expected, actual); err != nil {
		return fmt.Errorf("query: %w", err)
	}
	return w.sameBody(row["body"], got.Body)
}

var newThing = regexp.MustCompile(`\{new(?::\d+)?\}`)

// samePath compares escaped paths segment by segment, naming what is new.
func (w *World) samePath(expected, got string) error {
	want, have := strings.Split(expected, "/"), strings.Split(got, "/")
	if len(want) != len(have) {
		return fmt.Errorf("expected path %s, got %s", expected, got)
	}
	for i, segment := range want {
		if newThing.MatchString(segment) && !w.called(segment) {
			if !idForms["session"].MatchString(have[i]) || w.names.has(have[i]) {
				return fmt.Errorf("expected the id of a new session in %s, got %s", expected, got)
			}
			w.names.set(strings.Trim(segment, "{}"), have[i])
		}
		segment, err := w.names.expand(segment)
		if err != nil {
			return err
		}
		if !sameSegment(segment, have[i]) {
			return fmt.Errorf("expected path %s, got %s", expected, got)
		}
	}
	return nil
}

// sameSegment compares two escaped path segments by what they mean.
func sameSegment(expected, got string) bool {
	want, err := url.PathUnescape(expected)
	if err != nil {
		return false
	}
	have, err := url.PathUnescape(got)
	return err == nil && want == have
}

func (w *World) called(placeholder string) bool {
	_, err := w.names.id(strings.Trim(placeholder, "{}"))
	return err == nil
}

// newParameter begins a query parameter; a & that begins none belongs to the value before it.
var newParameter = regexp.MustCompile(`&([A-Za-z_]+=)`)

// query reads a query string that is written as people read it, not escaped; %26 is a & within a value.
func (w *World) query(text string) (url.Values, error) {
	values := url.Values{}
	if text == "" {
		return values, nil
	}
	for _, p := range strings.Split(newParameter.ReplaceAllString(text, "\x00$1"), "\x00") {
		key, value, _ := strings.Cut(p, "=")
		value, err := w.names.expand(strings.ReplaceAll(value, "%26", "&"))
		if err != nil {
			return nil, err
		}
		values.Add(key, value)
	}
	return values, nil
}

// sameBody compares a JSON body; an empty cell is a request without one.
func (w *World) sameBody(expected, got string) error {
	if expected == "" || got == "" {
		if expected != got {
			return fmt.Errorf("expected the body %q, got %q", expected, got)
		}
		return nil
	}
	expected, err := w.names.expand(expected)
	if err != nil {
		return err
	}
	want, err := decode(expected)
	if err != nil {
		return fmt.Errorf("the scenario's body: %w", err)
	}
	have, err := decode(got)
	if err != nil {
		return errors.Join(fmt.Errorf("body %q", got), err)
	}
	if err := same(want, have); err != nil {
		return fmt.Errorf("body: %w", err)
	}
	return nil
}

func told(r control.Request) string {
	s := r.Method + " " + strings.TrimPrefix(r.Path, apiBase)
	if r.Query != "" {
		q, err := url.QueryUnescape(r.Query)
		if err != nil {
			q = r.Query
		}
		s += "?" + q
	}
	if r.Body != "" {
		s += " " + r.Body
	}
	return s
}

func toldAll(requests []control.Request) string {
	if len(requests) == 0 {
		return "[no call]"
	}
	var all []string
	for _, r := range requests {
		all = append(all, told(r))
	}
	return "[" + strings.Join(all, " | ") + "]"
}
