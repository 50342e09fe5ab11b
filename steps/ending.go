// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// burst is calls that were sent at once.
type burst struct {
	client *client
	ids    []json.RawMessage
	// projects is what each of them asked for.
	projects []string
}

// addEnding registers many calls at once, and how servers end.
func addEnding(sc *godog.ScenarioContext) {
	sc.Step(`^the caller sends (\d+) calls of "get_project" at once, for projects that exist and projects that do not$`,
		func(ctx context.Context, n int) error { return From(ctx).sendBurst(ctx, n, "demo", "missing-%d") })
	sc.Step(`^each call has its own answer$`, func(ctx context.Context) error { return From(ctx).burstAnswered(ctx) })
	sc.Step(`^the caller sends (\d+) calls of "get_project" and ends its input at once$`, func(ctx context.Context, n int) error {
		w := From(ctx)
		if err := w.sendBurst(ctx, n, "demo", "missing-%d"); err != nil {
			return err
		}
		return w.endInput(ctx, defaultClient)
	})
	sc.Step(`^all (\d+) calls are answered$`, func(ctx context.Context, n int) error {
		w := From(ctx)
		if len(w.burst.ids) != n {
			return fmt.Errorf("expected %d calls, there were %d", n, len(w.burst.ids))
		}
		return w.burstAnswered(ctx)
	})
	sc.Step(`^`+who+` ends its input$`, func(ctx context.Context, who string) error { return From(ctx).endInput(ctx, clientName(who)) })
	sc.Step(`^the server gets the signal (TERM|INT)$`, func(ctx context.Context, name string) error {
		w := From(ctx)
		ctx, cancel := bounded(ctx)
		defer cancel()
		c, err := w.client(ctx, defaultClient)
		if err != nil {
			return err
		}
		r, err := c.Signal(ctx, name)
		w.ended = &r
		w.bookAnswer("server", "exit code %d", r.ExitCode)
		return err
	})
	sc.Step(`^the server has ended with exit code (\d+)$`, func(ctx context.Context, code int) error {
		r := From(ctx).ended
		if r == nil {
			return errors.New("the server was not ended")
		}
		if r.ExitCode != code {
			return fmt.Errorf("expected the exit code %d, got %d; standard error: %s", code, r.ExitCode, r.Stderr)
		}
		return nil
	})
	sc.Step(`^every line of its standard output was a JSON-RPC message$`, func(ctx context.Context) error {
		return From(ctx).outputIsClean()
	})
	sc.Step(`^every line of its log is JSON$`, func(ctx context.Context) error {
		r := From(ctx).ended
		if r == nil || strings.TrimSpace(r.Stderr) == "" {
			return errors.New("there is no log")
		}
		for _, line := range strings.Split(strings.TrimSpace(r.Stderr), "\n") {
			if _, err := object(line); err != nil {
				return fmt.Errorf("line %q of the log: %w", line, err)
			}
		}
		return nil
	})
	sc.Step(`^the server has logged something$`, func(ctx context.Context) error {
		c, err := From(ctx).client(ctx, defaultClient)
		if err == nil && strings.TrimSpace(c.Stderr()) == "" {
			err = errors.New("the log is empty")
		}
		return err
	})
	sc.Step(`^no bearer is in its log or in any message to the caller$`, func(ctx context.Context) error {
		w := From(ctx)
		c, err := w.client(ctx, defaultClient)
		if err != nil {
			return err
		}
		if label := w.access.leakedIn(c.Stderr()); label != "" {
			return fmt.Errorf("the log holds the bearer of %q", label)
		}
		for _, m := range c.Conn().Messages() {
			if label := w.access.leakedIn(string(m.Raw)); label != "" {
				return fmt.Errorf("a message to the caller holds the bearer of %q", label)
			}
		}
		if len(w.access.tokens) == 0 {
			return errors.New("there was no bearer")
		}
		return nil
	})
}

// sendBurst sends n calls of get_project, every second one for a project that
// does not exist, and does not wait for answers.
func (w *World) sendBurst(ctx context.Context, n int, known, unknown string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c, err := w.ready(ctx, defaultClient)
	if err != nil {
		return err
	}
	w.burst = burst{client: c}
	for i := range n {
		project := known
		if i%2 == 1 {
			project = fmt.Sprintf(unknown, i)
		}
		params := map[string]any{"name": "get_project", "arguments": map[string]any{"project_id": project}}
		id, err := c.Conn().SendRequest(ctx, "tools/call", params)
		if err != nil {
			return err
		}
		w.burst.ids, w.burst.projects = append(w.burst.ids, id), append(w.burst.projects, project)
	}
	return nil
}

// burstAnswered checks that each call was answered, by its own id, with what it asked for.
func (w *World) burstAnswered(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if len(w.burst.ids) == 0 {
		return errors.New("no calls were sent")
	}
	for i, id := range w.burst.ids {
		m, err := w.burst.client.Conn().AwaitAnswer(ctx, id)
		if err != nil {
			return fmt.Errorf("call %d: %w", i+1, err)
		}
		a, project := newAnswer("get_project", w.burst.client, m), w.burst.projects[i]
		if project == "demo" {
			doc, err := a.document()
			if err == nil && doc["id"] != project {
				err = fmt.Errorf("answered with project %v", doc["id"])
			}
			if err != nil {
				return fmt.Errorf("call %d of %s: %w", i+1, project, err)
			}
			continue
		}
		body, err := a.failure()
		if err == nil && (body.Code != "PROJECT_NOT_FOUND" || !strings.Contains(body.Reason, project)) {
			err = fmt.Errorf("answered with %s: %s", body.Code, body.Reason)
		}
		if err != nil {
			return fmt.Errorf("call %d of %s: %w", i+1, project, err)
		}
	}
	return nil
}

// endInput ends the input of a server on stdio and waits for its end.
func (w *World) endInput(ctx context.Context, name string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	c := w.known(name)
	if c == nil {
		return fmt.Errorf("client %q is not connected", name)
	}
	r, err := c.CloseInput(ctx)
	w.ended = &r
	w.bookAnswer("server", "exit code %d", r.ExitCode)
	return err
}

// outputIsClean checks what the server wrote, as the client received it and, where
// the target keeps it, as the process wrote it.
func (w *World) outputIsClean() error {
	c := w.known(defaultClient)
	if w.ended == nil || c == nil {
		return errors.New("the server was not ended")
	}
	if v := c.Conn().Violations(); len(v) > 0 {
		return fmt.Errorf("standard output: %s", strings.Join(v, "; "))
	}
	received := 0
	for _, r := range c.Conn().Log() {
		if r.Direction == wire.Received {
			received++
		}
	}
	if received == 0 {
		return errors.New("the server wrote nothing")
	}
	for _, line := range strings.Split(strings.TrimSpace(w.ended.Stdout), "\n") {
		if line == "" {
			continue
		}
		if o, err := object(line); err != nil || o["jsonrpc"] != "2.0" {
			return fmt.Errorf("line of standard output that is no message: %q", line)
		}
	}
	return nil
}
