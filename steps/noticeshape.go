// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/cucumber/godog"
)

// addNoticeShape registers what scenarios say about how a notification looks.
// "the notification of X" is the first message with the payload X; {message.id},
// {message.seq} and {message.created_at} in the text are that message's as the platform stores it.
func addNoticeShape(sc *godog.ScenarioContext) {
	sc.Step(`^the (?:notification of "([^"]*)"|last notification) is exactly:$`, func(ctx context.Context, payload string, text *godog.DocString) error {
		return From(ctx).noticeIs(ctx, payload, text.Content, func(n notice) (any, error) { return n.raw, nil })
	})
	sc.Step(`^the session event under _meta of the (?:notification of "([^"]*)"|last notification) is:$`,
		func(ctx context.Context, payload string, text *godog.DocString) error {
			return From(ctx).noticeIs(ctx, payload, text.Content, func(n notice) (any, error) {
				meta, _ := at(n.raw, "params._meta")
				o, _ := meta.(map[string]any)
				if len(o) != 1 {
					return nil, fmt.Errorf("expected one member of _meta, got %s", encode(meta))
				}
				return o[metaKey], nil
			})
		})
	sc.Step(`^the log data of the (?:notification of "([^"]*)"|last notification) is:$`, func(ctx context.Context, payload string, text *godog.DocString) error {
		return From(ctx).noticeIs(ctx, payload, text.Content, func(n notice) (any, error) {
			v, _ := at(n.raw, "params.data")
			return v, nil
		})
	})
	sc.Step(`^the first notification's payload is ("(?:[^"\\]|\\.)*")$`, func(ctx context.Context, literal string) error {
		s := From(ctx).watching.about
		if err := s.awaitSome(ctx, 1); err != nil {
			return err
		}
		return From(ctx).has(s.notices()[0].event, "message.payload", literal)
	})
	sc.Step(`^the seq numbers of the notifications increase and have gaps$`, func(ctx context.Context) error {
		return From(ctx).watching.about.hasGaps()
	})
	sc.Step(`^every notification has a number as progress that increases, a message text, and "([^"]*)" as progress token$`, func(ctx context.Context, token string) error {
		w := From(ctx)
		token, err := w.names.expand(token)
		if err != nil {
			return err
		}
		return w.watching.about.isStrict(token)
	})
	sc.Step(`^every notification is a log message of level "([^"]*)"$`, func(ctx context.Context, level string) error {
		all := From(ctx).watching.about.everything()
		for _, n := range all {
			if n.raw["method"] != logMethod {
				return fmt.Errorf("expected %s, got %s", logMethod, encode(n.raw))
			}
			if v, _ := at(n.raw, "params.level"); v != level {
				return fmt.Errorf("expected the level %q, got %s", level, encode(n.raw))
			}
		}
		return nonEmpty(all)
	})
}

// noticeIs compares a part of a notification with the JSON of the scenario.
func (w *World) noticeIs(ctx context.Context, payload, text string, part func(notice) (any, error)) error {
	s := w.watching.about
	all := s.notices()
	if err := nonEmpty(all); err != nil {
		return err
	}
	n := all[len(all)-1]
	if payload != "" {
		found := false
		for _, n = range all {
			if found = n.told() == payload; found {
				break
			}
		}
		if !found {
			return fmt.Errorf("the watch %q has brought no %q but %q", s.name, payload, tellAll(all))
		}
		if err := w.nameMessage(ctx, s.session, payload); err != nil {
			return err
		}
	}
	text, err := w.names.expand(text)
	if err != nil {
		return err
	}
	expected, err := decode(text)
	if err != nil {
		return fmt.Errorf("the scenario's notification: %w", err)
	}
	got, err := part(n)
	if err != nil {
		return err
	}
	return same(expected, got)
}

// nameMessage lets {message.…} mean the session's first stored message with that payload.
func (w *World) nameMessage(ctx context.Context, session, payload string) error {
	state, err := w.env.Platform().State(ctx)
	if err != nil {
		return err
	}
	for _, m := range state.Messages {
		if m.SessionID == session && m.Payload == payload {
			w.nameStored("message", m)
			return nil
		}
	}
	return fmt.Errorf("the platform stores no message %q in session %s", payload, session)
}

func (s *subscription) hasGaps() error {
	var seqs []int64
	for _, n := range s.notices() {
		v, _ := at(n.event, "message.seq")
		number, _ := v.(json.Number)
		seq, err := number.Int64()
		if err != nil {
			return fmt.Errorf("seq %v: %w", v, err)
		}
		seqs = append(seqs, seq)
	}
	gap := false
	for i := 1; i < len(seqs); i++ {
		if seqs[i] <= seqs[i-1] {
			return fmt.Errorf("the seq numbers do not increase: %v", seqs)
		}
		gap = gap || seqs[i] > seqs[i-1]+1
	}
	if !gap {
		return fmt.Errorf("the seq numbers have no gap: %v", seqs)
	}
	return nil
}

// isStrict checks that every notification is what MCP allows as progress.
func (s *subscription) isStrict(token string) error {
	all := s.everything()
	last := -1.0
	for _, n := range all {
		params, _ := n.raw["params"].(map[string]any)
		number, ok := params["progress"].(json.Number)
		progress, err := number.Float64()
		text, _ := params["message"].(string)
		switch {
		case !ok || err != nil || progress <= last:
			return fmt.Errorf("expected a number above %v as progress, got %s", last, encode(n.raw))
		case text == "":
			return fmt.Errorf("expected a message text, got %s", encode(n.raw))
		case params["progressToken"] != token:
			return fmt.Errorf("expected the progress token %q, got %s", token, encode(n.raw))
		}
		if err := sameStrings([]string{"_meta", "message", "progress", "progressToken"}, keys(params)); err != nil {
			return err
		}
		last = progress
	}
	return nonEmpty(all)
}

func nonEmpty(all []notice) error {
	if len(all) == 0 {
		return errors.New("there is no notification")
	}
	return nil
}
