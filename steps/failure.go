// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"strings"

	"github.com/cucumber/godog"
)

func addFailure(sc *godog.ScenarioContext) {
	sc.Then(`^the call fails with ([A-Z_]+)$`, func(ctx context.Context, code string) error {
		body, err := From(ctx).last.failure()
		if err != nil {
			return err
		}
		if body.Code != code {
			return fmt.Errorf("expected the code %s, got %s (%s)", code, body.Code, body.Reason)
		}
		return nil
	})
	sc.Then(`^the reason names "([^"]*)"$`, func(ctx context.Context, text string) error {
		w := From(ctx)
		text, err := w.names.expand(text)
		if err != nil {
			return err
		}
		body, err := w.last.failure()
		if err != nil {
			return err
		}
		if !says(body.Reason, text) {
			return fmt.Errorf("expected the reason to name %q, it is %q", text, body.Reason)
		}
		return nil
	})
	sc.Then(`^the answer says nothing of "([^"]*)"$`, func(ctx context.Context, text string) error {
		w := From(ctx)
		text, err := w.names.expand(text)
		if err != nil {
			return err
		}
		if w.last == nil {
			return errNoAnswer
		}
		if strings.Contains(string(w.last.message.Raw), text) {
			return fmt.Errorf("the answer holds %q: %s", text, w.last.message.Raw)
		}
		_, err = w.last.failure()
		return err
	})
	sc.Then(`^the error's "([^"]*)" is ([\["{\d-].*|true|false|null)$`, func(ctx context.Context, path, literal string) error {
		w := From(ctx)
		body, err := w.last.failure()
		if err != nil {
			return err
		}
		return w.has(body.whole, path, literal)
	})
	sc.Then(`^the error has exactly the fields "([^"]*)"$`, func(ctx context.Context, list string) error {
		body, err := From(ctx).last.failure()
		if err != nil {
			return err
		}
		return sameStrings(sorted(strings.Split(list, ", ")), keys(body.whole))
	})
}
