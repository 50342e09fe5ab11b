// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/cucumber/godog"
)

// listed is a list of payloads in a step.
const listed = `("[^"]*"(?:, "[^"]*")*)`

func addNotified(sc *godog.ScenarioContext) {
	sc.Step(`^(the caller|"[^"]*"|the watch "[^"]*") (?:is notified of|delivers|brings) `+listed+`(, and of nothing more|, and nothing more)?$`,
		func(ctx context.Context, who, list, only string) error {
			return From(ctx).notified(ctx, who, quoted(list), "", only != "")
		})
	sc.Step(`^(the caller|"[^"]*"|the watch "[^"]*") (?:is notified of|has delivered) `+listed+` first$`,
		func(ctx context.Context, who, list string) error {
			s, err := From(ctx).subject(who)
			if err != nil {
				return err
			}
			return s.brings(ctx, quoted(list), false)
		})
	sc.Step(`^the watch "([^"]*)" has delivered `+listed+` and nothing after it$`, func(ctx context.Context, name, list string) error {
		return From(ctx).cancelled(ctx, name, quoted(list))
	})
	sc.Step(`^the watch "([^"]*)" has delivered nothing$`, func(ctx context.Context, name string) error {
		return From(ctx).cancelled(ctx, name, nil)
	})
	sc.Step(`^(the caller|"[^"]*"|the watch "[^"]*") (?:is notified of|brings) `+listed+`, then of the end in phase "([^"]*)"$`,
		func(ctx context.Context, who, list, phase string) error {
			return From(ctx).notified(ctx, who, quoted(list), phase, false)
		})
	sc.Step(`^(the caller|"[^"]*") is notified of the end in phase "([^"]*)"$`, func(ctx context.Context, who, phase string) error {
		return From(ctx).notified(ctx, who, nil, phase, false)
	})
	sc.Step(`^the watch "([^"]*)" brings the end in phase "([^"]*)"$`, func(ctx context.Context, name, phase string) error {
		return From(ctx).endsNext(ctx, name, phase)
	})
	sc.Step(`^the caller is notified of nothing$`, func(ctx context.Context) error {
		s, err := From(ctx).subscribedBy(defaultClient)
		if err != nil {
			return err
		}
		return From(ctx).nothingMore(ctx, s, nil)
	})
	sc.Step(`^the caller is notified of the messages:$`, func(ctx context.Context, t *godog.Table) error {
		rows, err := tableRows(t)
		if err != nil {
			return err
		}
		var payloads []string
		for _, row := range rows {
			payloads = append(payloads, row["payload"])
		}
		return From(ctx).notified(ctx, "the caller", payloads, "", false)
	})
	sc.Step(`^of nothing more$`, func(ctx context.Context) error {
		w := From(ctx)
		return w.nothingMore(ctx, w.watching.about, w.watching.about.expected)
	})
	sc.Step(`^of nothing after the end$`, func(ctx context.Context) error {
		w := From(ctx)
		return w.nothingAfter(ctx, w.watching.about)
	})
	sc.Step(`^the caller is notified of all (\d+) messages, in order(, and of nothing more|, then of the end in phase "([^"]*)")?$`,
		func(ctx context.Context, n int, rest, phase string) error {
			w := From(ctx)
			s, err := w.subscribedBy(defaultClient)
			if err != nil {
				return err
			}
			return w.bringsAll(ctx, s, n, phase, rest != "" && phase == "")
		})
	sc.Step(`^each of the (\d+) subscriptions is notified of all (\d+) messages, in order$`, func(ctx context.Context, subs, n int) error {
		w := From(ctx)
		if len(w.watching.subs) < subs {
			return fmt.Errorf("expected %d subscriptions, there are %d", subs, len(w.watching.subs))
		}
		for _, s := range w.watching.subs {
			if err := w.bringsAll(ctx, s, n, "", false); err != nil {
				return err
			}
		}
		return nil
	})
	sc.Step(`^(?:the answer came before the first notification|each answer came before the first notification of its subscription)$`,
		func(ctx context.Context) error { return From(ctx).answersFirst() })
	sc.Step(`^the watch "([^"]*)" has delivered all (\d+) messages$`, func(ctx context.Context, name string, n int) error {
		w := From(ctx)
		s, err := w.subscribed(name)
		if err != nil {
			return err
		}
		return w.bringsAll(ctx, s, n, "", false)
	})
	sc.Step(`^the watch "([^"]*)" brings the same messages$`, func(ctx context.Context, name string) error {
		w := From(ctx)
		s, err := w.subscribed(name)
		if err != nil {
			return err
		}
		return s.brings(ctx, tellAll(w.watching.about.notices()), true)
	})
}

var watchName = regexp.MustCompile(`^the watch "([^"]*)"$`)

// subject finds the subscription that a step is about.
func (w *World) subject(who string) (*subscription, error) {
	var s *subscription
	var err error
	switch m := watchName.FindStringSubmatch(who); {
	case m != nil:
		s, err = w.subscribed(m[1])
	case who == "the caller":
		s, err = w.subscribedBy(defaultClient)
	default:
		s, err = w.subscribedBy(quoted(who)[0])
	}
	if err == nil {
		w.watching.about = s
	}
	return s, err
}

// notified checks all notifications of a subscription so far: the messages
// with these payloads, then the end when a phase is given.
func (w *World) notified(ctx context.Context, who string, expected []string, phase string, only bool) error {
	s, err := w.subject(who)
	if err != nil {
		return err
	}
	if phase != "" {
		expected = append(expected, endIn(phase))
	}
	if only {
		return w.nothingMore(ctx, s, expected)
	}
	return s.brings(ctx, expected, true)
}

// endsNext checks that the next notification of the subscription, and the last one so far, is the end.
func (w *World) endsNext(ctx context.Context, name, phase string) error {
	s, err := w.subject(`the watch "` + name + `"`)
	if err != nil {
		return err
	}
	before := tellAll(s.notices())
	if len(before) > 0 && before[len(before)-1] == endIn(phase) {
		return s.brings(ctx, before, true)
	}
	return s.brings(ctx, append(before, endIn(phase)), true)
}

// cancelled checks that a subscription that was cancelled has brought these
// messages and no other, although more were stored since.
func (w *World) cancelled(ctx context.Context, name string, expected []string) error {
	s, err := w.subject(`the watch "` + name + `"`)
	if err != nil {
		return err
	}
	if err := w.nothingAfter(ctx, s); err != nil {
		return err
	}
	return s.brings(ctx, expected, true)
}

// bringsAll checks that the subscription brings every stored message of its session.
func (w *World) bringsAll(ctx context.Context, s *subscription, n int, phase string, only bool) error {
	state, err := w.env.Platform().State(ctx)
	if err != nil {
		return err
	}
	var expected []string
	for _, m := range state.Messages {
		if m.SessionID == s.session && m.Seq > s.after && !strings.HasPrefix(m.Payload, sentinel) {
			expected = append(expected, m.Payload)
		}
	}
	if len(expected) != n {
		return fmt.Errorf("expected the platform to store %d messages, it stores %d", n, len(expected))
	}
	if phase != "" {
		expected = append(expected, endIn(phase))
	}
	w.watching.about = s
	if only {
		return w.nothingMore(ctx, s, expected)
	}
	return s.brings(ctx, expected, true)
}

// answersFirst checks that every subscription was answered before its first notification.
func (w *World) answersFirst() error {
	for _, s := range w.watching.subs {
		answered, notified := -1, -1
		for i, m := range s.client.Conn().Messages() {
			if answered < 0 && m.IsAnswer() && string(m.ID) == string(s.answer) {
				answered = i
			}
			if _, ok := s.noticeOf(m); ok && notified < 0 {
				notified = i
			}
		}
		if notified < 0 || answered < 0 {
			return fmt.Errorf("the watch %q was not both answered and notified", s.name)
		}
		if notified < answered {
			return fmt.Errorf("the watch %q was notified (message %d) before it was answered (message %d)", s.name, notified+1, answered+1)
		}
	}
	return nil
}
